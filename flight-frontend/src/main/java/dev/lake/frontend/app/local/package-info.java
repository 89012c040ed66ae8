/**
 * What one machine needs to be a whole lake: a data directory that one process holds at a time, an
 * object store as a child process, an embedded ZooKeeper, a certificate of its own. Enter by {@link
 * dev.lake.frontend.app.local.DataDirectory}.
 */
@NullMarked
package dev.lake.frontend.app.local;

import org.jspecify.annotations.NullMarked;
