package dev.lake.demo;

import dev.lake.harness.Customers;
import dev.lake.harness.Orders;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the answers must be, computed from the tables' formulas. */
final class Expected {
  private final long rows;
  private long sumOfIdsSeen;

  Expected(long rows) {
    this.rows = rows;
  }

  /** One line of the ADBC query. */
  record StatusTotal(String status, long orders, BigDecimal total) {
    @Override
    public String toString() {
      return status + " " + orders + " " + total;
    }
  }

  List<StatusTotal> totalsByStatus() {
    TreeMap<String, long[]> totals = new TreeMap<>();
    for (long id = 0; id < rows; id++) {
      long[] total = totals.computeIfAbsent(Orders.status(id), status -> new long[2]);
      total[0]++;
      total[1] += Orders.cents(id);
    }
    List<StatusTotal> lines = new ArrayList<>();
    totals.forEach(
        (status, total) ->
            lines.add(new StatusTotal(status, total[0], BigDecimal.valueOf(total[1], 2))));
    return lines;
  }

  Map<String, Long> giftsByRegion() {
    Map<String, Long> gifts = new TreeMap<>();
    for (long id = 0; id < rows; id += 7) {
      gifts.merge(Customers.region(Orders.customer(id, Orders.CUSTOMERS)), 1L, Long::sum);
    }
    return gifts;
  }

  long sumOfIds() {
    return rows * (rows - 1) / 2;
  }

  void sawId(long id) {
    sumOfIdsSeen += id;
  }

  long sumOfIdsSeen() {
    return sumOfIdsSeen;
  }
}
