package dev.lake.jobs.materialize;

import dev.lake.protocol.Digest;
import dev.lake.protocol.SchemaBytes;
import java.util.Optional;

/**
 * What the manifest or the ticket says of a part.
 *
 * @param schema if present, the part must begin with exactly this schema message
 * @param rows in all batches together
 * @param bytes of the whole object, end marker included
 * @param digest over all bytes
 * @param maxBodyBytes a larger body of one message is refused before anything is allocated
 */
public record IpcExpectation(
    Optional<SchemaBytes> schema, long rows, long bytes, Digest digest, long maxBodyBytes) {}
