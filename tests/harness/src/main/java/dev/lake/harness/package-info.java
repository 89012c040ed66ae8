/** Starts real lake processes and the services they need, for tests. */
@NullMarked
package dev.lake.harness;

import org.jspecify.annotations.NullMarked;
