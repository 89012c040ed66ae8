package dev.lake.jobs.store;

/**
 * What became of an exclusive create. An outcome that stays unknown is an exception, never a guess.
 */
public enum CreateOutcome {
  /** This very call made the object, even when a repeat of the request was told that it exists. */
  CREATED,
  /** Somebody else's object is there; nothing was changed. */
  EXISTS
}
