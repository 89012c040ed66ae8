package dev.lake.jobs.store;

import java.time.Instant;

/**
 * An upload that is neither completed nor aborted.
 *
 * @param key the key it would become visible at
 * @param uploadId the store's own name for it
 * @param initiated when it began, by the store's clock
 */
public record UploadInfo(String key, String uploadId, Instant initiated) {}
