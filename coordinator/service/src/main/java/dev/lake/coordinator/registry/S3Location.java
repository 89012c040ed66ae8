package dev.lake.coordinator.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bucket and the segments of a key or prefix in it. */
record S3Location(String bucket, List<String> segments) {
  static final String SCHEME = "s3://";
  private static final Pattern FORM =
      Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.*))?", Pattern.DOTALL);
  // They mean something in a URL, and a location is read as one further down.
  private static final String MEANINGFUL = "?#%\\";

  S3Location {
    segments = List.copyOf(segments);
  }

  static S3Location parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("it must be s3://bucket[/prefix]");
    }
    List<String> segments = new ArrayList<>();
    String key = form.group(2);
    if (key != null && !key.isEmpty()) {
      String path = key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
      for (String segment : path.split("/", -1)) {
        segments.add(segment(segment));
      }
    }
    return new S3Location(form.group(1), segments);
  }

  /** The segment, which can mean nothing but itself. */
  static String segment(String segment) {
    if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
      throw new IllegalArgumentException("it holds an empty segment, '.' or '..'");
    }
    if (segment.chars().anyMatch(c -> Character.isISOControl(c) || MEANINGFUL.indexOf(c) >= 0)) {
      throw new IllegalArgumentException("it holds a control character or one of ? # % \\");
    }
    return segment;
  }

  boolean isWithin(S3Location root) {
    int depth = root.segments.size();
    return bucket.equals(root.bucket)
        && segments.size() >= depth
        && segments.subList(0, depth).equals(root.segments);
  }

  @Override
  public String toString() {
    return SCHEME + bucket + (segments.isEmpty() ? "" : "/" + String.join("/", segments));
  }
}
