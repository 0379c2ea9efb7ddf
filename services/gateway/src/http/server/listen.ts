import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answerClientErrors } from "../replies/client-error";

export interface Listening {
  /** The port in use; another one than in the options where that is 0. */
  readonly port: number;
  /** Accepts no more requests, answers the running ones, and ends connections after `graceMs`. */
  readonly close: (graceMs: number) => Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  readonly host?: string | undefined;
  /** The time for the headers of a request to arrive. */
  readonly headersTimeoutMs?: number;
}

const SECOND_MS = 1_000;
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;
const IDLE_SWEEP_MS = 50;
const HEADERS_MAX_BYTES = 16 * 1024;
const HEADERS_MAX_COUNT = 100;

/** Serves HTTP with limits on slow clients (docs/reliability.md#malformed-http). */
export async function listen(
  handler: RequestListener,
  { port, host, headersTimeoutMs = HEADERS_TIMEOUT_MS }: ListenOptions,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: headersTimeoutMs,
      // Time for a gigabyte over a slow line; bodies have deadlines of their own.
      requestTimeout: 3_600 * SECOND_MS,
      connectionsCheckingInterval: Math.min(2 * SECOND_MS, headersTimeoutMs),
      // Longer than the usual 60 s of load balancers, which must close idle connections first.
      keepAliveTimeout: 65 * SECOND_MS,
    },
    handler,
  );
  answerClientErrors(server);
  server.maxHeadersCount = HEADERS_MAX_COUNT;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => close(server, graceMs),
  };
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
