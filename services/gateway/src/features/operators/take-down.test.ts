// Covers docs/reference/polls.md: taken-down-polls

import { Readable } from "node:stream";
import { inTransaction } from "@polls/db/sql";
import { linkToken, newLink } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import { newOriginalKey } from "@polls/storage";
import {
  buildAttachment,
  buildDelivery,
  buildOption,
  buildParticipant,
  buildWebhook,
  type PollFacts,
  waitFor,
} from "@polls/testing";
import { operate as operateOn } from "../../../testing/operate";
import { ownPage } from "../../../testing/own-page";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { endpoints } from "../../endpoints";
import { purgePolls } from "../../maintenance/purge-polls";
import { originalUrl } from "../files/file-links";
import { erasePerson } from "../people/erase-person";

const REASON = "It insults <a person>";
const TITLE = "Secret title of the poll";
const gone = { error: "The poll was taken down", code: "poll_taken_down", reason: REASON };

const gateway = shareGateway();
const owner = shareAccount(gateway, { email: "owner@example.org" });

const operate = (...words: readonly string[]) => operateOn([gateway], ...words);
const newPoll = (facts: PollFacts = {}) => owner.buildPoll({ title: TITLE, ...facts });
const takeDown = ({ memberHash }: Pick<Poll, "memberHash">) =>
  operate("ops", "poll", "take-down", "--poll", memberHash, "--reason", REASON);
const restore = ({ memberHash }: Pick<Poll, "memberHash">) =>
  operate("ops", "poll", "restore", "--poll", memberHash);

/** The path of an endpoint below a poll. Other parameters name nothing. */
const pathOf = (path: string, hash: string) =>
  path.replace(/:poll_(?:id|hash)/, hash).replace(/:\w+/g, "unknown");

/** A form is read before its poll is looked up. */
const importBody = { kind: "options", csv: "a" };

const belowPolls = endpoints.filter(({ poll }) => poll !== undefined);

describe.each([
  ["the owner", "memberHash"],
  ["an admin", "adminHash"],
] as const)("for %s", (_who, side) => {
  test("every endpoint of a poll that was taken down is 410 with the reason, and nothing of the poll", async () => {
    const poll = await newPoll();
    expect((await takeDown(poll)).code).toBe(0);
    expect(belowPolls.length).toBeGreaterThan(30);
    for (const { method = "get", path, body: takesBody } of belowPolls) {
      const line = `${method.toUpperCase()} ${pathOf(path, poll[side])}`;
      const answer = await gateway.request(line, {
        token: owner.privateToken,
        ...(takesBody !== undefined && { body: path.endsWith("/import") ? importBody : {} }),
      });
      expect([line, answer.status, answer.body]).toEqual([line, 410, gone]);
    }
  });
});

test("strangers, wrong tokens and unknown hashes get what they always get", async () => {
  const poll = await newPoll();
  await takeDown(poll);
  const path = `/api/v1/polls/${poll.memberHash}`;
  const stranger = await signUp(gateway.db);
  const asked = await gateway.request(`GET ${path}`, { token: stranger.publicToken });
  expect([asked.status, asked.body]).toEqual([410, gone]);
  expect((await gateway.request(`GET ${path}`)).status).toBe(401);
  const unknown = await gateway.as(owner, "GET /api/v1/polls/unknown");
  expect([unknown.status, unknown.body.code]).toEqual([404, "poll_not_found"]);
});

