/**
 * Speed, as ratios against a baseline measured in the same run. Enter by {@link
 * dev.lake.benchmarks.Benchmarks}; {@code tests/benchmarks/run --help} says how to run one.
 */
@NullMarked
package dev.lake.benchmarks;

import org.jspecify.annotations.NullMarked;
