/**
 * The words that lake's processes exchange: validated immutable values, and one codec per wire
 * format.
 */
@NullMarked
package dev.lake.protocol;

import org.jspecify.annotations.NullMarked;
