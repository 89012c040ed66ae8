/**
 * What holds of a whole lake: tests against the real process, one shared server per class. Enter by
 * any of its test classes.
 */
@NullMarked
package dev.lake.endtoend;

import org.jspecify.annotations.NullMarked;
