/** The Flight SQL service. */
@NullMarked
package dev.lake.frontend.flight;

import org.jspecify.annotations.NullMarked;
