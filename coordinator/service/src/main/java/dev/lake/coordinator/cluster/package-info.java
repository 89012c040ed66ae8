/** Where export jobs run. Enter by {@link dev.lake.coordinator.cluster.ClusterGateway}. */
@NullMarked
package dev.lake.coordinator.cluster;

import org.jspecify.annotations.NullMarked;
