// Covers docs/reference/mails.md: languages, links, new-options, unsubscribing
// Covers docs/reference/polls.md: notifications

import { switchNotifyingOff } from "@polls/db/polls";
import { inTransaction } from "@polls/db/sql";
import { linkToken } from "@polls/db/tokens";
import { fakeClock } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const MINUTE_MS = 60_000;
const clock = fakeClock("2030-06-15T12:00:00Z");
const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway, { email: "owner@example.org" });
const { db } = gateway;

const buildOpenPoll = (settings: object = {}) =>
  owner.buildPoll({ settings: { allow_new_options: true, notify_new_options: true, ...settings } });
type Poll = Awaited<ReturnType<typeof buildOpenPoll>>;
const submit = ({ memberHash }: Pick<Poll, "memberHash">, token = owner.publicToken) =>
  gateway.request(`POST /api/v1/polls/${memberHash}/options`, {
    token,
    ...(token === owner.publicToken ? { identifier: "u1" } : {}),
    body: { option: { content: "Pizza" } },
  });
const mailsOf = ({ id }: Pick<Poll, "id">) =>
  db.prisma.mail.findMany({ where: { pollId: id }, orderBy: { id: "asc" } });

test("submissions within ten minutes share a mail, which goes to the owner if the poll has no creator address", async () => {
  const poll = await buildOpenPoll();
  const jobs = await db.prisma.outbox.count();
  // Fewer than the connections of the gateway, because on a busy machine a request that waits for a
  // connection may get 503.
  const answers = await Promise.all(Array.from({ length: 8 }, () => submit(poll)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  const mails = await mailsOf(poll);
  expect(mails.map(({ address, kind }) => [address, kind])).toEqual([
    ["owner@example.org", "new_options"],
  ]);
  const [job, more] = await db.prisma.outbox.findMany({ skip: jobs, orderBy: { id: "asc" } });
  expect(more).toBeUndefined();
  const waits = (job?.nextCheckAt.getTime() ?? 0) - (job?.createdAt.getTime() ?? 0);
  expect(Math.round(waits / MINUTE_MS)).toBe(10);
});

test.each([
  ["de-AT, en;q=0.5", "de"],
  ["fr", "en"],
  [undefined, "en"],
])(
  "a digest is in the language in which the poll was created (%s)",
  async (preferred, language) => {
    const { body } = await gateway.request("POST /api/v1/polls", {
      token: owner.privateToken,
      headers: preferred === undefined ? {} : { "Accept-Language": preferred },
      body: { poll: { title: "Ideas", allow_new_options: true, notify_new_options: true } },
    });
    const poll = await db.prisma.poll.findUniqueOrThrow({
      where: { memberHash: body.member_hash },
    });
    await submit(poll);
    expect((await mailsOf(poll)).map((mail) => mail.language)).toEqual([language]);
  },
);

test("a closed digest is followed by another one, to the creator's address", async () => {
  const poll = await buildOpenPoll();
  await db.prisma.poll.update({
    where: { id: poll.id },
    data: {
      creatorEmail: "maker@example.org",
      version: { increment: 1 },
    },
  });
  const confirmedAt = clock.now();
  await db.prisma.creatorLink.create({
    data: {
      pollId: poll.id,
      address: "maker@example.org",
      tokenDigest: new Uint8Array([1]),
      expiresAt: confirmedAt,
      confirmedAt,
    },
  });
  await submit(poll);
  await db.prisma.mail.updateMany({ where: { pollId: poll.id }, data: { until: new Date() } });
  await submit(poll);
  expect((await mailsOf(poll)).map(({ address }) => address)).toEqual(
    Array(2).fill("maker@example.org"),
  );
});

// Settings: notify_new_options
test.each([
  ["not enabled", { notify_new_options: false }, "public"],
  ["created by an admin", {}, "private"],
] as const)("no mail is sent for an option that is %s", async (_case, settings, kind) => {
  const poll = await buildOpenPoll(settings);
  const token = kind === "private" ? owner.privateToken : owner.publicToken;
  expect((await submit(poll, token)).status).toBe(201);
  expect(await mailsOf(poll)).toHaveLength(0);
});

describe("the link of the mail (RFC 8058)", () => {
  async function linkOf(poll: Poll): Promise<string> {
    await submit(poll);
    const [mail] = await mailsOf(poll);
    if (mail?.nonce == null) throw new Error("there is no mail");
    const { id, nonce, address } = mail;
    const token = linkToken(gateway.deps.config.keys.mailLinks.signing, {
      purpose: "unsubscribe",
      nonce,
      address,
    });
    return `/unsubscribe/${id}/${token}`;
  }
  const notifies = async ({ memberHash }: Poll) =>
    (await gateway.inPoll({ memberHash }, owner, "GET")).body.settings.notify_new_options;

  test("opens a page that changes nothing; a POST like that of mail programs ends the mails", async () => {
    const poll = await buildOpenPoll();
    const link = await linkOf(poll);
    expect((await gateway.request(`GET ${link}`)).status).toBe(200);
    expect(await notifies(poll)).toBe(true);
    const oneClick = await gateway.request(`POST ${link}`, {
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      text: "List-Unsubscribe=One-Click",
    });
    expect(oneClick.status).toBe(200);
    expect(await notifies(poll)).toBe(false);
    expect((await gateway.request(`POST ${link}`)).status).toBe(200);
  });

  test("is unknown and changes nothing once the poll is deleted", async () => {
    const poll = await buildOpenPoll();
    const link = await linkOf(poll);
    const where = { id: poll.id };
    const before = await db.prisma.poll.update({ where, data: { deletedAt: clock.now() } });
    for (const method of ["GET", "POST"]) {
      expect((await gateway.request(`${method} ${link}`)).status).toBe(404);
    }
    expect(await db.prisma.poll.findUniqueOrThrow({ where })).toEqual(before);
  });

  test("changes nothing if the poll is deleted while the button is pressed", async () => {
    const poll = await buildOpenPoll();
    const where = { id: poll.id };
    const before = await db.prisma.poll.update({ where, data: { deletedAt: clock.now() } });
    const stop = inTransaction(db, (tx) => switchNotifyingOff(tx, poll.id, "notify_new_options"));
    expect(await stop).toBe(false);
    expect(await db.prisma.poll.findUniqueOrThrow({ where })).toEqual(before);
  });

  test("is unknown if it was modified", async () => {
    const poll = await buildOpenPoll();
    const link = await linkOf(poll);
    const other = await linkOf(await buildOpenPoll());
    const mixed = `/unsubscribe/${link.split("/")[2]}/${other.split("/")[3]}`;
    for (const wrong of [
      mixed,
      `${link.slice(0, -1)}_`,
      "/unsubscribe/x/y",
      "/unsubscribe/999999/y",
    ]) {
      expect((await gateway.request(`POST ${wrong}`)).status).toBe(404);
    }
    expect(await notifies(poll)).toBe(true);
  });
});
