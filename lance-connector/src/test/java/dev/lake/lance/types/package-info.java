/** Tests of the types package. */
@NullMarked
package dev.lake.lance.types;

import org.jspecify.annotations.NullMarked;
