package dev.lake.frontend.app.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lake.coordinator.dispatch.LeaderConfig;
import dev.lake.coordinator.store.QueryLimits;
import dev.lake.frontend.deferred.DeferredConfig;
import dev.lake.frontend.flight.FrontendConfig;
import dev.lake.frontend.redeem.RedeemLimits;
import dev.lake.jobs.interactive.InteractiveConfig;
import dev.lake.jobs.sql.PlannerConfig;
import dev.lake.protocol.LakeException;
import java.nio.file.Path;

/**
 * Everything that can be configured, one record per component. Defaults are each component's own;
 * what the file leaves out keeps them.
 *
 * @param frontend the Flight server
 * @param security which certificate and which tokens it uses
 * @param planner statements to plans
 * @param interactive bounds of streamed answers
 * @param flink the embedded cluster
 * @param deferred submission and polling of materialized queries
 * @param redeem download of parts
 * @param coordinator the leader
 * @param queries what a tenant may hold
 * @param results where results are kept
 * @param sources where tables may lie
 */
public record LakeConfig(
    FrontendConfig frontend,
    Security security,
    PlannerConfig planner,
    InteractiveConfig interactive,
    FlinkSettings flink,
    DeferredConfig deferred,
    RedeemLimits redeem,
    LeaderConfig coordinator,
    QueryLimits queries,
    StoreSettings results,
    SourceSettings sources) {

  /** What an empty file means. */
  public static LakeConfig defaults() {
    return parse("");
  }

  /**
   * Reads a file.
   *
   * @throws LakeException CONFIG_INVALID, naming the file, the key and for a misspelt one the
   *     nearest
   */
  public static LakeConfig read(Path file) {
    String text = ConfigFile.text(file);
    try {
      return parse(text);
    } catch (LakeException e) {
      throw new LakeException(e.code(), e, "%s (in %s)", e.getMessage(), file);
    }
  }

  static LakeConfig parse(String yaml) {
    return of(ConfigFile.parse(yaml));
  }

  private static LakeConfig of(ObjectNode root) {
    return ConfigSection.root(root).readAll(Sections::config);
  }
}