test.each([
  ["en", "This poll was taken down"],
  ["de", "Diese Umfrage wurde gesperrt"],
])(
  "its pages show the reason and nothing of the poll (%s), also in frames and to link previews",
  async (language, title) => {
    const poll = await newPoll();
    const option = await buildOption(gateway.db, poll, { content: "Secret option" });
    const headers = { Accept: "text/html", "Accept-Language": language };
    const [member, admin] = [`/p/${poll.memberHash}`, `/p/${poll.adminHash}`];
    const paths = [
      member,
      `${member}?frame=true`,
      `${member}/results`,
      `${member}/o/${option.publicId}`,
      `${admin}/admin`,
      `${admin}/admin/o/${option.publicId}`,
    ];
    expect((await gateway.request(`GET ${member}`, { headers })).text).toContain(TITLE);
    await takeDown(poll);
    for (const path of paths) {
      const page = await gateway.request(`GET ${path}`, { headers });
      expect([path, page.status]).toEqual([path, 410]);
      expect(page.text).toContain(title);
      expect(page.text).toContain("It insults &lt;a person&gt;");
      expect(page.text).not.toMatch(/Secret|og:/);
      expect(page.headers.get("cache-control")).toContain("no-store");
      expect(page.headers.get("x-robots-tag")).toContain("noindex");
    }
    const exchange = await gateway.request(`POST /session/token?poll=${poll.memberHash}`, {
      headers: ownPage,
    });
    expect([exchange.status, exchange.body]).toEqual([410, gone]);
  },
);

test("files of the poll are 410, and those of other polls are not", async () => {
  const [poll, other] = [await newPoll(), await newPoll()];
  const addressOf = async (of: Poll) => {
    const { id } = await buildAttachment(gateway.db, await buildOption(gateway.db, of));
    const storageKey = newOriginalKey();
    await gateway.db.prisma.attachment.update({ where: { id }, data: { storageKey, byteSize: 1 } });
    await gateway.deps.storage.put(storageKey, Readable.from([Buffer.from("x")]), {
      contentType: "x/y",
    });
    const { config, clock } = gateway.deps;
    const key = config.keys.fileLinks.signing;
    return originalUrl(TEST_BASE_URL, { storageKey }, key, clock());
  };
  const [address, otherAddress] = [await addressOf(poll), await addressOf(other)];
  expect((await gateway.request(`GET ${address}`)).status).toBe(200);
  await takeDown(poll);
  const refused = await gateway.request(`GET ${address}`);
  expect([refused.status, refused.body]).toEqual([410, gone]);
  expect((await gateway.request(`GET ${otherAddress}`)).status).toBe(200);
  await restore(poll);
  expect((await gateway.request(`GET ${address}`)).status).toBe(200);
});

