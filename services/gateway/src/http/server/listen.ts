import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from "node:http";
import type { AddressInfo, BlockList } from "node:net";
import type { Express } from "express";
import type { Config } from "../../config";
import { isTrusted, networkOf, plainAddress } from "../request/client-address";
import { serveRequests } from "./client-error";

export interface Listening {
  /** The port in use. It differs from the option if that is 0. */
  readonly port: number;
  /** Lets running requests finish, and ends all connections after `graceMs`. */
  readonly close: (graceMs: number) => Promise<void>;
}

export interface ListenOptions extends Pick<Config, "production" | "baseUrl" | "connections"> {
  readonly port: number;
  readonly host?: string | undefined;
  /** The connections of these proxies are not counted as those of one client. */
  readonly trustedProxies: BlockList;
  readonly headersTimeoutMs?: number;
}

const SECOND_MS = 1_000;
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;
const IDLE_SWEEP_MS = 50;
const HEADERS_MAX_BYTES = 16 * 1024;
/**
 * The queue of connections that are not accepted yet. If it is full, Linux drops further ones, and
 * their clients retry after 1, 3, 7 and 15 s (docs/reliability.md#overload). The default limit of
 * Linux is 4,096.
 */
const BACKLOG = 4_096;

export interface Listener {
  readonly handler: RequestListener;
  readonly messageClasses: MessageClasses;
}

/** Serves HTTP with limits on slow clients (docs/reliability.md#malformed-http). */
export async function listen(
  { handler, messageClasses }: Listener,
  options: ListenOptions,
): Promise<Listening> {
  const { port, host, headersTimeoutMs = HEADERS_TIMEOUT_MS } = options;
  const server = createServer({
    ...messageClasses,
    maxHeaderSize: HEADERS_MAX_BYTES,
    headersTimeout: headersTimeoutMs,
    // Enough for a gigabyte over a slow connection. Bodies have their own deadlines.
    requestTimeout: 3_600 * SECOND_MS,
    connectionsCheckingInterval: Math.min(2 * SECOND_MS, headersTimeoutMs),
    // Longer than the usual 60 s of load balancers, because they must be the ones to close idle
    // connections.
    keepAliveTimeout: 65 * SECOND_MS,
    // The response of Node would not have our headers.
    requireHostHeader: false,
  });
  serveRequests(server, handler, options);
  limitConnections(server, options);
  // Node drops further headers silently. Here, `serveRequests` refuses the request.
  server.maxHeadersCount = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, backlog: BACKLOG, ...(host === undefined ? {} : { host }) }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => close(server, graceMs),
  };
}

/** An idle connection is closed to admit a new one (docs/reliability.md#overload). */
function limitConnections(
  server: Server,
  { connections: { most, mostOfClient }, trustedProxies }: ListenOptions,
): void {
  server.maxConnections = most;
  server.on("drop", () => server.closeIdleConnections());
  const openOf = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = plainAddress(socket.remoteAddress ?? "");
    if (isTrusted(address, trustedProxies)) return;
    const client = networkOf(address);
    const open = (openOf.get(client) ?? 0) + 1;
    if (open > mostOfClient) {
      server.closeIdleConnections();
      socket.destroy();
      return;
    }
    openOf.set(client, open);
    socket.once("close", () => {
      const left = (openOf.get(client) ?? 1) - 1;
      if (left === 0) openOf.delete(client);
      else openOf.set(client, left);
    });
  });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    // While the server closes, a connection becomes idle when its running request ends.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(sweep);
      resolve();
    });
  });
}

type MessageClasses = Pick<ServerOptions, "IncomingMessage" | "ServerResponse">;

/**
 * Classes with the methods that an Express application adds to requests and responses. Without them
 * Express changes the prototype of each message, and V8 then keeps all objects of a request until
 * it collects the whole heap (docs/performance.md#votes).
 */
export function messageClassesOf(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as typeof app.request;
  app.response = AppResponse.prototype as typeof app.response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
