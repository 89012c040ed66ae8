package dev.lake.demo;

import dev.lake.protocol.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.adbc.core.AdbcConnection;
import org.apache.arrow.adbc.core.AdbcDatabase;
import org.apache.arrow.adbc.core.AdbcDriver;
import org.apache.arrow.adbc.core.AdbcException;
import org.apache.arrow.adbc.core.AdbcStatement;
import org.apache.arrow.adbc.driver.flightsql.FlightSqlConnectionProperties;
import org.apache.arrow.adbc.driver.flightsql.FlightSqlDriver;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/** A query by the stock ADBC driver. */
final class AdbcReader {
  private static final String SQL =
      "SELECT status, COUNT(*) AS orders, SUM(price) AS total FROM orders"
          + " GROUP BY status ORDER BY status";

  private AdbcReader() {}

  static List<Expected.StatusTotal> totalsByStatus(Connection connection) {
    try (BufferAllocator allocator = new RootAllocator();
        InputStream authorities = Files.newInputStream(connection.tlsCa().orElseThrow())) {
      Map<String, Object> options = new HashMap<>();
      AdbcDriver.PARAM_URI.set(options, connection.uri().toString());
      FlightSqlConnectionProperties.TLS_ROOT_CERTS.set(options, authorities);
      options.put(
          FlightSqlConnectionProperties.RPC_CALL_HEADER_PREFIX + "authorization",
          "Bearer " + connection.token());
      try (AdbcDatabase database = new FlightSqlDriver(allocator).open(options);
          AdbcConnection session = database.connect();
          AdbcStatement statement = session.createStatement()) {
        statement.setSqlQuery(SQL);
        try (AdbcStatement.QueryResult result = statement.executeQuery()) {
          return lines(result.getReader());
        }
      }
    } catch (AdbcException e) {
      throw new DemoFailure("ADBC: " + e.getMessage());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new DemoFailure("ADBC: " + e);
    }
  }

  private static List<Expected.StatusTotal> lines(ArrowReader reader) throws IOException {
    List<Expected.StatusTotal> lines = new ArrayList<>();
    while (reader.loadNextBatch()) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      for (int row = 0; row < batch.getRowCount(); row++) {
        lines.add(
            new Expected.StatusTotal(
                String.valueOf(batch.getVector("status").getObject(row)),
                ((Number) batch.getVector("orders").getObject(row)).longValue(),
                (BigDecimal) batch.getVector("total").getObject(row)));
      }
    }
    return lines;
  }
}
