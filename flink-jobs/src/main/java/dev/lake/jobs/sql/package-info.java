/**
 * From the text of a statement to a plan over pinned snapshots. Enter by {@link
 * dev.lake.jobs.sql.StatementParser}, then {@link dev.lake.jobs.sql.SnapshotPlanner}.
 */
@NullMarked
package dev.lake.jobs.sql;

import org.jspecify.annotations.NullMarked;
