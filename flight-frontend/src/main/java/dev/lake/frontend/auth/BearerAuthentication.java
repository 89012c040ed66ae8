package dev.lake.frontend.auth;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallInfo;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightMethod;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightServerMiddleware;
import org.apache.arrow.flight.RequestContext;
import org.apache.arrow.flight.auth2.Auth2Constants;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every Flight RPC for a bearer token. On Handshake a client may instead send Basic
 * credentials whose password is the token; it gets the bearer header back.
 */
public final class BearerAuthentication implements FlightServerMiddleware.Factory<Caller> {
  private static final Logger LOG = LoggerFactory.getLogger(BearerAuthentication.class);
  private static final int MAX_HEADER_CHARACTERS = 24_000;

  private final Principals principals;

  /** Checks against these principals, as they are at each call. */
  public BearerAuthentication(Principals principals) {
    this.principals = principals;
  }

  @Override
  public Caller onCallStarted(CallInfo info, CallHeaders incoming, RequestContext context) {
    try {
      Caller caller = authenticate(info, incoming);
      context.put(Auth2Constants.PEER_IDENTITY_KEY, caller.identity().principal().name());
      return caller;
    } catch (FlightRuntimeException e) {
      throw e;
    } catch (Throwable e) {
      // Anything else would reach the client as an empty UNKNOWN.
      LOG.error("Authentication failed unexpectedly", e);
      throw CallStatus.INTERNAL
          .withDescription("INTERNAL: cannot authenticate")
          .toRuntimeException();
    }
  }

  private Caller authenticate(CallInfo info, CallHeaders incoming) {
    RequestHeaders headers = RequestHeaders.of(incoming);
    if (principals.isAnonymous()) {
      Identity identity = principals.byToken("").orElseThrow();
      // A driver that was given a user and a password insists on a bearer header in return.
      String issued = info.method() == FlightMethod.HANDSHAKE ? "anonymous" : null;
      return new Caller(identity, headers, issued);
    }
    String header = incoming.get("authorization");
    if (header == null) {
      throw unauthenticated("no token; send the header 'authorization: Bearer <token>'");
    }
    if (header.length() > MAX_HEADER_CHARACTERS) {
      throw unauthenticated("the authorization header is too long");
    }
    boolean basic = startsWith(header, "Basic ");
    if (basic && info.method() != FlightMethod.HANDSHAKE) {
      throw unauthenticated("user and password are accepted by Handshake only");
    }
    if (!basic && !startsWith(header, "Bearer ")) {
      throw unauthenticated("the authorization header must be 'Bearer <token>'");
    }
    String token = basic ? password(header.substring(6)) : header.substring(7).strip();
    Optional<Identity> identity = token == null ? Optional.empty() : principals.byToken(token);
    return new Caller(
        identity.orElseThrow(() -> unauthenticated("the token is not known")),
        headers,
        basic ? token : null);
  }

  /** The password of Basic credentials, null if they are malformed. Go sends no padding. */
  private static @Nullable String password(String encoded) {
    try {
      String text = encoded.strip().replaceAll("=+$", "");
      String credentials = new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
      int colon = credentials.indexOf(':');
      return colon < 0 ? null : credentials.substring(colon + 1);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static boolean startsWith(String header, String scheme) {
    return header.regionMatches(true, 0, scheme, 0, scheme.length());
  }

  private static FlightRuntimeException unauthenticated(String why) {
    return CallStatus.UNAUTHENTICATED
        .withDescription("UNAUTHENTICATED: " + why)
        .toRuntimeException();
  }
}
