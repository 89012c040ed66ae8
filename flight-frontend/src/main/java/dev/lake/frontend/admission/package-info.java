/**
 * Bounds on running interactive queries, per replica and tenant. Enter by {@code AdmissionGate}.
 */
@NullMarked
package dev.lake.frontend.admission;

import org.jspecify.annotations.NullMarked;
