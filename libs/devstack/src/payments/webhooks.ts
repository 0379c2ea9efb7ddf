import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import Stripe from "stripe";
import { requireAnswer } from "./validate-answer";

/** The endpoint of the events, and the delays of deliveries. */
export interface WebhookOptions {
  /** Called for each event. If it returns undefined, the event is not delivered. */
  readonly address: () => string | undefined;
  readonly secret: string;
  /** The delays of an event's deliveries in milliseconds. Empty: it is not delivered. */
  readonly deliveries?: (type: string) => readonly number[];
}

export interface Webhooks {
  /** Reports an event, of a connected account if `account` is its id. */
  readonly tell: (type: Stripe.Event["type"], object: object, account?: string) => void;
  /** Resolves when no delivery is pending. */
  readonly idle: () => Promise<void>;
  readonly close: () => void;
}

/** The pauses before the retries of a refused delivery. */
const RETRIES_MS = [200, 1_000, 3_000, 10_000] as const;
const ANSWER_MS = 5_000;

/** Signs events like the provider, and delivers each until the endpoint accepts it. */
export function openWebhooks(
  { address, secret, deliveries = () => [0] }: WebhookOptions,
  now: () => Date,
): Webhooks {
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const pending = new Set<Promise<void>>();
  const ending = new AbortController();
  // Each pending delivery adds a listener. Hundreds at a time are not a leak.
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
    tell(type, object, account) {
      const url = address();
      if (url === undefined) return;
      requireAnswer(JSON.parse(JSON.stringify(object)));
      const payload = JSON.stringify({
        id: `evt_${randomBytes(12).toString("hex")}`,
        object: "event",
        type,
        api_version: Stripe.API_VERSION,
        created: seconds(),
        livemode: false,
        pending_webhooks: 1,
        request: null,
        data: { object },
        // Events of a connected account contain its id.
        ...(account === undefined ? {} : { account }),
      });
      for (const afterMs of deliveries(type)) {
        const delivery = pause(afterMs)
          .then(() => deliver(payload, url))
          .finally(() => pending.delete(delivery));
        pending.add(delivery);
      }
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
    close: () => ending.abort(),
  };
}
