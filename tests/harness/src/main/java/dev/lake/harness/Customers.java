package dev.lake.harness;

import java.util.List;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Customers: an id, a name and a region that follow from the row's number. */
public final class Customers implements GeneratedTable {
  private static final String[] REGIONS = {"north", "east", "south", "west"};

  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Orders.column("customer_id", new ArrowType.Int(32, true)),
              Orders.column("name", ArrowType.Utf8.INSTANCE),
              Orders.column("region", ArrowType.Utf8.INSTANCE)));

  /** The region of a customer. */
  public static String region(int customer) {
    return REGIONS[customer % REGIONS.length];
  }

  @Override
  public Schema schema() {
    return SCHEMA;
  }

  @Override
  public void fill(VectorSchemaRoot batch, int at, long row) {
    int customer = (int) row;
    ((IntVector) batch.getVector("customer_id")).setSafe(at, customer);
    ((VarCharVector) batch.getVector("name")).setSafe(at, Orders.utf8("customer " + customer));
    ((VarCharVector) batch.getVector("region")).setSafe(at, Orders.utf8(region(customer)));
  }
}
