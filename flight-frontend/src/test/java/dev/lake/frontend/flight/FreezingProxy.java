package dev.lake.frontend.flight;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands between a client and a server, and can stop passing bytes on without a goodbye. */
final class FreezingProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean frozen;

  FreezingProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** From now on whatever comes is swallowed, in both directions. */
  void freeze() {
    frozen = true;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.addAll(List.of(client, server));
        threads.execute(() -> pump(client, server));
        threads.execute(() -> pump(server, client));
      }
    } catch (IOException closed) {
      return;
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[16 << 10];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (!frozen) {
          out.write(buffer, 0, read);
        }
      }
    } catch (IOException closed) {
      return;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
