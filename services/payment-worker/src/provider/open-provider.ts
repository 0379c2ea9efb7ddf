import type { IncomingMessage } from "node:http";
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

/**
 * Ends each call after a time, also one that is answered byte by byte: the timeout of the library counts silence
 * alone. If the head is late, its connection ends with the limits of Node.
 */
function endingCalls(timeoutMs: number): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...call) {
      let end: (error: Error) => void = () => undefined;
      const isLate = new Promise<never>((_, reject) => {
        end = reject;
      });
      const timer = setTimeout(
        () => end(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" })),
        timeoutMs,
      );
      try {
        const response = await Promise.race([client.makeRequest(...call), isLate]);
        const incoming = response.getRawResponse() as IncomingMessage;
        end = (error) => incoming.destroy(error);
        incoming.once("close", () => clearTimeout(timer));
        return response;
      } catch (error) {
        clearTimeout(timer);
        throw error;
      }
    },
  };
}

/** Creates the client of the provider. It retries a call once; jobs retry further. */
export const openProvider = (
  { secretKey, live, apiUrl, baseUrl }: NonNullable<Config["provider"]>,
  timeoutMs = TIMEOUT_MS,
): PaymentProvider => {
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    httpClient: endingCalls(timeoutMs),
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
