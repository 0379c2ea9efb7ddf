// Covers docs/reference/participants.md: reminders

import { newPublicId } from "@polls/db/tokens";
import { buildOption, buildParticipant, type buildPoll, fakeClock } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { type SignedUpAccount, signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";
import { runTasks } from "../../maintenance/start-maintenance";

const HOUR_MS = 3_600_000;
const start = "2030-06-01T12:00:00Z";
const clock = fakeClock(start);
let owner: SignedUpAccount;
const gateway = shareGateway({ clock: clock.now });
const { db } = gateway;
beforeEach(async () => {
  clock.set(start);
  owner = await signUp(db, { email: `${newPublicId().toLowerCase()}@example.org` });
});

type Poll = Awaited<ReturnType<typeof buildPoll>>;
const newPoll = (more: Parameters<typeof buildPoll>[1] = {}) => owner.buildPoll(more);
const invite = (poll: Poll, email: string | null, used: object = {}) =>
  db.prisma.invitation.create({
    data: {
      publicId: newPublicId(),
      pollId: poll.id,
      email,
      codeDigest: new TextEncoder().encode(newPublicId()),
      ...used,
    },
  });
const remind = (poll: Poll, body?: object) =>
  gateway.as(owner, `POST /api/v1/polls/${poll.adminHash}/reminders`, body);
const addresses = async (poll: Poll) =>
  (
    await db.prisma.mail.findMany({
      where: { kind: "reminder", pollNotice: { pollId: poll.id } },
      orderBy: { id: "asc" },
    })
  ).map(({ address }) => address);
const codeOf = ({ body }: { readonly body: unknown }) => (body as { code: string }).code;

/** A poll with people who were invited: one has voted, one only joined, one did nothing, one left. */
async function pollWithInvited(settings: Readonly<Record<string, unknown>> = {}) {
  const poll = await newPoll({ settings });
  const option = await buildOption(db, poll);
  const usedAt = clock.now();
  const [voter, joined] = [await buildParticipant(db, poll), await buildParticipant(db, poll)];
  await storeVotes(db, poll, [{ by: voter, on: option, value: 1 }]);
  await invite(poll, "voter@example.net", { participantId: voter.id, usedAt });
  await invite(poll, "joined@example.net", { participantId: joined.id, usedAt });
  await invite(poll, "absent@example.net");
  await invite(poll, "left@example.net", { usedAt });
  await invite(poll, null);
  return poll;
}

test("goes to invited addresses without an answer", async () => {
  const poll = await pollWithInvited();
  expect(await remind(poll)).toMatchObject({
    status: 201,
    body: { recipients: 2, reminders_left: 2, next_at: "2030-06-02T12:00:00.000Z" },
  });
  expect(await addresses(poll)).toEqual(["joined@example.net", "absent@example.net"]);
});

test("tells whom it reaches before it is sent", async () => {
  const poll = await pollWithInvited();
  const show = async () =>
    (await gateway.as(owner, `GET /api/v1/polls/${poll.adminHash}/reminders`)).body;
  expect(await show()).toEqual({
    recipients: 2,
    reminders_left: 3,
    next_at: null,
  });
  expect(await addresses(poll)).toEqual([]);
  await remind(poll);
  expect(await show()).toEqual({
    recipients: 2,
    reminders_left: 2,
    next_at: "2030-06-02T12:00:00.000Z",
  });
});

test("keeps the message of the organizer, of at most 500 characters", async () => {
  const poll = await pollWithInvited();
  for (const body of [{ message: "x".repeat(501) }, { message: 5 }, { text: "x" }])
    expect((await remind(poll, body)).status).toBe(422);
  expect((await remind(poll, { message: " Until Friday " })).status).toBe(201);
  const stored = await db.prisma.reminder.findMany({ where: { pollId: poll.id } });
  expect(stored.map(({ message }) => message)).toEqual(["Until Friday"]);
});

test("of an anonymous poll goes to unused invitations alone", async () => {
  const poll = await pollWithInvited({ anonymize_voter_names: true });
  expect((await remind(poll)).body).toMatchObject({ recipients: 1 });
  expect(await addresses(poll)).toEqual(["absent@example.net"]);
});

test("is sent three times at most, 24 hours apart", async () => {
  const poll = await newPoll();
  await invite(poll, "absent@example.net");
  const after = async (ms: number) => {
    clock.set(new Date(Date.parse(start) + ms).toISOString());
    return remind(poll);
  };
  expect((await after(0)).status).toBe(201);
  const early = await after(24 * HOUR_MS - 1_000);
  expect([early.status, codeOf(early), early.headers.get("retry-after")]).toEqual([
    429,
    "reminded_recently",
    "1",
  ]);
  expect((await after(24 * HOUR_MS)).status).toBe(201);
  expect((await after(48 * HOUR_MS)).body).toMatchObject({ reminders_left: 0, next_at: null });
  for (const ms of [49 * HOUR_MS, 1_000 * HOUR_MS]) {
    const fourth = await after(ms);
    expect([fourth.status, codeOf(fourth)]).toEqual([422, "too_many_reminders"]);
  }
  expect(await addresses(poll)).toHaveLength(3);
});

test("is one of two at once", async () => {
  const poll = await newPoll();
  await invite(poll, "absent@example.net");
  const statuses = (await Promise.all([remind(poll), remind(poll)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 429]);
  expect(await addresses(poll)).toHaveLength(1);
});

test("is refused where all have answered, and in a closed poll", async () => {
  const poll = await newPoll();
  await invite(poll, null);
  const [none, closed] = [await remind(poll), await newPoll({ status: "closed" })];
  await invite(closed, "absent@example.net");
  const refused = await remind(closed);
  expect([none.status, codeOf(none), refused.status, codeOf(refused)]).toEqual([
    422,
    "all_answered",
    422,
    "poll_closed",
  ]);
});

test("counts against the invitations of the account and of the address", async () => {
  const poll = await newPoll();
  await invite(poll, "absent@example.net");
  await invite(poll, "other@example.net");
  await db.prisma.account.update({ where: { id: owner.id }, data: { mailQuota: 1 } });
  expect((await remind(poll)).status).toBe(422);
  await db.prisma.account.update({ where: { id: owner.id }, data: { mailQuota: 2 } });
  expect((await remind(poll)).status).toBe(201);
  const second = await newPoll();
  await invite(second, "absent@example.net");
  expect(await remind(second)).toMatchObject({ status: 429 });
});

test("reaches all of more addresses than a batch has", async () => {
  const poll = await newPoll();
  for (let at = 0; at < 101; at += 1) await invite(poll, `p${at}@example.net`);
  expect((await remind(poll)).body).toMatchObject({ recipients: 101 });
  await runTasks({ ...gateway.deps, keys: gateway.deps.config.keys });
  expect(new Set(await addresses(poll)).size).toBe(101);
});
