package dev.lake.frontend.app;

import dev.lake.protocol.Connection;
import java.nio.file.Path;

/**
 * How to connect, as text to paste. Tokens are read from the connection file where they are needed:
 * a terminal's scroll is no place for them.
 */
record Welcome(Connection connection, Path connectionFile, Path dataDirectory) {

  String text() {
    return """
        lake is ready: %1$s

        Command line:
          bin/lake table list --data-dir %2$s
          bin/lake query --data-dir %2$s 'SELECT 1 + 1 AS two'

        Python (pip install adbc-driver-flightsql==1.13.0 pyarrow):
          import json
          import adbc_driver_flightsql.dbapi as flightsql
          lake = json.load(open("%3$s"))
          options = {"adbc.flight.sql.authorization_header": "Bearer " + lake["token"]}
          if "tls-ca" in lake:
              options["adbc.flight.sql.client_option.tls_root_certs"] = open(lake["tls-ca"]).read()
          with flightsql.connect(lake["uri"], db_kwargs=options, autocommit=True) as connection:
              with connection.cursor() as cursor:
                  cursor.execute("SELECT 1 + 1 AS two")
                  print(cursor.fetch_arrow_table())

        JDBC (flight-sql-jdbc-driver 18.3.0; this makes the URL for your tool):
          TOKEN=$(sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p' %3$s)
          echo "%4$s&token=$TOKEN"

        Stop it with Ctrl-C."""
        .formatted(connection.uri(), dataDirectory, connectionFile, jdbcUrl());
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
