package dev.lake.frontend.stream;

import dev.lake.frontend.status.Statuses;
import dev.lake.jobs.interactive.ResultCursor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves batches from a cursor to a Flight stream, driven by events: a client that does not read, or
 * a cursor that has nothing yet, costs no thread. Steps run one after the other on a small pool.
 *
 * <p>Create it inside {@code getStream} (Flight keeps its handlers in plain fields, so they are set
 * before any other thread is involved); then, from any thread, exactly one of {@link #begin} or
 * {@link #fail}.
 */
public final class BatchPump {
  private static final Logger LOG = LoggerFactory.getLogger(BatchPump.class);

  /** After so many batches in one go other streams get a turn. */
  private static final int TURN = 16;

  /**
   * What is streamed; the pump closes the cursor, then the allocator.
   *
   * @param schema of every batch
   * @param cursor where the batches come from
   * @param allocator of the batches and of the stream itself
   */
  public record Source(Schema schema, ResultCursor cursor, BufferAllocator allocator) {}

  private record Open(ResultCursor cursor, VectorSchemaRoot root, VectorLoader loader) {}

  private final ServerStreamListener listener;
  private final Executor streams;
  private final Executor workers;
  private final Runnable released;
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean gone;
  private volatile @Nullable Runnable onGone;
  private volatile @Nullable Source source;
  private @Nullable Open open; // only inside a step

  /**
   * A pump to this listener.
   *
   * @param released runs once at the very end, when everything was given back
   */
  public BatchPump(ServerStreamListener listener, StreamResources resources, Runnable released) {
    this.listener = listener;
    this.streams = resources.streams();
    this.workers = resources.workers();
    this.released = released;
    listener.setOnReadyHandler(this::kick);
    listener.setOnCancelHandler(this::clientGone);
  }

  /** Sets what runs when the client goes before {@link #begin}; runs at once if it has gone. */
  public void onGone(Runnable callback) {
    onGone = callback;
    if (gone) {
      callback.run();
    }
  }

  /** Whether the client has gone. */
  public boolean gone() {
    return gone || listener.isCancelled();
  }

  /** Streams the source to its end. */
  public void begin(Source newSource) {
    source = newSource;
    newSource.cursor().onReady(this::kick);
    kick();
  }

  /** Ends the stream with an error, before anything was streamed. */
  public void fail(Throwable failure) {
    if (ended.compareAndSet(false, true)) {
      if (!gone()) {
        listener.error(Statuses.of(failure));
      }
      giveBack();
    }
  }

  private void clientGone() {
    gone = true;
    Runnable callback = onGone;
    if (callback != null) {
      callback.run();
    }
    kick();
  }

  private void kick() {
    if (source != null && pending.getAndIncrement() == 0) {
      streams.execute(this::run);
    }
  }

  private void run() {
    int seen = pending.get();
    do {
      if (step()) {
        streams.execute(this::run); // still counted as pending: nobody else schedules it
        return;
      }
      seen = pending.addAndGet(-seen);
    } while (seen != 0);
  }

  /** Moves what can be moved now; true if there is more but others should have a turn. */
  private boolean step() {
    if (ended.get()) {
      return false;
    }
    try {
      for (int moved = 0; moved < TURN; moved++) {
        if (gone()) {
          end();
          return false;
        }
        if (!listener.isReady() || !move()) {
          return false;
        }
      }
      return true;
    } catch (Throwable failure) {
      if (!gone()) {
        listener.error(Statuses.of(failure));
      }
      end();
      return false;
    }
  }

  /** Moves one batch; false if there is none now, or none any more. */
  private boolean move() {
    Open current = opened();
    ResultCursor.Step next = current.cursor().poll();
    if (next instanceof ResultCursor.Batch batch) {
      send(current, batch.rows());
      return true;
    }
    if (next instanceof ResultCursor.End) {
      listener.completed();
      end();
    }
    return false;
  }

  private void send(Open current, VectorSchemaRoot rows) {
    try (rows) {
      try (ArrowRecordBatch batch = new VectorUnloader(rows).getRecordBatch()) {
        current.loader().load(batch);
      }
      listener.putNext();
    } finally {
      current.root().clear();
    }
  }

  private Open opened() {
    Open current = open;
    if (current == null) {
      Source from = source;
      if (from == null) {
        throw new IllegalStateException("A pump runs only once it has a source");
      }
      VectorSchemaRoot root = VectorSchemaRoot.create(from.schema(), from.allocator());
      current = new Open(from.cursor(), root, new VectorLoader(root));
      open = current;
      listener.start(root);
    }
    return current;
  }

  private void end() {
    if (ended.compareAndSet(false, true)) {
      giveBack();
    }
  }

  private void giveBack() {
    Open current = open;
    Source from = source;
    workers.execute(
        () -> {
          quietly(current == null ? null : current.root());
          if (from == null) {
            released.run();
            return;
          }
          from.cursor().cancel();
          CompletableFuture<?> unused =
              from.cursor().released().whenCompleteAsync((done, never) -> giveBack(from), workers);
        });
  }

  private void giveBack(Source from) {
    quietly(from.cursor());
    quietly(from.allocator());
    released.run();
  }

  /** What cannot be given back must not keep the rest from being given back. */
  private static void quietly(@Nullable AutoCloseable resource) {
    if (resource == null) {
      return;
    }
    try {
      resource.close();
    } catch (Exception e) {
      LOG.error("A stream could not give back its {}", resource.getClass().getSimpleName(), e);
    }
  }
}
