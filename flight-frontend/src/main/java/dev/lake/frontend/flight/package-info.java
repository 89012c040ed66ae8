/**
 * The Flight SQL server: listener, dispatch and status codes. Enter by {@code LakeFlightServer}.
 */
@NullMarked
package dev.lake.frontend.flight;

import org.jspecify.annotations.NullMarked;
