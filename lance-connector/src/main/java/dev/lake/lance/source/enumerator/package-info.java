/**
 * Dividing a scan and handing out its shares.
 *
 * <p>Enter by {@link dev.lake.lance.source.enumerator.LanceEnumerator}.
 */
@NullMarked
package dev.lake.lance.source.enumerator;

import org.jspecify.annotations.NullMarked;
