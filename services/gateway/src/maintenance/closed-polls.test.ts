// Covers docs/reference/polls.md: kept-polls
// Covers docs/reference/mails.md: deletions

import { inTransaction, tryLockMaintenance } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { buildOption, buildParticipant, fakeClock } from "@polls/testing";
import { operate } from "../../testing/operate";
import { shareAccount, shareGateway } from "../../testing/share-gateway";
import { signUp } from "../../testing/sign-up";
import { runTasks } from "./start-maintenance";

const DAY_MS = 86_400_000;
const start = new Date("2030-06-15T12:00:00Z");
const day = (days: number) => new Date(start.getTime() + days * DAY_MS);

const clock = fakeClock(start.toISOString());
const gateway = shareGateway({
  clock: clock.now,
  env: { KEEP_CLOSED_POLLS_DAYS: "30" },
});
const owner = shareAccount(gateway, { email: "owner@example.org" });
const { db } = gateway;
beforeEach(async () => {
  clock.set(start.toISOString());
  await db.prisma.mail.deleteMany();
  await db.prisma.poll.deleteMany();
});

/** Maintenance of a gateway, on a day, with or without a time after which the service deletes closed polls. */
async function maintainOn(days: number, config = gateway.deps.config): Promise<void> {
  clock.set(day(days).toISOString());
  await runTasks({ ...gateway.deps, config, keys: config.keys });
}
const withoutDays = () => ({ ...gateway.deps.config, keepClosedPollsDays: undefined });

const closedPoll = (settings: Readonly<Record<string, unknown>> = {}, facts: object = {}) =>
  owner.buildPoll({ title: "Lunch", settings, status: "closed", ...facts }).then(async (poll) => {
    await db.prisma.poll.update({ where: { id: poll.id }, data: { closedAt: day(0) } });
    return poll;
  });
type Poll = Awaited<ReturnType<typeof closedPoll>>;

const exists = async ({ memberHash }: Poll) =>
  (await gateway.inPoll({ memberHash }, owner, "GET")).status === 200;
const mails = () =>
  db.prisma.mail.findMany({ where: { kind: "deletion" }, orderBy: { id: "asc" } });
const change = async ({ adminHash }: Poll, poll: object) =>
  (await gateway.as(owner, `PATCH /api/v1/polls/${adminHash}`, { poll })).status;
const deletesAt = async ({ adminHash }: Poll, token = owner.privateToken) =>
  (await gateway.request(`GET /api/v1/polls/${adminHash}`, { token })).body.deletes_at;

test("a closed poll is deleted after the days of the service, and its owner is told 7 days before, once", async () => {
  const poll = await closedPoll();
  await maintainOn(22.9);
  expect(await mails()).toEqual([]);
  await maintainOn(23);
  await maintainOn(23.1);
  await maintainOn(29.9);
  expect(await mails()).toMatchObject([{ address: "owner@example.org", state: "queued" }]);
  expect(await exists(poll)).toBe(true);
  await maintainOn(30);
  expect(await exists(poll)).toBe(false);
  expect(await db.prisma.poll.count()).toBe(0);
  const hash = await db.prisma.freedHash.findUnique({ where: { hash: poll.memberHash } });
  expect(hash).not.toBeNull();
});

// Settings: delete_after_days
test.each<[string, () => Promise<Poll>, number]>([
  ["a deadline", () => closedPoll({ deadline_voting: day(1) }, { status: "active" }), 31],
  ["its own days, which are shorter", () => closedPoll({ delete_after_days: 10 }), 10],
  ["a day of its own", () => closedPoll({ delete_after_days: 1 }), 1],
  ["the days of the service, if its own are more", () => closedPoll({ delete_after_days: 90 }), 30],
])("a poll is deleted by %s", async (_case, make, days) => {
  const poll = await make();
  const told = days - Math.min(7, (days - (poll.settings.deadline_voting ? 1 : 0)) / 2);
  await maintainOn(told - 0.01);
  expect(await mails()).toEqual([]);
  await maintainOn(told);
  expect(await mails()).toHaveLength(1);
  await maintainOn(days - 0.01);
  expect(await exists(poll)).toBe(true);
  await maintainOn(days);
  expect(await exists(poll)).toBe(false);
});

test("only polls with days of their own are deleted where the service has none", async () => {
  const [kept, own] = [await closedPoll(), await closedPoll({ delete_after_days: 30 })];
  await maintainOn(23, withoutDays());
  expect(await mails()).toHaveLength(1);
  await maintainOn(30, withoutDays());
  expect([await exists(kept), await exists(own)]).toEqual([true, false]);
});

test("open polls stay", async () => {
  const poll = await owner.buildPoll({
    settings: { delete_after_days: 1, deadline_voting: day(500) },
  });
  await maintainOn(400);
  expect([await exists(poll), await mails()]).toEqual([true, []]);
});

