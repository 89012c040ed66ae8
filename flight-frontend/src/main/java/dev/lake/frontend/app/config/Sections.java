package dev.lake.frontend.app.config;

import dev.lake.coordinator.dispatch.LeaderConfig;
import dev.lake.coordinator.store.QueryLimits;
import dev.lake.frontend.admission.AdmissionLimits;
import dev.lake.frontend.deferred.DeferredConfig;
import dev.lake.frontend.flight.FrontendConfig;
import dev.lake.frontend.redeem.RedeemLimits;
import dev.lake.jobs.interactive.InteractiveConfig;
import dev.lake.jobs.sql.PlannerConfig;
import dev.lake.jobs.store.S3Config;
import dev.lake.protocol.ResultLayout;
import java.nio.file.Path;
import java.util.Optional;

/** Which key of the file becomes which component of which record. */
final class Sections {
  private Sections() {}

  static LakeConfig config(ConfigSection root) {
    Listening listening = root.section("frontend", Sections::frontend);
    return new LakeConfig(
        listening.frontend(),
        listening.security(),
        root.section("planner", Sections::planner),
        root.section("interactive", Sections::interactive),
        root.section("flink", Sections::flink),
        root.section("deferred", Sections::deferred),
        root.section("redeem", Sections::redeem),
        root.section("coordinator", Sections::coordinator),
        root.section("queries", Sections::queries),
        root.section("results", Sections::results),
        root.section("sources", Sections::sources));
  }

  /** The section of the frontend is two records: what it is told and what it is given. */
  private record Listening(FrontendConfig frontend, Security security) {}

  private static Listening frontend(ConfigSection in) {
    FrontendConfig defaults = FrontendConfig.defaults();
    Certificate certificate = in.section("tls", Sections::certificate);
    Security.Tokens tokens =
        in.constant("principals", Security.Tokens.class, Security.Tokens.GENERATED);
    FrontendConfig frontend =
        new FrontendConfig(
            in.text("host", defaults.host()),
            in.whole("port", 0, 65_535, defaults.port()),
            certificate.files(),
            in.text("audience", defaults.audience()),
            wire(in, defaults.wire()),
            admission(in, defaults.admission()),
            in.count("max-tables", defaults.maxTables()),
            in.size("query-memory", defaults.queryMemoryBytes()),
            in.duration("ticket-lifetime", defaults.ticketLifetime()),
            in.duration("shutdown-grace", defaults.shutdownGrace()));
    return new Listening(frontend, new Security(certificate.source(), tokens));
  }

  /** Where the certificate comes from, and its files where they are the user's. */
  private record Certificate(Security.Tls source, Optional<FrontendConfig.TlsFiles> files) {}

  private static Certificate certificate(ConfigSection in) {
    Security.Tls source = in.constant("source", Security.Tls.class, Security.Tls.GENERATED);
    Optional<Path> chain = in.optionalText("certificate").map(Path::of);
    Optional<Path> key = in.optionalText("private-key").map(Path::of);
    boolean wanted = source == Security.Tls.FILES;
    if (chain.isPresent() != wanted) {
      throw in.problem("certificate", "is given if, and only if, frontend.tls.source is files");
    }
    if (key.isPresent() != wanted) {
      throw in.problem("private-key", "is given if, and only if, frontend.tls.source is files");
    }
    return new Certificate(
        source, chain.flatMap(file -> key.map(own -> new FrontendConfig.TlsFiles(file, own))));
  }

  private static FrontendConfig.WireLimits wire(
      ConfigSection in, FrontendConfig.WireLimits defaults) {
    return new FrontendConfig.WireLimits(
        in.smallSize("max-message", defaults.messageBytes()),
        in.smallSize("max-headers", defaults.headerBytes()),
        in.smallSize("pending-bytes", defaults.pendingBytes()),
        in.duration("keep-alive", defaults.keepAlive()),
        in.duration("keep-alive-timeout", defaults.keepAliveTimeout()));
  }

  private static AdmissionLimits admission(ConfigSection in, AdmissionLimits defaults) {
    return new AdmissionLimits(
        in.count("max-running", defaults.running()),
        in.count("max-running-per-tenant", defaults.runningPerTenant()),
        in.count("max-waiting", defaults.waiting()),
        in.duration("queue-wait", defaults.queueWait()));
  }

  private static PlannerConfig planner(ConfigSection in) {
    PlannerConfig defaults = PlannerConfig.defaults();
    return new PlannerConfig(
        in.count("threads", defaults.threads()),
        in.count("max-waiting", defaults.waiting()),
        in.duration("timeout", defaults.timeout()),
        in.count("max-abandoned", defaults.maxAbandoned()),
        in.whole("cached-plans", 0, Integer.MAX_VALUE, defaults.cachedPlans()),
        in.duration("cached-for", defaults.cachedFor()));
  }

