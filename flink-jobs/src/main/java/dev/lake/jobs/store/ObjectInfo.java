package dev.lake.jobs.store;

import java.time.Instant;

/**
 * What the store knows of one visible object.
 *
 * @param key the key, without the store's own prefix
 * @param size in bytes
 * @param etag changes whenever the object is replaced
 * @param lastModified by the store's clock
 */
public record ObjectInfo(String key, long size, String etag, Instant lastModified) {}
