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

/** Creates the client of the provider. It retries a call once; jobs retry further. */
export const openProvider = ({
  secretKey,
  live,
  apiUrl,
  baseUrl,
}: NonNullable<Config["provider"]>): PaymentProvider => {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
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
