package dev.lake.coordinator.store;

import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.TestingServer;

/** A real ZooKeeper in this JVM, and clients of it. */
public final class ZooKeeperFixture implements AutoCloseable {
  private final TestingServer server;
  private final List<CuratorFramework> clients = new ArrayList<>();

  public ZooKeeperFixture() throws Exception {
    server = new TestingServer(true);
  }

  /** Another client with a session of its own. */
  public CuratorFramework client() {
    return client(server.getConnectString());
  }

  /** One that connects elsewhere, for instance to a proxy. */
  public CuratorFramework client(String address) {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(address)
            .sessionTimeoutMs(10_000)
            .connectionTimeoutMs(5_000)
            .retryPolicy(new RetryNTimes(20, 100))
            .build();
    client.start();
    clients.add(client);
    return client;
  }

  public TestingServer server() {
    return server;
  }

  @Override
  public void close() throws Exception {
    clients.forEach(CuratorFramework::close);
    server.close();
  }
}
