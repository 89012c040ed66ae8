package dev.lake.frontend.stream;

import java.util.concurrent.Executor;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What every stream of the server shares.
 *
 * @param allocator parent of each stream's allocator
 * @param streamBytes Arrow memory of one stream
 * @param streams where batches are moved; its tasks never wait
 * @param workers where statements are planned and resources given back; its tasks may wait
 */
public record StreamResources(
    BufferAllocator allocator, long streamBytes, Executor streams, Executor workers) {

  /** Memory for one stream. */
  public BufferAllocator forStream(String name) {
    return allocator.newChildAllocator(name, 0, streamBytes);
  }
}
