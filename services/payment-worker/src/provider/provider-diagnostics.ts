import type { BaseUrl } from "@polls/config";
import {
  connectedAccountEvents,
  PROVIDER_WEBHOOK_PATH,
  providerEventTypes,
} from "@polls/domain/payments";
import { type Diagnostic, type Finding, failed, ok, warning } from "@polls/runtime";
import Stripe from "stripe";
import type { Config } from "../config";

type Provider = NonNullable<Config["provider"]>;

const PAGE = 100;

/** The kind of the key, whether it is accepted, and whether events come to this service. */
export const providerDiagnostics = (
  { provider, production, connect }: Pick<Config, "provider" | "production" | "connect">,
  stripe: Stripe | undefined,
): readonly Diagnostic[] => {
  if (provider === undefined || stripe === undefined) {
    const off = ok("this service takes no payments, as STRIPE_SECRET_KEY is not set");
    return [{ name: "payment key", run: async () => off }];
  }
  return [
    {
      name: "payment key",
      remedy: "look at the network of the payment worker, and at the provider",
      async run() {
        try {
          // The worker reads these every hour.
          await stripe.refunds.list({ limit: 1 });
        } catch (error) {
          return refusedKey(error);
        }
        return findingOfKey(provider, production);
      },
    },
    {
      name: "payment webhook",
      remedy: "look at the network of the payment worker, and at the provider",
      async run() {
        if (provider.apiUrl !== undefined) return ok("events come from the fake provider");
        return findingOfWebhooks(
          stripe,
          provider.baseUrl,
          connect === undefined
            ? providerEventTypes
            : [...providerEventTypes, ...connectedAccountEvents],
        );
      },
    },
  ];
};

function findingOfKey({ secretKey, live, apiUrl }: Provider, production: boolean): Finding {
  if (apiUrl !== undefined) {
    return ok(`a fake provider at ${new URL(apiUrl).host} takes the key: no money moves`);
  }
  const kind = `${secretKey.startsWith("rk_") ? "a restricted" : "a secret"} ${live ? "live" : "test"} key`;
  if (live === production) return ok(`${kind} works`);
  return live
    ? warning(`${kind} works, outside of production`, "set NODE_ENV=production, or a test key")
    : warning(`${kind} works: no money moves`, "set a live key where money is to move");
}

function refusedKey(error: unknown): Finding {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return failed("the provider refuses the key", "set a valid STRIPE_SECRET_KEY");
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return failed("the key may not read refunds", "give it the rights that docs/payments.md names");
  }
  throw error;
}

async function findingOfWebhooks(
  stripe: Stripe,
  baseUrl: BaseUrl,
  needed: readonly string[],
): Promise<Finding> {
  const address = baseUrl.url(PROVIDER_WEBHOOK_PATH);
  let endpoints: readonly Stripe.WebhookEndpoint[];
  try {
    ({ data: endpoints } = await stripe.webhookEndpoints.list({ limit: PAGE }));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
    return warning("the key may not read webhook endpoints", "check them in the dashboard");
  }
  const own = endpoints.filter(({ url, status }) => url === address && status === "enabled");
  if (own.length === 0) {
    return failed("the provider has no enabled endpoint for this service", `add ${address} there`);
  }
  const sent = new Set(own.flatMap(({ enabled_events: events }) => events));
  const missing = sent.has("*") ? [] : needed.filter((type) => !sent.has(type));
  if (missing.length === 0) return ok("the provider sends all events to this service");
  return failed(`the endpoint lacks ${missing.join(", ")}`, "add these events in the dashboard");
}
