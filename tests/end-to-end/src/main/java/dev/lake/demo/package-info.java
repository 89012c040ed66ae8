/** The demo: every step of a first day with lake, with stock clients. */
@NullMarked
package dev.lake.demo;

import org.jspecify.annotations.NullMarked;
