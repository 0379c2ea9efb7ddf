import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  /** The port in use; differs from the wanted one when that was 0. */
  readonly port: number;
  /** Takes no more requests, answers those that run, and cuts off what still runs after `graceMs`. */
  readonly close: (graceMs: number) => Promise<void>;
}

const SECOND_MS = 1_000;
const HEADERS_MAX_BYTES = 16 * 1024;
const HEADERS_MAX_COUNT = 100;

/** Serves HTTP with limits on what a client may make us wait for (reliability B7). */
export async function listen(
  handler: RequestListener,
  { port, host }: { readonly port: number; readonly host?: string | undefined },
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: 10 * SECOND_MS,
      // A gigabyte over a slow line takes its time; bodies have deadlines of their own.
      requestTimeout: 3_600 * SECOND_MS,
      connectionsCheckingInterval: 2 * SECOND_MS,
      // Longer than the usual 60 s of load balancers, which must be the ones to close.
      keepAliveTimeout: 65 * SECOND_MS,
    },
    handler,
  );
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
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
  });
}
