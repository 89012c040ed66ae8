/**
 * Which tables there are, where their datasets lie and which version a query reads. Enter by {@link
 * dev.lake.coordinator.registry.TableRegistry}.
 */
@NullMarked
package dev.lake.coordinator.registry;

import org.jspecify.annotations.NullMarked;
