package dev.lake.frontend.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lake.protocol.Connection;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * How to connect, as text to paste. Tokens are read from the connection file where they are needed:
 * a terminal's scroll is no place for them.
 */
record Welcome(Connection connection, Path connectionFile, String launcher) {
  /** What a shell takes as it is. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

  private static final String TRUST =
      "options[\"adbc.flight.sql.client_option.tls_root_certs\"] = open(lake[\"tls-ca\"]).read()\n";

  String text() {
    String place = connectionFile.toString();
    return """
        lake is ready: %1$s

        Command line:
        %2$s table list --data-dir %3$s
        %2$s query --data-dir %3$s 'SELECT 1 + 1 AS two'

        Python (pip install adbc-driver-flightsql==1.13.0 pyarrow):
        import json
        import adbc_driver_flightsql.dbapi as flightsql
        lake = json.load(open(%4$s))
        options = {"adbc.flight.sql.authorization_header": "Bearer " + lake["token"]}
        %5$sconnection = flightsql.connect(lake["uri"], db_kwargs=options, autocommit=True)
        cursor = connection.cursor()
        cursor.execute("SELECT 1 + 1 AS two")
        print(cursor.fetch_arrow_table())
        cursor.close()
        connection.close()

        JDBC (flight-sql-jdbc-driver 18.3.0; the JVM that loads it needs the flag
        --add-opens=java.base/java.nio=ALL-UNNAMED; this makes the URL for your tool):
        TOKEN=$(sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p' %7$s)
        echo "%6$s&token=$TOKEN"

        Stop it with Ctrl-C."""
        .formatted(
            connection.uri(),
            shell(launcher),
            shell(String.valueOf(connectionFile.getParent())),
            python(place),
            connection.tlsCa().map(file -> TRUST).orElse(""),
            jdbcUrl(),
            shell(place));
  }

  private static String shell(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static String python(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** As the value of a parameter of a URL; slashes may stay. */
  private static String encoded(Path file) {
    return URLEncoder.encode(file.toString(), UTF_8).replace("+", "%20").replace("%2F", "/");
  }

  private String jdbcUrl() {
    String authority = connection.uri().getRawAuthority();
    String base = "jdbc:arrow-flight-sql://" + authority + "/?useEncryption=" + connection.tls();
    return connection
        .tlsCa()
        .map(file -> base + "&useSystemTrustStore=false&tlsRootCerts=" + encoded(file))
        .orElse(base);
  }
}
