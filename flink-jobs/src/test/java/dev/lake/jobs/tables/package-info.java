/** Real tables for the tests of this module. */
@NullMarked
package dev.lake.jobs.tables;

import org.jspecify.annotations.NullMarked;
