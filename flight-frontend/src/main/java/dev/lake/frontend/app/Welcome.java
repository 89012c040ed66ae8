package dev.lake.frontend.app;

import dev.lake.protocol.Connection;
import java.nio.file.Path;

/**
 * How to connect, as text to paste. Tokens are read from the connection file where they are needed:
 * a terminal's scroll is no place for them.
 */
record Welcome(Connection connection, Path connectionFile, String launcher) {
  private static final String TRUST =
      "options[\"adbc.flight.sql.client_option.tls_root_certs\"] = open(lake[\"tls-ca\"]).read()\n";

  String text() {
    return """
        lake is ready: %1$s

        Command line:
        %2$s table list --data-dir %3$s
        %2$s query --data-dir %3$s 'SELECT 1 + 1 AS two'

        Python (pip install adbc-driver-flightsql==1.13.0 pyarrow):
        import json
        import adbc_driver_flightsql.dbapi as flightsql
        lake = json.load(open("%4$s"))
        options = {"adbc.flight.sql.authorization_header": "Bearer " + lake["token"]}
        %5$sconnection = flightsql.connect(lake["uri"], db_kwargs=options, autocommit=True)
        cursor = connection.cursor()
        cursor.execute("SELECT 1 + 1 AS two")
        print(cursor.fetch_arrow_table())
        cursor.close()
        connection.close()

        JDBC (flight-sql-jdbc-driver 18.3.0; this makes the URL for your tool):
        TOKEN=$(sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p' '%4$s')
        echo "%6$s&token=$TOKEN"

        Stop it with Ctrl-C."""
        .formatted(
            connection.uri(),
            launcher,
            connectionFile.getParent(),
            connectionFile,
            connection.tlsCa().map(file -> TRUST).orElse(""),
            jdbcUrl());
  }

  private String jdbcUrl() {
    String authority = connection.uri().getRawAuthority();
    String base = "jdbc:arrow-flight-sql://" + authority + "/?useEncryption=" + connection.tls();
    return connection
        .tlsCa()
        .map(file -> base + "&useSystemTrustStore=false&tlsRootCerts=" + file)
        .orElse(base);
  }
}
