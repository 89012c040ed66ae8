/**
 * What tests and tools need of a whole lake: one as a process of its own, and tables to ask. Enter
 * by {@link dev.lake.harness.StandaloneLake} and {@link dev.lake.harness.DemoTables}.
 */
@NullMarked
package dev.lake.harness;

import org.jspecify.annotations.NullMarked;
