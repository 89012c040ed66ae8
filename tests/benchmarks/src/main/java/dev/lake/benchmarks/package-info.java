/** Speed, as ratios against a baseline measured in the same run. */
@NullMarked
package dev.lake.benchmarks;

import org.jspecify.annotations.NullMarked;
