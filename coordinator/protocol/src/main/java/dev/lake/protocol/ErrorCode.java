package dev.lake.protocol;

/**
 * Why something failed. The set is closed: a new code is a change of the protocol. What a client
 * sees of each is decided in one class of the frontend.
 */
public enum ErrorCode {
  SYNTAX_ERROR,
  NOT_READ_ONLY,
  MULTIPLE_STATEMENTS,
  STATEMENT_TOO_LARGE,
  STATEMENT_TOO_COMPLEX,
  UNKNOWN_TABLE,
  UNKNOWN_COLUMN,
  UNKNOWN_FUNCTION,
  INVALID_STATEMENT,
  UNSUPPORTED_TYPE,
  UNSUPPORTED_FEATURE,
  UNBOUND_PARAMETERS,
  INVALID_ARGUMENT,
  UNAUTHENTICATED,
  PERMISSION_DENIED,
  /** A handle that this deployment did not make, or not for this use. */
  TICKET_INVALID,
  TICKET_EXPIRED,
  QUERY_NOT_FOUND,
  QUERY_CANCELLED,
  QUERY_FAILED,
  /** The query had ended before the cancel arrived. */
  NOT_CANCELLABLE,
  /** The same submission id came with another statement. */
  SUBMISSION_ID_REUSED,
  RESULT_EXPIRED,
  RESULT_TOO_LARGE,
  TOO_MANY_QUERIES,
  QUEUE_TIMEOUT,
  DEADLINE_EXCEEDED,
  /** The pinned version of a dataset no longer exists. */
  VERSION_GONE,
  /** Another dataset stands where the pinned one stood. */
  DATASET_CHANGED,
  DATASET_UNREADABLE,
  DATASET_FORMAT_TOO_NEW,
  LOCATION_NOT_ALLOWED,
  TABLE_EXISTS,
  SOURCE_UNAVAILABLE,
  STORE_UNAVAILABLE,
  STORE_REJECTED,
  STORE_FULL,
  /** Counts or digests disagree, or a stored value cannot be read. */
  DATA_LOSS,
  LEADER_DEPOSED,
  UNAVAILABLE,
  CONFIG_INVALID,
  DATA_DIRECTORY_IN_USE,
  DATA_DIRECTORY_TOO_NEW,
  PORT_IN_USE,
  INTERNAL
}
