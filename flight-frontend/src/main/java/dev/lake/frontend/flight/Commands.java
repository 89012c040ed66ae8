package dev.lake.frontend.flight;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Optional;

/** Flight SQL commands as they stand in descriptors, tickets and action bodies. */
final class Commands {
  private static final String TYPE_PREFIX = "type.googleapis.com/arrow.flight.protocol.sql.";

  private Commands() {}

  /** The command in the bytes; empty if they are something else, such as a sealed handle. */
  static Optional<Any> parse(byte[] bytes) {
    try {
      Any command = Any.parseFrom(bytes);
      return command.getTypeUrl().startsWith(TYPE_PREFIX) ? Optional.of(command) : Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }

  /** The command's name, for messages. */
  static String name(Any command) {
    String name = command.getTypeUrl().substring(TYPE_PREFIX.length());
    return name.substring(0, Math.min(name.length(), 64));
  }

  static <T extends Message> T unpack(Any command, Class<T> type) {
    try {
      return command.unpack(type);
    } catch (InvalidProtocolBufferException e) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, e, "The body of %s is damaged", type.getSimpleName());
    }
  }

  /** The body of an action that carries a Flight SQL message. */
  static <T extends Message> T body(byte[] bytes, Class<T> type) {
    Any command =
        parse(bytes)
            .filter(any -> any.is(type))
            .orElseThrow(
                () ->
                    new LakeException(
                        ErrorCode.INVALID_ARGUMENT,
                        "The action's body is not a %s",
                        type.getSimpleName()));
    return unpack(command, type);
  }

  /** A plain message of the Flight protocol. */
  interface Parser<T> {
    T parse(byte[] bytes) throws InvalidProtocolBufferException;
  }

  static <T> T message(byte[] bytes, String what, Parser<T> parser) {
    try {
      return parser.parse(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new LakeException(ErrorCode.INVALID_ARGUMENT, e, "The body of %s is damaged", what);
    }
  }

  static LakeException unknown(String what) {
    return new LakeException(ErrorCode.UNSUPPORTED_FEATURE, "lake does not support %s", what);
  }
}
