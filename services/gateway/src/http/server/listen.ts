import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, BlockList } from "node:net";
import type { Config, ConnectionLimits } from "../../config";
import { serveRequests } from "../replies/client-error";
import { isTrusted, networkOf, plainAddress } from "../request/client-address";
import type { MessageClasses } from "./message-classes";

export interface Listening {
  /** The port in use; another one than in the options where that is 0. */
  readonly port: number;
  /** Accepts no more requests, answers the running ones, and ends connections after `graceMs`. */
  readonly close: (graceMs: number) => Promise<void>;
}

export interface ListenOptions extends Pick<Config, "production" | "baseUrl"> {
  readonly port: number;
  readonly host?: string | undefined;
  readonly connections: ConnectionLimits;
  /** Their connections are not counted as of one client. */
  readonly trustedProxies: BlockList;
  /** The time for the headers of a request to arrive. */
  readonly headersTimeoutMs?: number;
}

const SECOND_MS = 1_000;
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;
const IDLE_SWEEP_MS = 50;
const HEADERS_MAX_BYTES = 16 * 1024;
const HEADERS_MAX_COUNT = 100;
/**
 * Connections that wait to be accepted. Linux drops further ones, whose clients try again after 1, 3, 7 and
 * 15 s (docs/reliability.md#overload). Its own limit is 4,096.
 */
const BACKLOG = 4_096;

/** What serves requests, and the classes of its requests and responses. */
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
    // Time for a gigabyte over a slow line; bodies have deadlines of their own.
    requestTimeout: 3_600 * SECOND_MS,
    connectionsCheckingInterval: Math.min(2 * SECOND_MS, headersTimeoutMs),
    // Longer than the usual 60 s of load balancers, which must close idle connections first.
    keepAliveTimeout: 65 * SECOND_MS,
    // Node would answer without our headers.
    requireHostHeader: false,
  });
  serveRequests(server, handler, options);
  limitConnections(server, options);
  server.maxHeadersCount = HEADERS_MAX_COUNT;
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

/**
 * Closes connections above the limits when they are opened. Those that wait for a next request make room for
 * the one after (docs/reliability.md#too-many-connections).
 */
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
    // A connection stays open for the next request after its running one ends.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(sweep);
      resolve();
    });
  });
}
