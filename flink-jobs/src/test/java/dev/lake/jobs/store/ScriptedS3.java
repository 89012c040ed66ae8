package dev.lake.jobs.store;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of one object that answers as told, for the answers that a healthy store does not give.
 * Requests that write take the next line of the script, and succeed once it is used up.
 */
final class ScriptedS3 implements AutoCloseable {
  /** What becomes of one writing request. */
  enum Line {
    /** As it should be: conditional on absence. */
    WORK,
    /** The object is stored and the answer is an error. */
    STORE_THEN_500,
    /** The object is stored and the connection breaks. */
    STORE_THEN_BREAK,
    /** The object is stored and the error is inside a 200. */
    STORE_THEN_ERROR_IN_200,
    /** Somebody else stores first; the answer is 409. */
    CONFLICT_LOST,
    CONFLICT,
    INTERNAL_ERROR,
    SLOW_DOWN,
    FORBIDDEN,
    FULL,
    NO_SUCH_UPLOAD
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Deque<Line> script = new ArrayDeque<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private @Nullable String mark;
  private byte @Nullable [] content;

  private ScriptedS3(HttpServer server) {
    this.server = server;
  }

  static ScriptedS3 start(Line... lines) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
      ScriptedS3 scripted = new ScriptedS3(server);
      scripted.script.addAll(List.of(lines));
      server.setExecutor(scripted.threads);
      server.createContext("/", scripted::answer);
      server.start();
      return scripted;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  S3ObjectStore store() {
    return new S3ObjectStore(
        new S3Config(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
            "us-east-1",
            "key",
            "secret",
            "bucket",
            "",
            true,
            S3Config.Checksums.WHEN_REQUIRED));
  }

  /** The methods of all requests so far. */
  List<String> requests() {
    return requests;
  }

  /** Puts another writer's object there. */
  synchronized void put(String otherMark, byte[] bytes) {
    mark = otherMark;
    content = bytes;
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      requests.add(exchange.getRequestMethod());
      switch (exchange.getRequestMethod()) {
        case "HEAD" -> head(exchange);
        case "PUT", "POST" -> write(exchange, body);
        default -> error(exchange, 405, "MethodNotAllowed");
      }
    }
  }

  private void head(HttpExchange exchange) throws IOException {
    if (content == null) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    var headers = exchange.getResponseHeaders();
    headers.set("ETag", "\"tag\"");
    headers.set("Last-Modified", "Sun, 29 Nov 2026 12:00:00 GMT");
    headers.set("Content-Length", String.valueOf(content.length));
    if (mark != null) {
      headers.set("x-amz-meta-lake-writer", mark);
    }
    exchange.sendResponseHeaders(200, -1);
  }

  private void write(HttpExchange exchange, byte[] body) throws IOException {
    Line line = script.isEmpty() ? Line.WORK : script.remove();
    switch (line) {
      case WORK -> {
        if (content != null) {
          error(exchange, 412, "PreconditionFailed");
          return;
        }
        store(exchange, body);
        reply(
            exchange,
            200,
            "<CompleteMultipartUploadResult><ETag>\"tag\"</ETag></CompleteMultipartUploadResult>");
      }
      case STORE_THEN_500 -> {
        store(exchange, body);
        error(exchange, 500, "InternalError");
      }
      case STORE_THEN_BREAK -> store(exchange, body);
      case STORE_THEN_ERROR_IN_200 -> {
        store(exchange, body);
        error(exchange, 200, "InternalError");
      }
      case CONFLICT_LOST -> {
        put("somebody-else", new byte[body.length + 1]);
        error(exchange, 409, "ConditionalRequestConflict");
      }
      case CONFLICT -> error(exchange, 409, "ConditionalRequestConflict");
      case INTERNAL_ERROR -> error(exchange, 500, "InternalError");
      case SLOW_DOWN -> error(exchange, 503, "SlowDown");
      case FORBIDDEN -> error(exchange, 403, "AccessDenied");
      case FULL -> error(exchange, 507, "XMinioStorageFull");
      case NO_SUCH_UPLOAD -> error(exchange, 404, "NoSuchUpload");
    }
  }

  private void store(HttpExchange exchange, byte[] body) {
    boolean put = exchange.getRequestMethod().equals("PUT");
    content = put ? body : new byte[10];
    mark = exchange.getRequestHeaders().getFirst("x-amz-meta-lake-writer");
  }

  private static void error(HttpExchange exchange, int status, String code) throws IOException {
    String text = "<Error><Code>%s</Code><Message>about bucket and key</Message></Error>";
    reply(exchange, status, text.formatted(code));
  }

  private static void reply(HttpExchange exchange, int status, String xml) throws IOException {
    byte[] bytes =
        ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    exchange.getResponseHeaders().set("ETag", "\"tag\"");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
