import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { atFileEnd } from "@polls/testing";

export interface Received {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Responds to one request. `nth` counts from 1. */
type Script = (response: http.ServerResponse, request: Received & { readonly nth: number }) => void;

/** A client's endpoint on this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets how to respond. The default is 200. */
  readonly answer: (script: Script) => void;
}

/** Responds with a status and no body. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Script =>
  (response) =>
    void response.writeHead(code, headers).end();

/** Starts an endpoint that records its requests. It ends with the test file. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let script = status(200);
  const server = http.createServer(async (request, response) => {
    response.on("error", () => undefined);
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const one = { path: request.url ?? "", headers: request.headers, body };
    received.push(one);
    script(response, { ...one, nth: received.length });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  atFileEnd("the receiver of webhooks", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/polls`,
    received,
    answer: (next) => {
      script = next;
    },
  };
}
