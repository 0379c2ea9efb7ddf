import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { TooManyRequests } from "@polls/domain/refusals";
import { openQueuesOfBoard, type QueueBackend, type QueuesOfBoard } from "@polls/jobs";
import { type Logger, redactDeep } from "@polls/telemetry";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import type { OperatorCredentials } from "../config";
import { RATE_WINDOW_MS, type RateLimiter } from "../http/limits/rate-limit";
import { networkOf, plainAddress } from "../http/request/client-address";

/** The path of the board, at the address of the metrics. */
const BOARD_PATH = "/ops/queues";

/** A page of the board that takes longer fails. */
const ANSWER_MS = 10_000;

/** Its own scripts and styles. Fonts of another site that its page names are not loaded. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const UNAVAILABLE =
  "The queues do not answer. Jobs wait in the outbox until they do: see npm run ops -- doctor.\n";

export interface QueueBoard {
  readonly handle: RequestListener;
  close(): Promise<void>;
}

interface BoardOptions {
  readonly credentials: OperatorCredentials;
  readonly backend: QueueBackend;
  readonly rateLimiter: RateLimiter;
  readonly log: Logger;
}

/** Read-only, because the outbox decides the state of a job. Packages load with the first page. */
export function createQueueBoard({
  credentials,
  backend,
  rateLimiter,
  log,
}: BoardOptions): QueueBoard {
  let opened: Promise<OpenBoard> | undefined;
  const closeOpened = async () => {
    const board = opened;
    opened = undefined;
    await board?.then(({ queues }) => queues.close());
  };

  const show: RequestHandler = async (request, response, next) => {
    opened ??= openBoard(backend, (err) => log.debug({ err }, "queue board"));
    const board = opened;
    try {
      const { queues, pages } = await board;
      await queues.check();
      pages(request, response, next);
    } catch (err) {
      log.debug({ err }, "queue board");
      if (opened === board) await closeOpened();
      response.status(503).setHeader("Retry-After", "5").type("text").send(UNAVAILABLE);
    }
  };

  const app = express();
  app.disable("x-powered-by");
  app.use(BOARD_PATH, requireOperator(credentials, rateLimiter), readOnly, withoutSecrets, show);
  app.use(((_request, response) => {
    response.status(404).type("text").send("Page not found\n");
  }) satisfies RequestHandler);
  app.use(answerErrors(log));
  return { handle: app, close: closeOpened };
}

interface OpenBoard {
  readonly queues: QueuesOfBoard;
  readonly pages: RequestHandler;
}

async function openBoard(
  backend: QueueBackend,
  onError: (error: Error) => void,
): Promise<OpenBoard> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import("@bull-board/api"),
    import("@bull-board/api/bullMQAdapter"),
    import("@bull-board/express"),
  ]);
  const queues = openQueuesOfBoard(backend, onError);
  const serverAdapter = new ExpressAdapter().setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter,
    // Otherwise it would show the addresses of worker machines.
    options: { uiConfig: { boardTitle: "Queues", showWorkers: false, hideDocsLink: true } },
  });
  return { queues, pages: serverAdapter.getRouter() as RequestHandler };
}

const readOnly: RequestHandler = ({ method }, response, next) => {
  if (method === "GET" || method === "HEAD") return next();
  response.status(405).setHeader("Allow", "GET, HEAD").type("text").send("Method not allowed\n");
};

/** Removes secrets from the data and errors of all jobs, and ends responses that take too long. */
const withoutSecrets: RequestHandler = (_request, response, next) => {
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Cache-Control", "no-store");
  const json = response.json.bind(response);
  response.json = (body) => json(redactDeep(body));
  const timer = setTimeout(() => {
    if (!response.headersSent) response.status(503).type("text").send(UNAVAILABLE);
    else response.destroy();
  }, ANSWER_MS);
  response.once("close", () => clearTimeout(timer));
  next();
};

const answerErrors =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    if (response.headersSent) return void response.destroy();
    if (error instanceof TooManyRequests) {
      response.status(429).setHeader("Retry-After", String(error.retryAfterSeconds));
      return void response.type("text").send("Too many wrong passwords\n");
    }
    log.error({ err: error }, "queue board failed");
    response.status(500).type("text").send("Internal error\n");
  };

/** Wrong passwords per minute and network. */
const WRONG_PASSWORDS_MAX = 10;

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** By HTTP Basic authentication, in constant time, with few wrong passwords per minute. */
function requireOperator(
  { user, password }: OperatorCredentials,
  rateLimiter: RateLimiter,
): RequestHandler {
  const expected = digestOf(`${user}:${password}`);
  return (request, response, next) => {
    const key = `operator:${networkOf(plainAddress(request.socket.remoteAddress ?? ""))}`;
    const budget = rateLimiter.peek(key, WRONG_PASSWORDS_MAX, RATE_WINDOW_MS);
    if (!budget.allowed) throw new TooManyRequests(budget.resetSeconds);
    const credentials = credentialsIn(request.headers.authorization);
    if (credentials !== undefined && timingSafeEqual(digestOf(credentials), expected))
      return next();
    if (credentials !== undefined) rateLimiter.take(key, WRONG_PASSWORDS_MAX, RATE_WINDOW_MS);
    response.setHeader("WWW-Authenticate", 'Basic realm="operators", charset="UTF-8"');
    response.status(401).type("text").send("Log in as the operator.\n");
  };
}

function credentialsIn(header: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? "") ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
}
