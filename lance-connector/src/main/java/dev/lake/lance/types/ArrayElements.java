package dev.lake.lance.types;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/** An array seen as a row, so that one writer serves columns and elements. */
final class ArrayElements implements RowData {
  private ArrayData array = new GenericArrayData(new Object[0]);

  void of(ArrayData next) {
    this.array = next;
  }

  @Override
  public int getArity() {
    return array.size();
  }

  @Override
  public RowKind getRowKind() {
    return RowKind.INSERT;
  }

  @Override
  public void setRowKind(RowKind kind) {
    throw new UnsupportedOperationException("An array has no row kind");
  }

  @Override
  public boolean isNullAt(int i) {
    return array.isNullAt(i);
  }

  @Override
  public boolean getBoolean(int i) {
    return array.getBoolean(i);
  }

  @Override
  public byte getByte(int i) {
    return array.getByte(i);
  }

  @Override
  public short getShort(int i) {
    return array.getShort(i);
  }

  @Override
  public int getInt(int i) {
    return array.getInt(i);
  }

  @Override
  public long getLong(int i) {
    return array.getLong(i);
  }

  @Override
  public float getFloat(int i) {
    return array.getFloat(i);
  }

  @Override
  public double getDouble(int i) {
    return array.getDouble(i);
  }

  @Override
  public StringData getString(int i) {
    return array.getString(i);
  }

  @Override
  public DecimalData getDecimal(int i, int precision, int scale) {
    return array.getDecimal(i, precision, scale);
  }

  @Override
  public TimestampData getTimestamp(int i, int precision) {
    return array.getTimestamp(i, precision);
  }

  @Override
  public <T> RawValueData<T> getRawValue(int i) {
    return array.getRawValue(i);
  }

  @Override
  public byte[] getBinary(int i) {
    return array.getBinary(i);
  }

  @Override
  public ArrayData getArray(int i) {
    return array.getArray(i);
  }

  @Override
  public MapData getMap(int i) {
    return array.getMap(i);
  }

  @Override
  public RowData getRow(int i, int arity) {
    return array.getRow(i, arity);
  }

  @Override
  public Variant getVariant(int i) {
    return array.getVariant(i);
  }
}
