/** What drivers ask about the server and its tables. Enter by {@code MetadataService}. */
@NullMarked
package dev.lake.frontend.metadata;

import org.jspecify.annotations.NullMarked;
