/**
 * Streams published parts of deferred results, message by message as they were stored. Enter by
 * {@link dev.lake.frontend.redeem.PartDoGet}.
 */
@NullMarked
package dev.lake.frontend.redeem;

import org.jspecify.annotations.NullMarked;
