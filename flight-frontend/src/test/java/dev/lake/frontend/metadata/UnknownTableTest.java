package dev.lake.frontend.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.frontend.flight.FakeTables;
import dev.lake.protocol.TableName;
import java.util.List;
import java.util.function.Predicate;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownTableTest {
  private final FakeTables tables = new FakeTables();

  UnknownTableTest() {
    for (String name : List.of("orders", "shared", "secret.order", "secret.x")) {
      tables.add(name, new Schema(List.of()));
    }
  }

  private static boolean inMain(TableName table) {
    return table.namespace().equals("main");
  }

  private String answer(String table, Predicate<TableName> visible) {
    return tables.unknown(TableName.parse(table), visible).getMessage();
  }

  @ParameterizedTest
  @CsvSource({"Orders, main.orders", "ordres, main.orders", "sale.orders, main.orders"})
  void offersASimilarName(String asked, String near) {
    assertThat(answer(asked, UnknownTableTest::inMain))
        .endsWith("; did you mean %s?".formatted(near));
    assertThat(answer("nothing", UnknownTableTest::inMain))
        .endsWith("There is no table main.nothing");
  }

  @Test
  @DisplayName("I9: a table that may not be seen, and names like it, are answered as any other")
  void i9_nothingIsOfferedThatMayNotBeSeen() {
    for (String hidden : List.of("secret.x", "secret.X", "secret.order", "secret.orde", "order")) {
      FakeTables without = new FakeTables();
      without.add("orders", new Schema(List.of()));
      without.add("shared", new Schema(List.of()));
      TableName asked = TableName.parse(hidden);
      assertThat(answer(hidden, UnknownTableTest::inMain))
          .isEqualTo(without.unknown(asked, UnknownTableTest::inMain).getMessage())
          .doesNotContain("mean secret");
    }
    assertThat(answer("orders", table -> table.name().equals("shared")))
        .endsWith("There is no table main.orders");
  }
}
