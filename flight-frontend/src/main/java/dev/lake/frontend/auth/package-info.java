/** Who calls: bearer tokens, principals and their grants. Enter by {@code Principals}. */
@NullMarked
package dev.lake.frontend.auth;

import org.jspecify.annotations.NullMarked;
