import http from "node:http";
import https from "node:https";
import Stripe from "stripe";
import type { Config } from "../config";
import type { PaymentProvider } from "../deps";

/** Shorter than the lock of a job. Late calls are repeated with the same idempotency key. */
const TIMEOUT_MS = 10_000;

const addressOf = (url: string) => {
  const { hostname, port, protocol } = new URL(url);
  const isPlain = protocol === "http:";
  return {
    host: hostname,
    port: port === "" ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? ("http" as const) : ("https" as const),
  };
};

type AskedAgent = http.Agent & {
  addRequest(request: http.ClientRequest, ...more: unknown[]): void;
};

/**
 * Ends each call and its connection after a time, also one that is answered byte by byte: the timeout of the library
 * counts silence alone, and the library does not return its request. The agent gets it.
 */
function endingCalls(
  agent: http.Agent,
  timeoutMs: number,
): ReturnType<typeof Stripe.createNodeHttpClient> {
  const shared = agent as AskedAgent;
  return {
    getClientName: () => "node",
    makeRequest(...call) {
      const one: AskedAgent = Object.create(shared, {
        addRequest: {
          value(request: http.ClientRequest, ...more: unknown[]) {
            const late = Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" });
            const timer = setTimeout(() => request.destroy(late), timeoutMs);
            request.once("close", () => clearTimeout(timer));
            shared.addRequest(request, ...more);
          },
        },
      });
      return Stripe.createNodeHttpClient(one).makeRequest(...call);
    },
  };
}

/** Creates the client of the provider. It retries a call once; jobs retry further. */
export const openProvider = (
  { secretKey, live, apiUrl, baseUrl }: NonNullable<Config["provider"]>,
  timeoutMs = TIMEOUT_MS,
): PaymentProvider => {
  const { Agent } = apiUrl?.startsWith("http:") === true ? http : https;
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    httpClient: endingCalls(new Agent({ keepAlive: true }), timeoutMs),
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
  });
  return { stripe, country: countryOf(stripe), live, baseUrl };
};

/** Asks once. An answer is kept, because the country of an account cannot change. */
function countryOf(stripe: Stripe): PaymentProvider["country"] {
  let known: string | undefined;
  return async () => {
    known ??= await stripe.accounts.retrieveCurrent().then(
      ({ country }) => country,
      (error: unknown) => {
        if (error instanceof Stripe.errors.StripePermissionError) return undefined;
        throw error;
      },
    );
    return known;
  };
}
