package dev.lake.demo;

import dev.lake.protocol.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** A query by the stock JDBC driver. */
final class JdbcReader {
  private static final String SQL =
      "SELECT c.region, COUNT(*) AS gifts FROM orders o JOIN customers c"
          + " ON o.customer_id = c.customer_id WHERE o.gift GROUP BY c.region";

  private JdbcReader() {}

  static Map<String, Long> giftsByRegion(Connection connection) {
    Properties properties = new Properties();
    properties.setProperty("token", connection.token());
    properties.setProperty("useEncryption", "true");
    properties.setProperty("useSystemTrustStore", "false");
    properties.setProperty("tlsRootCerts", connection.tlsCa().orElseThrow().toString());
    String url = "jdbc:arrow-flight-sql://" + connection.uri().getRawAuthority() + "/";
    Map<String, Long> gifts = new TreeMap<>();
    try (java.sql.Connection session = DriverManager.getConnection(url, properties);
        Statement statement = session.createStatement();
        ResultSet rows = statement.executeQuery(SQL)) {
      while (rows.next()) {
        gifts.put(rows.getString("region"), rows.getLong("gifts"));
      }
      return gifts;
    } catch (SQLException e) {
      throw new DemoFailure("JDBC: " + e.getMessage());
    }
  }
}
