import http from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@polls/testing";

export interface Received {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Responds to one request. `nth` counts from 1. */
type Script = (response: http.ServerResponse, request: Received & { readonly nth: number }) => void;

/** Responds with a status and no body. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Script =>
  (response) =>
    void response.writeHead(code, headers).end();

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts an endpoint that records its requests. It ends with the test file. */
export async function startReceiver() {
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
  const port = await listen(server, "the receiver of webhooks");
  return {
    url: `http://127.0.0.1:${port}/polls`,
    received,
    /** Sets how to respond. The default is 200. */
    answer: (next: Script) => {
      script = next;
    },
  };
}
