package dev.lake.coordinator.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and ZooKeeper, and loses a reply when told to: the connection breaks
 * after the server has acted.
 */
public final class ReplyDropper implements AutoCloseable {
  private final int target;
  private final ServerSocket listener;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean armed = new AtomicBoolean();
  private final AtomicInteger dropped = new AtomicInteger();

  public ReplyDropper(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    executor.execute(this::accept);
  }

  public String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** The next reply is lost. */
  public void dropNext() {
    armed.set(true);
  }

  public int dropped() {
    return dropped.get();
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(server);
        executor.execute(() -> pump(client, server, false));
        executor.execute(() -> pump(server, client, true));
      }
    } catch (IOException e) {
      // Closed.
      return;
    }
  }

  private void pump(Socket from, Socket to, boolean replies) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (replies && armed.compareAndSet(true, false)) {
          dropped.incrementAndGet();
          return;
        }
        out.write(buffer, 0, read);
        out.flush();
      }
    } catch (IOException e) {
      // The other side's end is this side's end.
      return;
    } finally {
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    executor.shutdownNow();
  }
}
