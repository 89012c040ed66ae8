/**
 * Makes one attempt's staged parts the result of its query. Every step can be repeated by the same
 * leader or a later one, and the record's last write is what makes the result visible (I3). Enter
 * by {@link dev.lake.coordinator.publish.Publisher}.
 */
@NullMarked
package dev.lake.coordinator.publish;

import org.jspecify.annotations.NullMarked;
