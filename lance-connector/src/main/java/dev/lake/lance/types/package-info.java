/** Arrow types as Flink types, and back without loss. */
@NullMarked
package dev.lake.lance.types;

import org.jspecify.annotations.NullMarked;
