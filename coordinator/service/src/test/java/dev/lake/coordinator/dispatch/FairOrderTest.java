package dev.lake.coordinator.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.coordinator.store.Specs;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.TenantId;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FairOrderTest {
  private final List<QueryRecord> queued = new ArrayList<>();

  private void submit(String tenant, int queries) {
    for (int query = 0; query < queries; query++) {
      queued.add(
          QueryRecord.queued(Specs.of(tenant, Specs.NOON.plusSeconds(queued.size())), "frontend"));
    }
  }

  private static String tenants(List<QueryRecord> order) {
    return order.stream()
        .map(record -> record.principal().tenant().value())
        .collect(Collectors.joining(" "));
  }

  @Test
  void tenantsTakeTurnsWhateverTheyQueued() {
    submit("a", 4);
    submit("b", 2);
    assertThat(tenants(new FairOrder(Map.of()).preview(queued, 10))).isEqualTo("a b a b a a");
  }

  @Test
  void aTenantsQueriesKeepTheirOrder() {
    submit("a", 5);
    assertThat(new FairOrder(Map.of()).preview(queued, 10)).isEqualTo(queued);
    assertThat(new FairOrder(Map.of()).preview(queued, 2)).isEqualTo(queued.subList(0, 2));
  }

  @Test
  void aTenantOfWeightTwoGetsTwoTurns() {
    submit("a", 6);
    submit("b", 6);
    String order = tenants(new FairOrder(Map.of("b", 2)).preview(queued, 9));
    assertThat(order.split(" ")).containsOnly("a", "b");
    assertThat(order.chars().filter(c -> c == 'b').count()).isEqualTo(6);
  }

  @Test
  void aTenantThatWasAwayGainsNothingByIt() {
    FairOrder order = new FairOrder(Map.of());
    submit("a", 20);
    Map<TenantId, Deque<QueryRecord>> queues = FairOrder.byTenant(queued);
    for (int turn = 0; turn < 10; turn++) {
      order.next(queues, any -> true);
    }
    queued.clear();
    queues.values().forEach(queued::addAll);
    submit("b", 10);
    assertThat(tenants(order.preview(queued, 4))).isIn("a b a b", "b a b a");
  }

  @Test
  void aTenantWithoutRoomIsPassedOver() {
    submit("a", 2);
    submit("b", 1);
    Map<TenantId, Deque<QueryRecord>> queues = FairOrder.byTenant(queued);
    FairOrder order = new FairOrder(Map.of());
    TenantId a = new TenantId("a");
    assertThat(order.next(queues, tenant -> !tenant.equals(a))).contains(queued.get(2));
    assertThat(order.next(queues, tenant -> !tenant.equals(a))).isEqualTo(Optional.empty());
  }
}
