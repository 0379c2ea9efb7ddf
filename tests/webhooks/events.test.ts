// Covers docs/reference/opt-in.md: confirming
// Covers docs/reference/webhooks.md: events, opened-and-closed, votes

import { linkToken } from "@polls/db/tokens";
import type { WebhookEventType } from "@polls/domain/webhooks";
import { buildWebhook } from "@polls/testing";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import {
  createSettledVotes,
  followMissedPolls,
  tellPhases,
  tellVotes,
} from "../../services/webhook-worker/testing";
import { sharePayments } from "../payments/payment-fixture";

const fixture = sharePayments();
const owner = shareAccount(fixture.gateway);
beforeAll(async () => {
  await buildWebhook(fixture.gateway.db, { ownerAccountId: owner.id });
});
beforeEach(() => fixture.gateway.db.prisma.webhookEvent.deleteMany());

const asOwner = async (line: string, body?: unknown) => {
  const token = owner.privateToken;
  const answer = await fixture.gateway.request(line, { token, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};
const asVisitor = async (line: string, body: unknown) =>
  (await fixture.gateway.request(line, { token: owner.publicToken, identifier: "v", body })).body;

/** Types and subjects of the events so far, in the order of arrival. */
async function told(): Promise<readonly (readonly [string, string | null, string | null])[]> {
  const events = await fixture.gateway.db.prisma.webhookEvent.findMany({
    orderBy: { id: "asc" },
    include: { deliveries: true },
  });
  for (const { deliveries } of events) expect(deliveries).toHaveLength(1);
  return events.map(({ type, subjectId, pollHash }) => [type, subjectId, pollHash]);
}

const makePoll = async (settings: object = {}) => {
  const poll = await owner.buildPoll({ settings: { ...settings } });
  return { poll, hash: poll.memberHash, path: `/api/v1/polls/${poll.memberHash}` };
};

// Events: poll.updated, poll.deleted
test("a poll is changed and deleted", async () => {
  const { poll, hash, path } = await makePoll();
  const mine = await buildWebhook(fixture.gateway.db, {
    ownerAccountId: owner.id,
    pollId: poll.id,
  });
  await asOwner(`PATCH ${path}`, { poll: { title: "Elsewhere" } });
  await asOwner(`DELETE /api/v1/polls/${poll.adminHash}`);
  const events = await fixture.gateway.db.prisma.webhookEvent.findMany({
    orderBy: { id: "asc" },
    include: { deliveries: true },
  });
  expect(
    events.map(({ type, pollHash, deliveries }) => [type, pollHash, deliveries.length]),
  ).toEqual([
    ["poll.updated", hash, 2],
    ["poll.deleted", hash, 2],
  ]);
  const gone = await fixture.gateway.request(`GET /api/v1/webhooks/${mine.publicId}`, {
    token: owner.privateToken,
  });
  expect(gone.status).toBe(404);
});

// Events: vote.cast, poll.closed, poll.opened
test("votes are cast, and requests close and open a poll", async () => {
  const { poll, hash, path } = await makePoll();
  const { db } = fixture.gateway;
  const needs = { db, clock: () => new Date(), settledVotes: createSettledVotes(db) };
  await followMissedPolls(needs);
  const soup = (await asOwner(`POST ${path}/options`, { option: { content: "Soup" } })).id;
  const { id } = await asVisitor(`POST ${path}/voters`, { voter: { user_name: "Ada" } });
  const vote = { voter_id: id, option_id: soup, vote: { vote: 1 } };
  const cast = await asVisitor(`POST ${path}/votes`, vote);
  await db.prisma.webhookEvent.deleteMany();
  const due = () =>
    db.prisma.webhookCursor.updateMany({
      where: { pollId: poll.id },
      data: { nextCheckAt: new Date(0) },
    });
  const ofPoll = async () => (await told()).filter(([, , pollHash]) => pollHash === hash);
  for (let tries = 0; tries < 50 && (await ofPoll()).length === 0; tries++) {
    await due();
    await tellVotes(needs);
  }
  for (const status of ["closed", "active"]) {
    await asOwner(`PATCH ${path}`, { poll: { status } });
    await tellPhases(needs);
  }
  expect(await ofPoll()).toEqual(
    ["vote.cast", "poll.updated", "poll.closed", "poll.updated", "poll.opened"].map((type) => [
      ...[type, null, hash],
    ]),
  );
  const { subjectIds } = await db.prisma.webhookEvent.findFirstOrThrow({
    where: { type: "vote.cast", pollId: poll.id },
  });
  expect(subjectIds).toEqual([cast.id]);
});

// Events: option.created, option.updated, option.deleted
test("creating, changing or deleting an option causes an event for every caller; a refused change causes none", async () => {
  const { hash, path } = await makePoll({ allow_new_options: true });
  const { id } = await asVisitor(`POST ${path}/options`, { option: { content: "Soup" } });
  await asVisitor(`POST ${path}/options`, { option: { content: "Soup", unknown: 1 } });
  await asOwner(`PATCH ${path}/options/${id}`, { option: { content: "Stew" } });
  await asOwner(`DELETE ${path}/options/${id}`);
  expect(await told()).toEqual([
    ["option.created", id, hash],
    ["option.updated", id, hash],
    ["option.deleted", id, hash],
  ]);
});

// Events: participant.created
test("a participant is created; a refused request creates none", async () => {
  const { hash, path } = await makePoll({ require_voter_name: true });
  const { id } = await asVisitor(`POST ${path}/voters`, { voter: { user_name: "Ada" } });
  await asVisitor(`POST ${path}/voters`, { voter: {} });
  expect(await told()).toEqual([["participant.created", id, hash]]);
});

// Events: participant.confirmed
test("an address is confirmed, once", async () => {
  const { hash, path } = await makePoll({ double_opt_in: true });
  const voter = { user_name: "Ada", optin_email: "ada@example.org" };
  const { id } = await asVisitor(`POST ${path}/voters`, { voter });
  expect(await told()).toEqual([["participant.created", id, hash]]);
  const { address, mail } = await fixture.gateway.db.prisma.optIn.findFirstOrThrow({
    where: { participant: { publicId: id } },
    include: { mail: true },
  });
  const nonce = mail?.nonce ?? new Uint8Array();
  const key = fixture.gateway.deps.config.keys.mailLinks.signing;
  const token = linkToken(key, { purpose: "opt_in", nonce, address });
  for (let press = 0; press < 2; press++) {
    expect((await fixture.gateway.request(`POST /opt-in/${token}`)).status).toBe(200);
  }
  expect(await told()).toEqual([
    ["participant.created", id, hash],
    ["participant.confirmed", id, hash],
  ]);
});

/** A poll with a fee, and a voter who is about to pay it. */
async function openCheckout() {
  const { poll, hash, path } = await makePoll({ voting_fee: 500, voting_fee_type: "voting_fee" });
  await asVisitor(`POST ${path}/voters`, { voter: { user_name: "Ada" } });
  await fixture.work();
  await fixture.gateway.db.prisma.webhookEvent.deleteMany();
  const { sessionId, payment } = await fixture.gateway.db.prisma.checkout.findFirstOrThrow({
    where: { payment: { pollId: poll.id }, state: "open" },
    include: { payment: true },
  });
  return { poll, hash, payment, sessionId: String(sessionId) };
}

// Events: payment.paid, payment.refunded
test("a payment is paid and refunded", async () => {
  const { hash, payment, sessionId } = await openCheckout();
  const { payment_intent: intent } = fixture.provider.complete(sessionId, "paid");
  await fixture.settle();
  expect(await told()).toEqual([["payment.paid", payment.publicId, hash]]);
  fixture.provider.createRefund({ payment_intent: String(intent) });
  await fixture.settle();
  expect(await told()).toEqual([
    ["payment.paid", payment.publicId, hash],
    ["payment.refunded", payment.publicId, hash],
  ]);
});

test("for money that does not count, only the refund is reported", async () => {
  const { hash, payment, sessionId } = await openCheckout();
  fixture.provider.session(sessionId).amount_total = 100;
  fixture.provider.complete(sessionId, "paid");
  await fixture.settle();
  expect(await told()).toEqual([["payment.refunded", payment.publicId, hash]]);
});

test("changes of a deleted poll cause no event", async () => {
  const { poll, sessionId } = await openCheckout();
  await asOwner(`DELETE /api/v1/polls/${poll.adminHash}`);
  fixture.provider.complete(sessionId, "paid");
  await fixture.settle();
  expect((await told()).map(([type]) => type)).toEqual(["poll.deleted"]);
});

test("casting a vote creates no delivery", async () => {
  const { path } = await makePoll();
  const option = await asOwner(`POST ${path}/options`, { option: { content: "Soup" } });
  const voter = await asVisitor(`POST ${path}/voters`, { voter: { user_name: "Ada" } });
  const vote = { voter_id: voter.id, option_id: option.id, vote: { vote: 1 } };
  expect((await asVisitor(`POST ${path}/votes`, vote)).id).toBeDefined();
  const types: WebhookEventType[] = ["option.created", "participant.created"];
  expect((await told()).map(([type]) => type)).toEqual(types);
});
