package dev.lake.jobs.sql;

import java.util.Locale;
import org.apache.calcite.config.Lex;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;
import org.apache.flink.sql.parser.validate.FlinkSqlConformance;

/** Flink's grammar, as its own planner configures it. */
final class Grammar {

  static final SqlParser.Config CONFIG =
      SqlParser.config()
          .withParserFactory(FlinkSqlParserImpl.FACTORY)
          .withConformance(FlinkSqlConformance.DEFAULT)
          .withLex(Lex.JAVA)
          .withIdentifierMaxLength(256);

  private static final SqlAbstractParserImpl.Metadata METADATA =
      SqlParser.create("", CONFIG).getMetadata();

  private Grammar() {}

  static boolean keyword(String word) {
    return METADATA.isKeyword(word.toUpperCase(Locale.ROOT));
  }
}
