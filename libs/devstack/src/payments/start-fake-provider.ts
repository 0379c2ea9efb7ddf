import http from "node:http";
import type { AddressInfo } from "node:net";
import type Stripe from "stripe";
import { answerCall } from "./api";
import { checkoutPage, onboardingPage, performAction } from "./checkout-page";
import { createProvider, type FakeProvider } from "./provider";
import { loadState, saveState } from "./provider-state";
import { requireAnswer } from "./validate-answer";
import { BadRequest } from "./validate-request";
import { openWebhooks, type WebhookOptions, type Webhooks } from "./webhooks";

type RawError = Parameters<typeof Stripe.errors.StripeError.generate>[0];

/** An error that the provider answers, with the fields of its own type. */
export interface FakeRefusal extends Pick<RawError, "code" | "param" | "message"> {
  readonly status: number;
  readonly type: Stripe.RawErrorType;
}

/**
 * A fault of a call. Before the effect: an error status, which after `500_kept` and refusals also
 * answers later calls with the same key. After the effect: an error status or a lost response.
 */
export type FakeFault = "500" | "500_kept" | "500_after" | "429" | "lost_answer" | FakeRefusal;

export interface FakeOptions {
  readonly webhooks: WebhookOptions;
  readonly port?: number;
  /** The file of its state. It survives restarts. */
  readonly stateFile?: string;
  readonly now?: () => Date;
  readonly fault?: (call: {
    readonly method: string;
    readonly path: string;
    /** The `Idempotency-Key`. A repeated request has the key of the first one. */
    readonly key: string | undefined;
  }) => FakeFault | undefined;
}

export interface FakeProviderServer {
  readonly url: string;
  readonly provider: FakeProvider;
  readonly webhooks: Webhooks;
  readonly stop: () => Promise<void>;
}

interface FakeAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * A fake payment provider for development and tests: API, checkout page, webhooks. Throws in
 * production.
 */
export async function startFakeProvider(options: FakeOptions): Promise<FakeProviderServer> {
  if (process.env.NODE_ENV === "production") {
    throw new Error("the fake payment provider does not run in production");
  }
  const { stateFile, now = () => new Date(), fault = () => undefined } = options;
  const state = loadState(stateFile);
  const webhooks = openWebhooks(options.webhooks, now);
  const server = http.createServer();
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(state, { now, url, happened: webhooks.tell });

  server.on("request", (request, response) => {
    void answer(request, response).finally(() => saveState(stateFile, state));
  });

  async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const { pathname, search } = new URL(request.url ?? "/", url());
    const method = request.method ?? "";
    const [, page, id] = /^\/(checkout|onboarding)\/([^/]+)$/.exec(pathname) ?? [];
    if (page !== undefined && id !== undefined) {
      return showPage(
        response,
        page,
        id,
        method === "POST" ? new URLSearchParams(body) : undefined,
      );
    }
    const header = request.headers["idempotency-key"];
    const key = typeof header === "string" && method === "POST" ? header : undefined;
    const wrong = fault({ method, path: pathname, key });
    if (wrong === "429") return say(response, error(429, "rate_limit_error", "Too many requests"));
    if (wrong === "500") return say(response, error(500, "api_error", "Something went wrong"));
    const form = method === "GET" ? search.slice(1) : body;
    const done = callOnce(method, pathname, form, key, wrong);
    if (wrong === "lost_answer") return void request.socket.destroy();
    return say(response, done);
  }

  /**
   * Stores the first response for a key, even an error, and repeats it
   * (docs/reliability.md#payment-provider-failures).
   */
  function callOnce(
    method: string,
    path: string,
    form: string,
    key: string | undefined,
    wrong: FakeFault | undefined,
  ): FakeAnswer {
    const fingerprint = `${method} ${path} ${form}`;
    const kept = key === undefined ? undefined : state.answers[key];
    if (kept !== undefined) {
      return kept.fingerprint === fingerprint
        ? kept
        : error(
            400,
            "idempotency_error",
            "Keys for idempotent requests can only be used with the same parameters",
          );
    }
    const broken = error(500, "api_error", "Something went wrong");
    const refused = typeof wrong === "object" ? refusalOf(wrong) : undefined;
    const made = wrong === "500_kept" ? broken : (refused ?? call(method, path, form));
    const outcome = wrong === "500_after" ? broken : made;
    if (key !== undefined) state.answers[key] = { fingerprint, ...outcome };
    return outcome;
  }

  function call(method: string, path: string, form: string): FakeAnswer {
    try {
      const made = answerCall(provider, `${method} ${path}`, form);
      if (made === undefined) {
        return error(404, "invalid_request_error", `Unrecognized request URL (${method}: ${path})`);
      }
      const body = JSON.stringify(made);
      requireAnswer(JSON.parse(body));
      return { status: 200, body };
    } catch (problem) {
      // Reports a defect of the fake provider as an error of the caller's request.
      if (!(problem instanceof BadRequest)) return error(500, "api_error", String(problem));
      const { message, param, code, status } = problem;
      return error(status, "invalid_request_error", message, { param, code });
    }
  }

  /** A page, or where to go from it. `form` is what a button of the page sent. */
  function show(page: string, id: string, form: URLSearchParams | undefined) {
    if (page === "onboarding") {
      const next =
        form === undefined
          ? provider.accounts.openLink(id)
          : provider.accounts.leaveOnboarding(id, form.get("action") === "finish");
      return next === undefined ? { html: onboardingPage() } : { next };
    }
    if (form === undefined) return { html: checkoutPage(provider, id) };
    const { action, amount } = { action: form.get("action"), amount: form.get("amount") };
    return { next: performAction(provider, id, { action, amount }) ?? `/checkout/${id}` };
  }

  function showPage(response: http.ServerResponse, ...page: Parameters<typeof show>) {
    try {
      const { html, next } = show(...page);
      if (html === undefined) response.writeHead(303, { Location: next }).end();
      else response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html);
    } catch (problem) {
      if (!(problem instanceof BadRequest)) throw problem;
      response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end(problem.message);
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  return {
    url: url(),
    provider,
    webhooks,
    async stop() {
      webhooks.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      saveState(stateFile, state);
    },
  };
}

const error = (
  status: number,
  type: string,
  message: string,
  more: { readonly param?: string | undefined; readonly code?: string | undefined } = {},
): FakeAnswer => ({ status, body: JSON.stringify({ error: { type, message, ...more } }) });

const refusalOf = ({ status, type, message = "Refused", ...more }: FakeRefusal) =>
  error(status, type, message, more);

const say = (response: http.ServerResponse, { status, body }: FakeAnswer): void => {
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
};
