import { signingSecrets } from "@polls/db";
import { deliveryRefusal, type WebhookEventType, webhookBody } from "@polls/domain/webhooks";
import type { Handler } from "@polls/jobs";
import { type Delivery, type DeliveryOutcome, findDue, record } from "../deliveries";
import { judgeAttempt, switchOffOf } from "../delivery/judge-attempt";
import type { PostResult } from "../delivery/post";
import { signedHeaders } from "../delivery/sign";
import type { WebhookDeps } from "../deps";

/** The least delay of an attempt while its owner's slow endpoints use their share; at most twice that. */
const PUT_OFF_MS = 5_000;

/**
 * Makes one attempt to deliver an event. A process that dies between the answer of the endpoint and its
 * record makes the same attempt again, with the same id (docs/reference/webhooks.md#duplicates-and-order).
 */
export const deliver: Handler<{ deliveryId: string; attempt: number }, WebhookDeps> = async (
  { deliveryId, attempt },
  { db, post, shares, settings, clock },
  run,
) => {
  const delivery = await findDue(db, BigInt(deliveryId), attempt);
  if (delivery === undefined) return;
  const refusal = deliveryRefusal(delivery.webhook, delivery.event);
  if (refusal !== undefined) {
    const data = { state: "failed", problem: problems[refusal], nextAttemptAt: null };
    return record(db, delivery, { delivery: data }, run.done);
  }
  const leave = shares.enter(ownerOf(delivery));
  if (leave === undefined) return record(db, delivery, putOff(delivery, clock()), run.done);
  try {
    const answer = await post(messageOf(delivery, settings, clock()), run.signal);
    await record(db, delivery, outcomeOf(delivery, answer, clock()), run.done);
  } finally {
    leave();
  }
};

const ownerOf = ({ webhook }: Delivery): string =>
  `${webhook.ownerAccountId ?? ""}/${webhook.ownerOrganizationId ?? ""}`;

/** The same attempt, a little later: the sweep sends it. */
const putOff = ({ attempts }: Delivery, now: Date): DeliveryOutcome => ({
  delivery: {
    asked: attempts,
    nextAttemptAt: new Date(now.getTime() + PUT_OFF_MS * (1 + Math.random())),
  },
});

const problems = {
  switched_off: "the webhook is switched off",
  deleted: "the webhook is deleted",
} as const;

function messageOf(
  { webhook, event }: Delivery,
  { origin, keys }: WebhookDeps["settings"],
  now: Date,
) {
  const type = event.type as WebhookEventType;
  const subject = { subjectId: event.subjectId ?? undefined, subjectIds: event.subjectIds };
  const body = webhookBody({ ...event, ...subject, type }, origin);
  return {
    url: webhook.url,
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "polls-webhooks/1",
      ...signedHeaders({ id: event.publicId, at: now, body }, signingSecrets(webhook, keys, now)),
    },
  };
}

function outcomeOf(
  { attempts, roundFrom }: Delivery,
  answer: PostResult,
  now: Date,
): DeliveryOutcome {
  const verdict = judgeAttempt({ answer, nth: attempts + 1 - roundFrom, chance: Math.random() });
  const seen = {
    attempts: attempts + 1,
    responseStatus: "status" in answer ? answer.status : null,
    problem: "problem" in answer ? answer.problem : null,
    lastAttemptAt: now,
  };
  if (verdict.kind === "delivered") {
    return { delivery: { ...seen, state: "delivered", nextAttemptAt: null }, webhook: "succeeds" };
  }
  if (verdict.kind === "retry") {
    const nextAttemptAt = new Date(now.getTime() + verdict.inMs);
    return {
      delivery: { ...seen, nextAttemptAt },
      webhook: (failingSince) => ({ failingSince: failingSince ?? now }),
    };
  }
  return {
    delivery: { ...seen, state: "failed", nextAttemptAt: null },
    webhook: (since) => {
      const failingSince = since ?? now;
      const because = switchOffOf(verdict, failingSince, now);
      return {
        failingSince,
        ...(because !== undefined && { switchedOffAt: now, switchedOffBecause: because }),
      };
    },
  };
}
