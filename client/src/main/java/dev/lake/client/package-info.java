/**
 * The Java client of lake: statements, exports that survive restarts, and the table registry. Enter
 * by {@link dev.lake.client.LakeClient}.
 */
@NullMarked
package dev.lake.client;

import org.jspecify.annotations.NullMarked;