test("a decision on final dates closes a poll like any other", async () => {
  const poll = await owner.buildPoll({ settings: { option_type: "Options::DateOption" } });
  const asked = { token: owner.privateToken };
  const api = `/api/v1/polls/${poll.adminHash}`;
  const { body: option } = await gateway.as(asked, `POST ${api}/options`, {
    option: { start_date: "2030-07-01" },
  });
  const { status } = await gateway.as(asked, `POST ${api}/decision`, { option_ids: [option.id] });
  expect(status).toBe(201);
  await maintainOn(23);
  await maintainOn(30);
  expect(await exists(poll)).toBe(false);
});

test("a poll that closed long before is told about now, and deleted 7 days later", async () => {
  const poll = await closedPoll();
  await maintainOn(300);
  await maintainOn(306.9);
  expect([await exists(poll), (await mails()).length]).toEqual([true, 1]);
  await maintainOn(307);
  expect(await exists(poll)).toBe(false);
});

test("a poll that opens again is kept, and the days begin again when it closes", async () => {
  const poll = await closedPoll();
  await maintainOn(25);
  expect(await change(poll, { status: "active" })).toBe(200);
  await maintainOn(40);
  expect(await exists(poll)).toBe(true);
  expect(await change(poll, { status: "closed" })).toBe(200);
  await maintainOn(62.9);
  expect(await mails()).toHaveLength(1);
  await maintainOn(63);
  expect(await mails()).toHaveLength(2);
  await maintainOn(70);
  expect(await exists(poll)).toBe(false);
});

test("an owner who chooses more days is told again before the new date", async () => {
  const poll = await closedPoll({ delete_after_days: 10 });
  await maintainOn(5);
  expect(await change(poll, { delete_after_days: 20 })).toBe(200);
  await maintainOn(12.9);
  expect([await exists(poll), (await mails()).length]).toEqual([true, 1]);
  await maintainOn(13);
  expect(await mails()).toHaveLength(2);
  await maintainOn(20);
  expect(await exists(poll)).toBe(false);
});

test("fewer days since the mail do not delete a poll before the date that the mail names", async () => {
  const poll = await closedPoll();
  await maintainOn(23);
  expect(await change(poll, { delete_after_days: 1 })).toBe(200);
  await maintainOn(29.9);
  expect([await exists(poll), (await mails()).length]).toEqual([true, 1]);
  await maintainOn(30);
  expect(await exists(poll)).toBe(false);
});

test("an owner of several polls gets one mail about them, and each owner a mail of its own", async () => {
  const other = await signUp(db, { email: "other@example.org" });
  await closedPoll();
  await closedPoll({}, { title: "Dinner" });
  await closedPoll({}, { ownerAccountId: other.id });
  await maintainOn(23);
  const addresses = (await mails()).map(({ address }) => address);
  expect(addresses.sort()).toEqual(["other@example.org", "owner@example.org"]);
});

test("the owner is told also where a confirmed creator gets the mails about a poll", async () => {
  const poll = await closedPoll({}, { creatorEmail: "ada@example.org" });
  const link = { pollId: poll.id, address: "ada@example.org", confirmedAt: day(0) };
  await db.prisma.creatorLink.create({
    data: { ...link, tokenDigest: Buffer.from(newPublicId()), expiresAt: day(1) },
  });
  await maintainOn(23);
  const addresses = (await mails()).map(({ address }) => address);
  expect(addresses).toEqual(["owner@example.org", "ada@example.org"]);
});

test("more polls than a batch has are told about and deleted", async () => {
  for (let at = 0; at < 101; at += 1) await closedPoll();
  await maintainOn(23);
  expect(await mails()).toHaveLength(2);
  await maintainOn(30);
  expect(await db.prisma.poll.count()).toBe(0);
});

test("a poll with paid votes is deleted too, and its payments stay", async () => {
  const poll = await closedPoll({
    vote_type: "Votes::UpVote",
    voting_fee: 100,
    voting_fee_type: "voting_sell_votes",
  });
  const participant = await buildParticipant(db, poll);
  const option = await buildOption(db, poll);
  const ids = { pollId: poll.id, participantId: participant.id, optionId: option.id };
  await db.prisma.vote.create({
    data: { ...ids, publicId: newPublicId(), type: "Votes::UpVote", value: 1, paidVotes: 1 },
  });
  const { id } = await db.prisma.payment.create({
    data: {
      ...ids,
      ...{ publicId: newPublicId(), token: newPublicId(), kind: "votes", state: "paid" },
      ...{ pollTitle: "Lunch", subject: "Soup", quantity: 1, received: 100, currency: "eur" },
    },
  });
  await maintainOn(23);
  await maintainOn(30);
  expect(await exists(poll)).toBe(false);
  expect(await db.prisma.payment.findUnique({ where: { id } })).toMatchObject({
    state: "paid",
  });
});

