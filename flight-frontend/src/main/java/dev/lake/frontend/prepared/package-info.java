/**
 * Prepared statements as sealed handles; the server keeps nothing. Enter by {@code
 * PreparedService}.
 */
@NullMarked
package dev.lake.frontend.prepared;

import org.jspecify.annotations.NullMarked;