  private static InteractiveConfig interactive(ConfigSection in) {
    InteractiveConfig defaults = InteractiveConfig.defaults();
    return new InteractiveConfig(
        in.size("batch-bytes", defaults.batchBytes()),
        in.size("max-batch-bytes", defaults.maxBatchBytes()),
        in.size("max-row-bytes", defaults.maxRowBytes()),
        in.size("max-result-bytes", defaults.maxResultBytes()),
        in.duration("run-time", defaults.runTime()),
        in.duration("flush-after", defaults.flushAfter()),
        in.flag("direct-scan", defaults.directScan()),
        in.count("scan-threads", defaults.scanThreads()));
  }

  private static FlinkSettings flink(ConfigSection in) {
    return new FlinkSettings(
        in.size("managed-bytes-per-slot", 32L << 20),
        in.size("network-bytes", 128L << 20),
        in.size("spill-bytes", 16L << 30),
        in.count("export-parallelism", 1));
  }

  private static DeferredConfig deferred(ConfigSection in) {
    DeferredConfig defaults = DeferredConfig.defaults();
    return new DeferredConfig(
        in.duration("poll-hold", defaults.hold()),
        in.whole("max-held-polls", 0, Integer.MAX_VALUE, defaults.heldPolls()),
        in.duration("run-time", defaults.runTime()),
        in.duration("result-lifetime", defaults.resultLifetime()),
        in.duration("ticket-lifetime", defaults.ticketLifetime()),
        new ResultLayout(
            in.size("part-bytes", defaults.layout().partBytes()),
            in.count("max-parts", defaults.layout().maxParts())));
  }

  private static RedeemLimits redeem(ConfigSection in) {
    RedeemLimits defaults = RedeemLimits.defaults();
    return new RedeemLimits(
        in.count("max-streams", defaults.streams()),
        in.count("connections", defaults.comfortableConnections()),
        in.size("max-message", defaults.messageBytes()));
  }

  private static LeaderConfig coordinator(ConfigSection in) {
    LeaderConfig defaults = LeaderConfig.DEFAULTS;
    return new LeaderConfig(
        in.count("max-running", defaults.maxRunning()),
        in.count("max-running-per-tenant", defaults.maxRunningPerTenant()),
        in.counts("tenant-weights"),
        in.duration("max-queued", defaults.maxQueued()),
        in.count("max-attempts", defaults.maxAttempts()),
        in.size("max-result-bytes", defaults.maxResultBytes()),
        in.size("max-result-bytes-per-tenant", defaults.maxResultBytesPerTenant()),
        in.duration("reconcile-every", defaults.reconcileEvery()),
        in.duration("publish-every", defaults.publishEvery()),
        in.duration("stop-timeout", defaults.stopTimeout()),
        in.duration("retry-after", defaults.retryAfter()),
        in.duration("retention", defaults.retention()),
        in.duration("grace", defaults.grace()),
        in.duration("tombstone", defaults.tombstone()),
        in.duration("sweep-every", defaults.sweepEvery()),
        in.duration("orphan-age", defaults.orphanAge()));
  }

  private static QueryLimits queries(ConfigSection in) {
    return new QueryLimits(
        in.count("max-records-per-tenant", QueryLimits.DEFAULTS.recordsPerTenant()));
  }

  private static StoreSettings results(ConfigSection in) {
    Optional<Path> directory = in.optionalText("directory").map(Path::of);
    Optional<StoreSettings.S3Service> external = service(in);
    if (directory.isPresent() && external.isPresent()) {
      throw in.problem("directory", "and results.endpoint are two places for the same results");
    }
    return new StoreSettings(
        directory,
        external,
        in.text("bucket", "results"),
        in.text("prefix", ""),
        in.constant("checksums", S3Config.Checksums.class, S3Config.Checksums.WHEN_SUPPORTED));
  }

  private static SourceSettings sources(ConfigSection in) {
    return new SourceSettings(in.texts("allow"), service(in));
  }

  private static Optional<StoreSettings.S3Service> service(ConfigSection in) {
    Optional<String> endpoint = in.optionalText("endpoint");
    String region = in.text("region", "us-east-1");
    Optional<Path> credentials = in.optionalText("credentials-file").map(Path::of);
    boolean pathStyle = in.flag("path-style", true);
    if (endpoint.isPresent() != credentials.isPresent()) {
      throw in.problem(
          endpoint.isPresent() ? "credentials-file" : "endpoint",
          "is missing: endpoint and credentials-file are given together, or neither for the"
              + " embedded object store");
    }
    return endpoint.flatMap(
        url -> credentials.map(file -> new StoreSettings.S3Service(url, region, file, pathStyle)));
  }
}
