/** The Java client of lake and its command line. */
@NullMarked
package dev.lake.client;

import org.jspecify.annotations.NullMarked;