test("webhooks get the event poll.deleted", async () => {
  const { status } = await gateway.as(owner, "POST /api/v1/webhooks", {
    webhook: { url: "https://hooks.example.net/", events: ["poll.deleted"] },
  });
  expect(status).toBe(201);
  await closedPoll();
  await maintainOn(23);
  await maintainOn(30);
  expect(await db.prisma.webhookEvent.findMany({ select: { type: true } })).toEqual([
    { type: "poll.deleted" },
  ]);
  await db.prisma.webhookDelivery.deleteMany();
});

test("a poll that was taken down stays, and its owner is told again when it is restored", async () => {
  const poll = await closedPoll();
  await maintainOn(23);
  const words = ["--poll", poll.memberHash, "--reason", "spam", "--by", "ops@example.org"];
  await signUp(db, { email: "ops@example.org" });
  await operate([gateway], "account", "set", "--email", "ops@example.org", "--operator", "true");
  await operate([gateway], "ops", "poll", "take-down", ...words);
  await maintainOn(50);
  await operate([gateway], "ops", "poll", "restore", ...words);
  await maintainOn(50);
  expect([await exists(poll), (await mails()).length]).toEqual([true, 2]);
  await maintainOn(57);
  expect(await exists(poll)).toBe(false);
});

test("nothing happens while another gateway does maintenance", async () => {
  const poll = await closedPoll();
  await maintainOn(23);
  await inTransaction(db, async (tx) => {
    expect(await tryLockMaintenance(tx)).toBe(true);
    await maintainOn(30);
    expect(await exists(poll)).toBe(true);
  });
  await maintainOn(30);
  expect(await exists(poll)).toBe(false);
});

test("deletes_at is shown to admins of a closed poll alone, and says what the mail says", async () => {
  const poll = await closedPoll();
  clock.set(day(1).toISOString());
  expect(await deletesAt(poll)).toBe(day(30).toISOString());
  await maintainOn(300);
  expect(await deletesAt(poll)).toBe(day(307).toISOString());
  clock.set(day(301).toISOString());
  expect(await deletesAt(poll)).toBe(day(307).toISOString());
  const list = await gateway.as(owner, "GET /api/v1/polls");
  expect(list.body[0].deletes_at).toBe(day(307).toISOString());
  expect(await change(poll, list.body[0])).toBe(200);
  const asMember = { token: owner.publicToken, identifier: "visitor" };
  const seen = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, asMember);
  expect([seen.status, seen.body.deletes_at]).toEqual([200, undefined]);
  expect(await change(poll, { status: "active" })).toBe(200);
  expect(await deletesAt(poll)).toBeUndefined();
});

describe("delete_after_days", () => {
  test("is a whole number of at least 1, and null clears it", async () => {
    const poll = await closedPoll();
    const read = async () =>
      (await gateway.as(owner, `GET /api/v1/polls/${poll.adminHash}`)).body.settings
        .delete_after_days;
    for (const wrong of [0, -1, 1.5, "soon"])
      expect([wrong, await change(poll, { delete_after_days: wrong })]).toEqual([wrong, 422]);
    expect(await change(poll, { delete_after_days: 2 })).toBe(200);
    expect([await read(), await deletesAt(poll)]).toEqual([2, day(2).toISOString()]);
    expect(await change(poll, { delete_after_days: null })).toBe(200);
    expect([await read(), await deletesAt(poll)]).toEqual([undefined, day(30).toISOString()]);
  });

  test("is at most the days of the service, also of a new poll", async () => {
    const poll = { title: "Lunch", delete_after_days: 31 };
    const { status, body } = await gateway.as(owner, "POST /api/v1/polls", { poll });
    expect([status, body.errors]).toEqual([422, { delete_after_days: ["must be at most 30"] }]);
    expect(await change(await closedPoll(), poll)).toBe(422);
    expect(await change(await closedPoll(), { ...poll, delete_after_days: 30 })).toBe(200);
  });

  test("is changed by the owner alone, because others could lose votes that were paid", async () => {
    const poll = await closedPoll();
    const stranger = await signUp(db, { email: "stranger@example.org" });
    const asStranger = (settings: object) =>
      gateway.as(stranger, `PATCH /api/v1/polls/${poll.adminHash}`, { poll: settings });
    const refused = await asStranger({ delete_after_days: 1, title: "Dinner" });
    expect([refused.status, refused.body.code]).toEqual([422, "owner_only"]);
    expect(await deletesAt(poll)).toBe(day(30).toISOString());
    expect((await asStranger({ delete_after_days: null, title: "Dinner" })).status).toBe(200);
  });

  test("above days of the service that came later, stays and does not hinder other changes", async () => {
    const poll = await closedPoll({ delete_after_days: 90 });
    expect(await change(poll, { title: "Dinner", delete_after_days: 90 })).toBe(200);
    expect(await deletesAt(poll)).toBe(day(30).toISOString());
  });
});
