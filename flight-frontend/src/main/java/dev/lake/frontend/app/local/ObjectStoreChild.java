package dev.lake.frontend.app.local;

import java.io.IOException;
import java.lang.reflect.Method;

/**
 * The main class of the object store's own process. It starts S3Proxy (found on that process's
 * class path only: its libraries clash with Flight's, hence the reflection) and lives as long as
 * its standard input stays open, so that it ends with its parent however the parent ends, kill -9
 * included.
 */
public final class ObjectStoreChild {
  private ObjectStoreChild() {}

  /** Arguments are S3Proxy's own. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Method main = Class.forName("org.gaul.s3proxy.Main").getMethod("main", String[].class);
    main.invoke(null, (Object) arguments);
    try {
      while (System.in.read() >= 0) {
        // The parent never writes: what counts is the end of the stream.
      }
    } catch (IOException parentGone) {
      System.err.println("Lost the parent process: " + parentGone.getMessage());
    }
    Runtime.getRuntime().halt(0);
  }
}
