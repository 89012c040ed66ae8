/**
 * The result store: objects of a bucket or of a local directory, written once and never replaced.
 *
 * <p>Enter by {@link dev.lake.jobs.store.ObjectStore}. Both stores behave as one contract test
 * says, including what happens when an answer is lost.
 */
@NullMarked
package dev.lake.jobs.store;

import org.jspecify.annotations.NullMarked;