test("links in mails lead to the reason", async () => {
  const poll = await newPoll({ settings: { double_opt_in: true } });
  const address = "ada@example.net";
  const { signing } = gateway.deps.config.keys.mailLinks;
  const later = new Date(Date.now() + 3_600_000);
  const joined = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/voters`, {
    token: owner.publicToken,
    identifier: "u1",
    body: { voter: { user_name: "Ada", optin_email: address } },
  });
  expect(joined.status).toBe(201);
  const { nonce } = await gateway.db.prisma.mail.findFirstOrThrow({
    where: { address, kind: "opt_in" },
  });
  if (nonce === null) throw new Error("the mail has no nonce");
  await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { creatorEmail: address } });
  const creator = newLink(signing, "creator", address);
  await gateway.db.prisma.creatorLink.create({
    data: { pollId: poll.id, address, tokenDigest: creator.digest, expiresAt: later },
  });
  const mail = newLink(signing, "unsubscribe", address);
  const { id } = await gateway.db.prisma.mail.create({
    data: {
      kind: "new_options",
      language: "en",
      address,
      state: "sent",
      pollId: poll.id,
      nonce: mail.nonce,
    },
  });
  const unsubscribe = linkToken(signing, { purpose: "unsubscribe", nonce: mail.nonce, address });
  const paths = [
    `/opt-in/${linkToken(signing, { purpose: "opt_in", nonce, address })}`,
    `/creator/${linkToken(signing, { purpose: "creator", nonce: creator.nonce, address })}`,
    `/unsubscribe/${id}/${unsubscribe}`,
  ];
  for (const path of paths) expect((await gateway.request(`GET ${path}`)).status).toBe(200);
  await takeDown(poll);
  for (const path of paths) {
    const page = await gateway.request(`GET ${path}`);
    expect([path, page.status, page.text.includes(TITLE)]).toEqual([path, 410, false]);
    expect(page.text).toContain("This poll was taken down");
  }
  const confirmed = await gateway.request(`POST ${paths[0]}`, { headers: ownPage });
  expect(confirmed.status).toBe(410);
  const { confirmedAt } = await gateway.db.prisma.participant.findUniqueOrThrow({
    where: { publicId: joined.body.id },
  });
  expect(confirmedAt).toBeNull();
});

test("a stream of live results ends", async () => {
  const poll = await newPoll();
  const response = await fetch(`${gateway.url}/api/v1/polls/${poll.memberHash}/results/stream`, {
    headers: { Authorization: `Bearer ${owner.privateToken}` },
    signal: AbortSignal.timeout(30_000),
  });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  await takeDown(poll);
  let text = "";
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    text += Buffer.from(part.value).toString("utf8");
  }
  expect(text).not.toContain(TITLE);
});

test("its webhooks stop: what waits is not delivered, and nothing new is noted", async () => {
  const poll = await newPoll();
  const webhook = await buildWebhook(gateway.db, { ownerAccountId: owner.id });
  const waiting = await buildDelivery(gateway.db, webhook, { pollId: poll.id });
  const unrelated = await buildDelivery(gateway.db, webhook, { pollId: (await newPoll()).id });
  const events = await gateway.db.prisma.webhookEvent.count();
  await takeDown(poll);
  const stateOf = async ({ id }: { readonly id: bigint }) =>
    (await gateway.db.prisma.webhookDelivery.findUniqueOrThrow({ where: { id } })).state;
  expect([await stateOf(waiting), await stateOf(unrelated)]).toEqual(["failed", "pending"]);
  expect(await gateway.db.prisma.webhookEvent.count()).toBe(events);
});

test("the owner's list has it no more, and the list and its count agree", async () => {
  const account = await signUp(gateway.db);
  const polls = [
    await newPoll({ ownerAccountId: account.id }),
    await newPoll({ ownerAccountId: account.id }),
  ];
  await takeDown(polls[0] as Poll);
  const list = await gateway.as(account, "GET /api/v1/polls");
  expect([list.body.length, list.headers.get("x-total-count")]).toEqual([1, "1"]);
  await restore(polls[0] as Poll);
  const again = await gateway.as(account, "GET /api/v1/polls");
  expect([again.body.length, again.headers.get("x-total-count")]).toEqual([2, "2"]);
});

test("nothing is deleted, and a restored poll is as before; its hashes stay its own", async () => {
  const poll = await newPoll();
  const option = await buildOption(gateway.db, poll);
  const path = `/api/v1/polls/${poll.memberHash}`;
  const asOwner = { token: owner.privateToken };
  const before = await gateway.request(`GET ${path}/options`, asOwner);
  await takeDown(poll);
  expect(await inTransaction(gateway.db, (tx) => purgePolls.batch(tx, new Date(), 0))).toBe(0);
  const taken = await gateway.as(asOwner, "POST /api/v1/polls", {
    poll: { title: "x", member_hash: poll.memberHash },
  });
  expect([taken.status, taken.body.code]).toEqual([422, "invalid"]);
  const done = await restore(poll);
  expect([done.code, done.json]).toEqual([0, { poll: poll.memberHash, restored: true }]);
  const after = await gateway.request(`GET ${path}/options`, asOwner);
  expect([after.status, after.body]).toEqual([200, before.body]);
  expect(after.body[0].id).toBe(option.publicId);
  expect((await restore(poll)).code).toBe(1);
});

test("a repeated request gets the reason in place of its stored response", async () => {
  const poll = await newPoll({ settings: { require_voter_name: false } });
  const option = await buildOption(gateway.db, poll);
  const participant = await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
  const path = `/api/v1/polls/${poll.memberHash}`;
  const vote = {
    token: owner.privateToken,
    idempotencyKey: "the-vote",
    body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 1 } },
  };
  const submission = {
    token: owner.privateToken,
    idempotencyKey: "the-option",
    body: { option: { content: "Pizza" } },
  };
  const both = async () => [
    await gateway.request(`POST ${path}/votes`, vote),
    await gateway.request(`POST /api/v1/polls/${poll.adminHash}/options`, submission),
  ];
  expect((await both()).map(({ status }) => status)).toEqual([201, 201]);
  await takeDown(poll);
  for (const { status, body } of await both()) expect([status, body]).toEqual([410, gone]);
  await restore(poll);
  expect((await both()).map(({ status }) => status)).toEqual([201, 201]);
});

test("a vote that runs at the same time is either counted or refused with 410", async () => {
  const poll = await newPoll({ settings: { require_voter_name: false } });
  const option = await buildOption(gateway.db, poll);
  const voters = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { privateToken: token, id } = await signUp(gateway.db);
      const participant = await buildParticipant(gateway.db, poll, { ownerKey: `user:${id}` });
      return { token, participant };
    }),
  );
  const cast = ({ token, participant }: (typeof voters)[number]) =>
    gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: 1 } },
    });
  const first = await Promise.all(voters.slice(0, 2).map(cast));
  expect(first.map(({ status }) => status)).toEqual([201, 201]);
  const [answers] = await Promise.all([Promise.all(voters.slice(2).map(cast)), takeDown(poll)]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.every((status) => status === 201 || status === 410)).toBe(true);
  const stored = await gateway.db.prisma.vote.count({ where: { pollId: poll.id } });
  expect(stored).toBe(2 + statuses.filter((status) => status === 201).length);
  expect((await cast(voters[0] as (typeof voters)[number])).status).toBe(410);
});

test("an owner with a poll that was taken down is not erased", async () => {
  const email = "leaver@example.org";
  const account = await signUp(gateway.db, { email });
  await takeDown(await newPoll({ ownerAccountId: account.id }));
  await expect(erasePerson([gateway.db], email, new Date())).rejects.toMatchObject({
    errors: { email: ["belongs to an account with 1 polls"] },
  });
});

test("polls are found by title, hash, page and owner; the audit log has each act", async () => {
  const poll = await newPoll({ title: "Where 100% agree" });
  const find = async (...words: readonly string[]) =>
    (await operate("ops", "poll", "search", ...words)).json.map(
      ({ poll: hash }: { poll: string }) => hash,
    );
  expect(await find("100%")).toEqual([poll.memberHash]);
  expect(await find(poll.memberHash)).toEqual([poll.memberHash]);
  expect(await find(`https://polls.example/p/${poll.memberHash}/results`)).toEqual([
    poll.memberHash,
  ]);
  expect(await find("OWNER@example.org")).toContain(poll.memberHash);
  await operate(
    ...["ops", "poll", "take-down", "--poll", `https://polls.example/p/${poll.adminHash}/admin`],
    ...["--reason", REASON, "--by", "owner@example.org"],
  );
  expect(await find("100%", "--taken-down")).toEqual([poll.memberHash]);
  await restore(poll);
  expect(await find("100%", "--taken-down")).toEqual([]);
  const { json } = await operate("ops", "audit", "--json", "--limit", "2");
  expect(json).toMatchObject([
    { action: "poll.restore", subject: `poll ${poll.memberHash}`, reason: null },
    {
      action: "poll.take_down",
      subject: `poll ${poll.memberHash}`,
      by: "owner@example.org",
      reason: REASON,
    },
  ]);
  expect(JSON.stringify(json)).not.toContain(poll.adminHash);
});

test("without a reason, or for an unknown poll, nothing is taken down", async () => {
  const { memberHash } = await newPoll();
  expect((await operate("ops", "poll", "take-down", "--poll", memberHash)).code).toBe(2);
  const unknown = await operate("ops", "poll", "take-down", "--poll", "x", "--reason", "y");
  expect(unknown.code).toBe(2);
  const read = () => gateway.inPoll({ memberHash }, owner, "GET");
  await waitFor(async () => (await read()).status === 200, { what: "the poll" });
});
