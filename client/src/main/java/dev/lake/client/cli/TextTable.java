package dev.lake.client.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Lines of text in aligned columns, for people. */
final class TextTable {
  private static final int WIDEST = 60;

  private TextTable() {}

  static void print(PrintWriter out, List<String> header, List<List<String>> lines) {
    int[] widths = widths(header, lines);
    row(out, header, widths);
    List<String> rule = new ArrayList<>();
    for (int width : widths) {
      rule.add("-".repeat(width));
    }
    row(out, rule, widths);
    lines.forEach(line -> row(out, line, widths));
  }

  private static int[] widths(List<String> header, List<List<String>> lines) {
    int[] widths = header.stream().mapToInt(String::length).toArray();
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], Math.min(WIDEST, line.get(i).length()));
      }
    }
    return widths;
  }

  private static void row(PrintWriter out, List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(i == 0 ? "" : "  ").append(cells.get(i));
      line.append(" ".repeat(Math.max(0, widths[i] - cells.get(i).length())));
    }
    out.println(line.toString().stripTrailing());
  }
}
