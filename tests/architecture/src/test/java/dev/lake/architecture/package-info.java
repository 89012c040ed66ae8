/** The rules of the code's shape: which module may know which, and what no class may do. */
@NullMarked
package dev.lake.architecture;

import org.jspecify.annotations.NullMarked;
