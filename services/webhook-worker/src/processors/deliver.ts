import { signingSecrets } from "@polls/db/tokens";
import { freeSlots, giveBackSlots, reserveDelivery } from "@polls/db/webhooks";
import {
  type DeliveryProblem,
  deliveryRefusal,
  type WebhookEventType,
  webhookBody,
} from "@polls/domain/webhooks";
import type { Handler } from "@polls/jobs";
import { type Delivery, type DeliveryOutcome, findDue, record } from "../deliveries";
import { judgeAttempt, switchOffOf } from "../delivery/judge-attempt";
import type { PostResult } from "../delivery/post";
import { signedHeaders } from "../delivery/sign";
import { siteOf } from "../delivery/site-of";
import type { WebhookDeps } from "../deps";

/** Of an attempt while its owner's slow endpoints use their share; at most twice that. */
const PUT_OFF_MS = 5_000;
/** A shorter wait is not worth a search. */
const LONG_WAIT_MS = 5_000;
/** A slot that passed longer ago is reserved again, to spread deliveries after an outage. */
const SLOT_LASTS_MS = 30_000;

/**
 * Makes one attempt to deliver an event. If the process dies between the response of the endpoint
 * and its record, the same attempt is made again, with the same id
 * (docs/reference/webhooks.md#duplicates-and-order).
 */
export const deliver: Handler<{ deliveryId: string; attempt: number }, WebhookDeps> = async (
  { deliveryId, attempt },
  deps,
  run,
) => {
  const { db, post, shares, pacer, settings, clock } = deps;
  const delivery = await findDue(db, BigInt(deliveryId), attempt);
  if (delivery === undefined) return;
  const refusal = deliveryRefusal(delivery.webhook, delivery.event);
  if (refusal !== undefined) {
    return record(deps, delivery, { delivery: failed(problems[refusal]) }, run.done);
  }
  const now = clock();
  const pace = { owner: ownerOf(delivery), site: siteOf(delivery.webhook.url), now };
  const own = slotOf(delivery, now);
  const slot = own ?? (await reserveSlot(deps, delivery, pace));
  if (slot === undefined) {
    const delayed = failed("too many deliveries wait for this site");
    return record(deps, delivery, { delivery: delayed }, run.done);
  }
  if (slot > now) return record(deps, delivery, putOff(delivery, slot), run.done);
  const key = `${pace.owner} ${pace.site}`;
  if (own === undefined) pacer.note(key, now);
  else {
    // Slots that passed while the worker was busy would be used all at once.
    const lateMs = pacer.admit(key, now);
    if (lateMs > 0) {
      const later = new Date(now.getTime() + lateMs);
      return record(deps, delivery, putOff(delivery, later), run.done);
    }
  }
  const leave = shares.enter(ownerOf(delivery));
  if (leave === undefined) {
    const later = new Date(now.getTime() + PUT_OFF_MS * (1 + Math.random()));
    return record(deps, delivery, putOff(delivery, later), run.done);
  }
  try {
    const answer = await post(messageOf(delivery, settings, clock()), run.signal);
    await record(deps, delivery, outcomeOf(delivery, answer, clock()), run.done);
  } finally {
    leave();
  }
};

/** Before a long wait, slots of the owner that no delivery will use are given back. */
async function reserveSlot(
  { db, paces, settings: { rates } }: WebhookDeps,
  { webhook }: Delivery,
  pace: Parameters<typeof reserveDelivery>[1],
): Promise<Date | undefined> {
  const { owner, site, now } = pace;
  const slot = await reserveDelivery(paces, pace, rates);
  if (slot !== undefined && slot.getTime() - now.getTime() < LONG_WAIT_MS) return slot;
  const freed = await freeSlots(db, webhook, now);
  if (freed.length === 0) return slot;
  const unused = slot === undefined ? [] : [{ site, slots: 1 }];
  for (const { url, slots } of freed) unused.push({ site: siteOf(url), slots });
  for (const { site, slots } of unused) {
    await giveBackSlots(paces, { owner, site, now }, slots, rates);
  }
  return reserveDelivery(paces, pace, rates);
}

const ownerOf = ({ webhook }: Delivery): string =>
  webhook.ownerOrganizationId === null
    ? `account:${webhook.ownerAccountId}`
    : `organization:${webhook.ownerOrganizationId}`;

/** The slot of this attempt, if it has one of its site: in the future if the job is repeated. */
const slotOf = (
  { attempts, slotFor, slotUrl, nextAttemptAt, webhook: { url } }: Delivery,
  now: Date,
): Date | undefined =>
  slotFor === attempts + 1 &&
  nextAttemptAt !== null &&
  siteOf(slotUrl ?? url) === siteOf(url) &&
  now.getTime() - nextAttemptAt.getTime() <= SLOT_LASTS_MS
    ? nextAttemptAt
    : undefined;

/** Schedules the same attempt for later; the sweep sends it. It needs no further slot in the database. */
const putOff = ({ attempts, webhook: { url } }: Delivery, until: Date): DeliveryOutcome => ({
  delivery: { asked: attempts, slotFor: attempts + 1, slotUrl: url, nextAttemptAt: until },
});

const failed = (problem: DeliveryProblem): DeliveryOutcome["delivery"] => ({
  state: "failed",
  problem,
  nextAttemptAt: null,
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
  const nth = attempts + 1 - roundFrom;
  const verdict = judgeAttempt({ answer, nth, now, chance: Math.random() });
  const seen = {
    attempts: attempts + 1,
    responseStatus: "status" in answer ? answer.status : null,
    problem: "problem" in answer ? answer.problem : null,
    lastAttemptAt: now,
    slotUrl: null,
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
