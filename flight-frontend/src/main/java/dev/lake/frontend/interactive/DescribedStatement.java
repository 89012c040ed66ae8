package dev.lake.frontend.interactive;

import dev.lake.jobs.sql.Statement;
import dev.lake.protocol.SnapshotSet;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A statement that was authorized, pinned and planned.
 *
 * @param statement the parsed statement
 * @param snapshots the exact version of every table it reads (I2)
 * @param schema the one schema of its answer (I1)
 */
public record DescribedStatement(Statement statement, SnapshotSet snapshots, Schema schema) {}
