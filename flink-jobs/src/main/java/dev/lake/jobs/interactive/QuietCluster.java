package dev.lake.jobs.interactive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.dispatcher.DispatcherGateway;
import org.apache.flink.runtime.dispatcher.DispatcherRestEndpoint;
import org.apache.flink.runtime.dispatcher.MemoryArchivedApplicationStore;
import org.apache.flink.runtime.dispatcher.SessionDispatcherFactory;
import org.apache.flink.runtime.dispatcher.runner.DefaultDispatcherRunnerFactory;
import org.apache.flink.runtime.entrypoint.component.DefaultDispatcherResourceManagerComponentFactory;
import org.apache.flink.runtime.entrypoint.component.DispatcherResourceManagerComponentFactory;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.resourcemanager.StandaloneResourceManagerFactory;
import org.apache.flink.runtime.rest.RestEndpointFactory;
import org.apache.flink.runtime.rest.handler.RestHandlerConfiguration;
import org.apache.flink.runtime.rest.handler.RestHandlerSpecification;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelInboundHandler;

/**
 * Flink's mini-cluster with two habits taken away: it never forgot an ended job, and it answered
 * anyone on the machine over HTTP, plans with literals included.
 */
final class QuietCluster extends MiniCluster {

  private final MiniFlinkConfig config;

  QuietCluster(MiniClusterConfiguration flink, MiniFlinkConfig config) {
    super(flink);
    this.config = config;
  }

  @Override
  protected DispatcherResourceManagerComponentFactory
      createDispatcherResourceManagerComponentFactory() {
    DispatcherResourceManagerComponentFactory session =
        new DefaultDispatcherResourceManagerComponentFactory(
            DefaultDispatcherRunnerFactory.createSessionRunner(SessionDispatcherFactory.INSTANCE),
            StandaloneResourceManagerFactory.getInstance(),
            mute());
    return (settings,
        id,
        io,
        rpc,
        ha,
        blobs,
        heartbeats,
        tokens,
        metrics,
        store,
        queries,
        enrichers,
        fatal) ->
        session.create(
            settings,
            id,
            io,
            rpc,
            ha,
            blobs,
            heartbeats,
            tokens,
            metrics,
            bounded(),
            queries,
            enrichers,
            fatal);
  }

  private MemoryArchivedApplicationStore bounded() {
    return new MemoryArchivedApplicationStore(
        config.finishedFor(), config.finishedJobs(), null, null);
  }

  /** The port that Flink insists on, without a handler behind it. */
  private static RestEndpointFactory<DispatcherGateway> mute() {
    return (settings, dispatcher, resources, blobs, executor, metrics, election, fatal) -> {
      RestHandlerConfiguration rest = RestHandlerConfiguration.fromConfiguration(settings);
      return new DispatcherRestEndpoint(
          dispatcher,
          settings,
          rest,
          resources,
          blobs,
          executor,
          metrics,
          election,
          RestEndpointFactory.createExecutionGraphCache(rest),
          fatal) {
        @Override
        protected List<Tuple2<RestHandlerSpecification, ChannelInboundHandler>> initializeHandlers(
            CompletableFuture<String> localAddress) {
          return new ArrayList<>(); // Flink sorts it in place.
        }
      };
    };
  }
}
