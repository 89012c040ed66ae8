/** From the text of a statement to a plan over pinned snapshots. */
@NullMarked
package dev.lake.jobs.sql;

import org.jspecify.annotations.NullMarked;
