package dev.lake.protocol;

/** What is wrong with a JSON text, and at which key; becomes a {@link LakeException} outside. */
final class JsonProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JsonProblem(String path, String problem) {
    super(path.isEmpty() ? problem : "key '" + path + "' " + problem);
  }
}
