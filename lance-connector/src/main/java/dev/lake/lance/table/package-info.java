/**
 * Lance datasets as Flink tables: {@code 'connector' = 'lance'}.
 *
 * <p>Enter by {@link dev.lake.lance.table.LanceTableFactory}.
 */
@NullMarked
package dev.lake.lance.table;

import org.jspecify.annotations.NullMarked;
