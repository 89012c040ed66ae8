package dev.lake.frontend.auth;

import dev.lake.protocol.QueryId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightServerMiddleware;
import org.apache.arrow.flight.grpc.ServerInterceptorAdapter;
import org.jspecify.annotations.Nullable;

/**
 * One authenticated call: who makes it, with which of our request headers, and what its response
 * headers say. Exists for every Flight RPC that passed {@link BearerAuthentication}.
 */
public final class Caller implements FlightServerMiddleware {
  /** Where a call finds its caller. */
  public static final Key<Caller> KEY = Key.of("lake-caller");

  /** Response header: the query that the call is about. */
  public static final String QUERY_ID_HEADER = "x-lake-query-id";

  private final Identity identity;
  private final RequestHeaders headers;
  private final @Nullable String issuedToken;
  private volatile @Nullable QueryId query;

  Caller(Identity identity, RequestHeaders headers, @Nullable String issuedToken) {
    this.identity = identity;
    this.headers = headers;
    this.issuedToken = issuedToken;
  }

  /** The caller of the call that this thread is accepting; only while it is being accepted. */
  public static Caller current() {
    Map<Key<?>, FlightServerMiddleware> middleware =
        Objects.requireNonNull(ServerInterceptorAdapter.SERVER_MIDDLEWARE_KEY.get());
    return (Caller) Objects.requireNonNull(middleware.get(KEY));
  }

  /** Who calls, with the grants in force when the call began. */
  public Identity identity() {
    return identity;
  }

  /** Our own request headers. */
  public RequestHeaders headers() {
    return headers;
  }

  /** Names the query in the response header {@value #QUERY_ID_HEADER}; call before answering. */
  public void about(QueryId id) {
    query = id;
  }

  /** The query this call is about, as far as known. */
  public Optional<QueryId> query() {
    return Optional.ofNullable(query);
  }

  @Override
  public void onBeforeSendingHeaders(CallHeaders outgoing) {
    if (issuedToken != null) {
      outgoing.insert("authorization", "Bearer " + issuedToken);
    }
    QueryId id = query;
    if (id != null) {
      outgoing.insert(QUERY_ID_HEADER, id.toString());
    }
  }

  @Override
  public void onCallCompleted(CallStatus status) {
    // Calls are counted by the outermost interceptor, which also sees those rejected here.
  }

  @Override
  public void onCallErrored(Throwable error) {
    // Every error was logged where it was given its status.
  }
}
