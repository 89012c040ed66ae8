package dev.lake.jobs.materialize;

/**
 * One checked message of a part. Its body comes next in the stream.
 *
 * @param schema whether this is the schema, which is the first message and has no body
 * @param offset where the message starts in the part
 * @param metadata the flatbuffer, padded, without the marker and length before it: what Flight
 *     calls the data header; not copied
 * @param bodyBytes how many bytes of body follow
 * @param rows of a record batch
 */
@SuppressWarnings("ArrayRecordComponent") // handed on as it stands, compared by nobody
public record IpcFrame(boolean schema, long offset, byte[] metadata, int bodyBytes, long rows) {}
