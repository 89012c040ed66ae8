/** Stock clients of other languages against a real lake, one test per check. */
@NullMarked
package dev.lake.clients;

import org.jspecify.annotations.NullMarked;
