package dev.lake.frontend.flight;

import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.auth.Principals;
import dev.lake.frontend.deferred.DeferredService;
import dev.lake.frontend.interactive.SqlEngine;
import dev.lake.frontend.metadata.Tables;
import io.grpc.ServerServiceDefinition;
import java.time.Clock;
import java.util.function.UnaryOperator;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Everything the server needs from others. Whoever builds it closes it, after the server.
 *
 * @param principals who may call
 * @param sealer opens and makes tickets and handles
 * @param engine parses, plans and runs statements
 * @param tables the table registry
 * @param deferred poll, cancel, renew
 * @param overlay replaces methods of the Flight service below its producer, as the redemption of
 *     parts does with DoGet; applied last
 * @param allocator parent of every allocator of the server
 * @param clock the process's clock
 */
public record FrontendServices(
    Principals principals,
    Sealer sealer,
    SqlEngine engine,
    Tables tables,
    DeferredService deferred,
    UnaryOperator<ServerServiceDefinition> overlay,
    BufferAllocator allocator,
    Clock clock) {}
