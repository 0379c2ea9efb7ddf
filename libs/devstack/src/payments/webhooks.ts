import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import Stripe from "stripe";

/** Where events go, and what goes wrong on the way. */
export interface WebhookOptions {
  /** Asked for each event; without an address nobody is told. */
  readonly address: () => string | undefined;
  readonly secret: string;
  /** For each event: after how many milliseconds it is delivered, each time; empty: never. */
  readonly deliveries?: (type: string) => readonly number[];
}

export interface Webhooks {
  readonly tell: (type: Stripe.Event["type"], object: object) => void;
  /** Resolves once nothing is on its way. */
  readonly idle: () => Promise<void>;
  readonly close: () => void;
}

/** Pauses until a delivery that was not taken is repeated; then it is given up. */
const RETRIES_MS = [200, 1_000, 3_000, 10_000] as const;
const ANSWER_MS = 5_000;

/** Signs events as the provider does, and delivers them until they are taken. */
export function openWebhooks(
  { address, secret, deliveries = () => [0] }: WebhookOptions,
  now: () => Date,
): Webhooks {
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const under = new Set<Promise<void>>();
  const ending = new AbortController();
  // Everything that is on its way listens: hundreds at once are no leak.
  setMaxListeners(0, ending.signal);

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        ending.signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      ending.signal.addEventListener("abort", end);
    });

  async function deliver(payload: string, to: string): Promise<void> {
    for (const wait of [...RETRIES_MS, undefined]) {
      if (ending.signal.aborted) return;
      const header = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: seconds(),
      });
      const answer = await fetch(to, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Stripe-Signature": header },
        body: payload,
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ending.signal]),
      }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.ok === true || wait === undefined) return;
      await pause(wait);
    }
  }

  return {
    tell(type, object) {
      const url = address();
      if (url === undefined) return;
      const payload = JSON.stringify({
        ...{ id: `evt_${randomBytes(12).toString("hex")}`, object: "event", type },
        ...{ api_version: Stripe.API_VERSION, created: seconds() },
        ...{ livemode: false, pending_webhooks: 1, request: null, data: { object } },
      });
      for (const afterMs of deliveries(type)) {
        const delivery = pause(afterMs)
          .then(() => deliver(payload, url))
          .finally(() => under.delete(delivery));
        under.add(delivery);
      }
    },
    async idle() {
      while (under.size > 0) await Promise.all(under);
    },
    close: () => ending.abort(),
  };
}
