// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/mails.md: limits, links
// Covers docs/reference/opt-in.md: allowed-domains, asking-again, confirming, grace-after-closing, held-votes
// Covers docs/reference/opt-in.md: mail-limits, one-address-per-poll, pending-participants, the-link, this-was-not-me
// Covers docs/reference/opt-in.md: what-is-shown
// Covers docs/reference/options.md: deletion
// Covers docs/reference/participants.md: fields
// Covers docs/reference/ratings.md: counting-votes
// Covers docs/reference/results.md: exports
// Covers docs/reliability.md: mail-abuse, opt-in-links

import type { Db } from "@polls/db/connection";
import { tallyDrift } from "@polls/db/counts";
import { linkToken } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildPoll, fakeClock } from "@polls/testing";
import { answered } from "../../../testing/answered";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { findPerson } from "../people/find-person";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);

let db: Db;

const gateway = shareGateway({
  clock: clock.now,
  env: { TRUSTED_PROXIES: "127.0.0.0/8, ::1" },
});
const owner = shareAccount(gateway);
beforeAll(() => {
  db = gateway.db;
});
beforeEach(() => clock.set(start));

const asUser = (identifier: string) => ({ token: owner.publicToken, identifier });
const asOwner = () => ({ token: owner.privateToken });
const buildOptInPoll = (settings: Readonly<Record<string, unknown>> = {}, type = "Polls::Voting") =>
  buildPoll(db, { ownerAccountId: owner.id, type, settings: { double_opt_in: true, ...settings } });

const path = (poll: Pick<Poll, "memberHash">, rest: string) =>
  `/api/v1/polls/${poll.memberHash}/${rest}`;

const elsewhere = { "X-Forwarded-For": "203.0.113.5" };

async function join(
  poll: Poll,
  identifier: string,
  email = `${identifier}@example.org`,
  { name = "Ada", headers = {} }: { name?: string; headers?: Record<string, string> } = {},
) {
  const voter = { user_name: name, optin_email: email };
  const { status, body } = await answered(() =>
    gateway.request(`POST ${path(poll, "voters")}`, {
      ...asUser(identifier),
      headers,
      body: { voter },
    }),
  );
  expect(status).toBe(201);
  return body.id as string;
}

const vote = (poll: Poll, identifier: string, voterId: string, optionId: string, value: unknown) =>
  gateway.request(`POST ${path(poll, "votes")}`, {
    ...asUser(identifier),
    body: { voter_id: voterId, option_id: optionId, vote: value },
  });

async function hold(
  poll: Poll,
  identifier: string,
  voterId: string,
  optionId: string,
  value: number | null = 1,
) {
  const { status, body } = await vote(poll, identifier, voterId, optionId, { vote: value });
  expect([status, body.code, body.errors]).toEqual([
    422,
    "opt_in_pending",
    { optin_email: ["must be confirmed"] },
  ]);
}

const askAgain = (poll: Poll, identifier: string, voterId: string, body?: object) =>
  gateway.request(`POST ${path(poll, `voters/${voterId}/opt_in`)}`, {
    ...asUser(identifier),
    ...(body === undefined ? {} : { body }),
  });

/**
 * The links in the mails to a participant, oldest first. They are derived as the mail worker does.
 */
async function links(voterId: string): Promise<string[]> {
  const rows = await db.prisma.optIn.findMany({
    where: { participant: { publicId: voterId } },
    orderBy: { id: "asc" },
    include: { mail: true },
  });
  return rows.map(({ address, mail }) => {
    const nonce = mail?.nonce;
    if (nonce == null) throw new Error("an opt-in has no mail");
    const link = { purpose: "opt_in", nonce, address } as const;
    return `/opt-in/${linkToken(gateway.deps.config.keys.mailLinks.signing, link)}`;
  });
}

const newestLink = async (voterId: string): Promise<string> =>
  (await links(voterId)).at(-1) ?? "no link";

const press = (link: string, headers: Readonly<Record<string, string>> = {}) =>
  gateway.request(`POST ${link}`, { headers });
const look = (link: string, headers: Readonly<Record<string, string>> = {}) =>
  gateway.request(`GET ${link}`, { headers });

const votesOf = (poll: Poll) =>
  db.prisma.vote.findMany({ where: { pollId: poll.id }, orderBy: { id: "asc" } });
const isConfirmed = async (voterId: string): Promise<boolean> =>
  (await db.prisma.participant.findUniqueOrThrow({ where: { publicId: voterId } })).confirmedAt !==
  null;

test("the mail waits for the votes that clients cast after the participant is created", async () => {
  await join(await buildOptInPoll(), "early");
  const { createdAt, nextCheckAt } = await db.prisma.outbox.findFirstOrThrow({
    where: { job: "mail.send-mail" },
    orderBy: { id: "desc" },
  });
  expect(nextCheckAt.getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(3_000);
});

describe("confirming", () => {
  test("makes a survey complete that was completed with held answers", async () => {
    const poll = await buildOptInPoll({}, "Polls::Survey");
    const stepOf = (survey_step_type: string) =>
      buildOption(db, poll, { settings: { survey_step_type } });
    const mandatory = await buildOption(db, poll, {
      parent: await stepOf("input"),
      type: "Options::InputOption",
      settings: { mandatory: true },
    });
    await buildOption(db, poll, { parent: await stepOf("vote"), type: "Options::TextOption" });
    const voter = await join(poll, "survey");
    const report = () =>
      gateway.request(`PATCH ${path(poll, `voters/${voter}`)}`, {
        ...asUser("survey"),
        body: { voter: { complete: true } },
      });
    expect((await report()).body.errors).toEqual({ complete: [expect.any(String)] });
    const answer = await vote(poll, "survey", voter, mandatory.publicId, { vote_text: "Yes" });
    expect(answer.body.code).toBe("opt_in_pending");
    expect([(await report()).status, (await report()).body.complete]).toEqual([200, false]);
    expect((await press(await newestLink(voter))).status).toBe(200);
    const { body } = await gateway.request(
      `GET ${path(poll, `voters/${voter}`)}`,
      asUser("survey"),
    );
    expect(body.complete).toBe(true);
  });

  test("casts the held votes together, in order, with their ids, days and times; a repeated vote has replaced its value", async () => {
    const poll = await buildOptInPoll({ vote_per_day: true, timezone: "Pacific/Auckland" });
    const options = [await buildOption(db, poll), await buildOption(db, poll)] as const;
    const voter = await join(poll, "order");
    await hold(poll, "order", voter, options[1].publicId, -1);
    await hold(poll, "order", voter, options[1].publicId, 1);
    clock.advance(DAY_MS);
    await hold(poll, "order", voter, options[0].publicId);
    const held = await db.prisma.heldVote.findMany({
      where: { pollId: poll.id },
      orderBy: { id: "asc" },
    });
    clock.advance(DAY_MS);
    expect((await press(await newestLink(voter))).status).toBe(200);
    const votes = await votesOf(poll);
    expect(
      votes.map(({ publicId, createdAt, voteDate, value }) => [
        publicId,
        createdAt,
        voteDate,
        Number(value),
      ]),
    ).toEqual(
      held.map(({ publicId, createdAt, voteDate, value }) => [
        publicId,
        createdAt,
        voteDate,
        Number(value),
      ]),
    );
    expect(votes.map(({ value }) => Number(value))).toEqual([1, 1]);
    expect(votes[0]?.voteDate?.toISOString().slice(0, 10)).toBe("2030-06-16");
    expect(await db.prisma.heldVote.count({ where: { pollId: poll.id } })).toBe(0);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test("happens only by POST: GET and HEAD change nothing, and ten concurrent confirmations cast the votes once", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, "scanned");
    await hold(poll, "scanned", voter, option.publicId);
    const link = await newestLink(voter);
    for (const method of ["GET", "HEAD", "OPTIONS", "GET", "HEAD"]) {
      expect((await gateway.request(`${method} ${link}`)).status).toBeLessThan(300);
    }
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      expect((await gateway.request(`${method} ${link}`)).status).toBe(405);
    }
    expect(await isConfirmed(voter)).toBe(false);
    const pages = await Promise.all(Array.from({ length: 10 }, () => press(link)));
    expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(pages.filter(({ text }) => text.includes("Thank you"))).toHaveLength(1);
    expect(await votesOf(poll)).toHaveLength(1);
    expect(await tallyDrift(db, poll.id)).toBe(0);
    const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, asOwner());
    expect(shown.body.voters_count).toBe(1);
  });

  test("comes first: before it, no list, rating, count, result, export or read by id shows held votes", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, "unseen");
    await hold(poll, "unseen", voter, option.publicId);
    const held = await db.prisma.heldVote.findFirstOrThrow({ where: { pollId: poll.id } });
    for (const reader of [asUser("unseen"), asUser("another"), asOwner()]) {
      const list = await gateway.request(`GET ${path(poll, "votes")}`, reader);
      expect([list.status, list.body]).toEqual([200, []]);
      expect(
        (await gateway.request(`GET ${path(poll, `votes/${held.publicId}`)}`, reader)).status,
      ).toBe(404);
      const options = await gateway.request(`GET ${path(poll, "options")}`, reader);
      expect(options.body[0]).toMatchObject({ rating: 0, average_rating: 0, best_rating: false });
      const full = await gateway.request(`GET ${path(poll, `options/${option.publicId}`)}`, reader);
      expect(full.body.voter_count).toBe(0);
      const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, reader);
      expect(shown.body.voters_count).toBe(0);
      const results = await gateway.request(`GET ${path(poll, "results")}`, reader);
      expect(results.body.voters_count).toBe(0);
      expect(results.body.options[0]).toMatchObject({ voter_count: 0, distribution: {} });
    }
    const exported = await gateway.request(`GET ${path(poll, "export.json")}`, asOwner());
    expect(exported.status).toBe(200);
    expect(exported.text).not.toContain(held.publicId);
  });

  test("drops and lists a vote that is no longer valid, and counts the others", async () => {
    const poll = await buildOptInPoll({ limit_per_option: 1 });
    const full = await buildOption(db, poll, { content: "Full <house>" });
    const gone = await buildOption(db, poll, { content: "Put away" });
    const free = await buildOption(db, poll, { content: "Free" });
    const voter = await join(poll, "late");
    for (const { publicId } of [full, gone, free]) await hold(poll, "late", voter, publicId);
    const first = await join(poll, "first");
    await hold(poll, "first", first, full.publicId);
    await press(await newestLink(first));
    await db.prisma.option.update({ where: { id: gone.id }, data: { archived: true } });

    const { text } = await press(await newestLink(voter));
    expect(text).toContain("Full &lt;house&gt;: the maximum number of votes is reached");
    expect(text).toContain("Put away: it can no longer be voted for");
    expect(text).toContain("Your vote now counts.");
    expect((await votesOf(poll)).map(({ optionId }) => optionId)).toEqual([full.id, free.id]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test.each([0, null])(
    "an abstention with the value %s is cast, and not said to count",
    async (value) => {
      const poll = await buildOptInPoll();
      const [left, chosen] = [await buildOption(db, poll), await buildOption(db, poll)];
      const voter = await join(poll, "ada");
      await hold(poll, "ada", voter, left.publicId, value);
      await hold(poll, "ada", voter, chosen.publicId);
      const { text } = await press(await newestLink(voter));
      expect(text).toContain("Your vote now counts.");
      expect(await votesOf(poll)).toHaveLength(2);
    },
  );

  test("ignores the held votes of an option that was deleted meanwhile", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, "orphan");
    await hold(poll, "orphan", voter, option.publicId);
    await gateway.request(
      `DELETE /api/v1/polls/${poll.adminHash}/options/${option.publicId}`,
      asOwner(),
    );
    expect((await press(await newestLink(voter))).status).toBe(200);
    expect(await isConfirmed(voter)).toBe(true);
    expect(await votesOf(poll)).toHaveLength(0);
  });

  test.each([
    ["within 24 h after closing the votes count", 23 * HOUR_MS, 200, 1],
    ["later they do not count, and the participant is not confirmed", 25 * HOUR_MS, 410, 0],
  ])("after the poll was closed: %s", async (_case, wait, status, count) => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll);
    const voter = await join(poll, `closing${count}`);
    await hold(poll, `closing${count}`, voter, option.publicId);
    clock.advance(HOUR_MS);
    const closed = await gateway.request(`PATCH /api/v1/polls/${poll.memberHash}`, {
      ...asOwner(),
      body: { poll: { status: "closed" } },
    });
    expect(closed.status).toBe(200);
    clock.advance(wait);
    expect((await press(await newestLink(voter))).status).toBe(status);
    expect(await votesOf(poll)).toHaveLength(count);
    expect(await isConfirmed(voter)).toBe(count === 1);
  });

  test("shows the payment link of a vote that is sold, which does not count yet", async () => {
    const poll = await buildOptInPoll({ voting_fee_type: "voting_sell_votes", voting_fee: 100 });
    const option = await buildOption(db, poll, { content: "Song" });
    const voter = await join(poll, "buyer");
    await hold(poll, "buyer", voter, option.publicId, 3);
    const { status, text } = await press(await newestLink(voter));
    expect(status).toBe(200);
    expect(text).toMatch(/<a href="https:\/\/polls\.example\/pay\/[\w-]+">Pay for “Song”<\/a>/);
    expect(text).not.toContain("now counts");
    const [bought] = await votesOf(poll);
    expect([Number(bought?.value), bought?.paidVotes, bought?.counts]).toEqual([3, 0, false]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test("shows the payment link of an open participation fee, and no vote counts before it is paid", async () => {
    const poll = await buildOptInPoll({ voting_fee_type: "voting_fee", voting_fee: 500 });
    const option = await buildOption(db, poll);
    const voter = await join(poll, "payer");
    await hold(poll, "payer", voter, option.publicId);
    const link = await newestLink(voter);
    const button =
      /<a class="button" href="https:\/\/polls\.example\/pay\/[\w-]+">Pay the fee<\/a>/;
    const confirmed = await press(link);
    for (const { status, text } of [confirmed, await press(link), await look(link)]) {
      expect(status).toBe(200);
      expect(text).toMatch(button);
      expect(text).not.toContain("now counts");
    }
    const { _sum } = await db.prisma.optionTally.aggregate({
      where: { optionId: option.id },
      _sum: { votes: true },
    });
    expect([(await votesOf(poll)).length, _sum.votes ?? 0]).toEqual([1, 0]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
    await db.prisma.payment.updateMany({
      where: { pollId: poll.id },
      data: { state: "paid" },
    });
    expect((await look(link)).text).not.toMatch(button);
  });

  test("checks ranks, limits and pairs as if the votes were cast one by one", async () => {
    const poll = await buildOptInPoll({ vote_type: "Votes::RankedVote" });
    const options = [await buildOption(db, poll), await buildOption(db, poll)] as const;
    const voter = await join(poll, "ranks");
    await hold(poll, "ranks", voter, options[0].publicId, 1);
    const taken = await vote(poll, "ranks", voter, options[1].publicId, { vote: 1 });
    expect(taken.body.code).toBe("rank_taken");
    await hold(poll, "ranks", voter, options[1].publicId, 2);
    await press(await newestLink(voter));
    expect((await votesOf(poll)).map(({ value }) => Number(value))).toEqual([1, 2]);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });
});

describe("what a link confirms", () => {
  let names = 0;
  const address = () => {
    names += 1;
    return `owner${names}@example.org`;
  };
  /** The forms of a page, by the address to which their buttons post. */
  const buttons = (text: string) =>
    [...text.matchAll(/<form method="post" action="([^"]+)">/g)].map(([, action = ""]) =>
      action.replaceAll("&amp;", "&"),
    );

  test("the page shows the poll, name, time, options and values of each request to the address", async () => {
    const poll = await buildOptInPoll({ timezone: "UTC" });
    const option = await buildOption(db, poll, { content: "Pizza www.evil.example" });
    const email = address();
    const name = "Eve https://evil.example";
    const voter = await join(poll, `shown ${email}`, email, { name });
    await hold(poll, `shown ${email}`, voter, option.publicId, -1);
    const { text } = await look(await newestLink(voter));
    expect(text).toContain(poll.title);
    expect(text).toContain("Eve https: // evil. example");
    expect(text).toContain("15 June 2030 at 12:00 UTC");
    expect(text).toContain("Pizza www. evil. example: <strong>no</strong>");
    expect(text).toContain("the internet connection you are using now");
    const away = await look(await newestLink(voter), elsewhere);
    expect(away.text).not.toContain("the internet connection you are using now");
  });

  test("the page has the texts of the poll in the language of the visitor", async () => {
    const translations = { de: { title: "Mittagessen", publisher_info: "Haus 3" } };
    const poll = await buildOptInPoll({ language: "en", translations, publisher_info: "House 3" });
    const email = address();
    const voter = await join(poll, `read ${email}`, email);
    const { text } = await look(await newestLink(voter), { "Accept-Language": "de" });
    expect(text).toContain("Mittagessen");
    expect(text).toContain("Haus 3");
    expect(text).not.toContain(poll.title);
  });

  test("if another person caused the only mail, the owner of the address finds the own request by its link", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll, { content: "Pizza" });
    const email = address();
    const attackers = [];
    for (let each = 0; each < 3; each += 1) {
      attackers.push(await join(poll, `eve${each} ${email}`, email, { name: "Eve" }));
    }
    await hold(poll, `eve0 ${email}`, attackers[0] ?? "", option.publicId, 1);
    const own = await join(poll, `own ${email}`, email, { name: "Owner" });
    await hold(poll, `own ${email}`, own, option.publicId, -1);
    expect(await db.prisma.mail.count({ where: { address: email, state: "queued" } })).toBe(3);

    const link = await newestLink(attackers[0] ?? "");
    const { text } = await look(link);
    expect(text.match(/<section/g)).toHaveLength(4);
    const mine = buttons(text).find((action) => action.includes(`participant=${own}&`)) ?? "";
    expect((await press(mine)).status).toBe(200);
    expect(await Promise.all([own, ...attackers].map(isConfirmed))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect((await votesOf(poll)).map(({ value }) => Number(value))).toEqual([-1]);
    expect((await press(link)).status).toBe(409);
  });

  test("a request that was changed since the page showed it is not confirmed, and is shown again", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll, { content: "Pizza" });
    const email = address();
    const voter = await join(poll, `changes ${email}`, email);
    await hold(poll, `changes ${email}`, voter, option.publicId, 1);
    const [action = ""] = buttons((await look(await newestLink(voter))).text);
    await hold(poll, `changes ${email}`, voter, option.publicId, -1);
    const changed = await press(action);
    expect(changed.status).toBe(409);
    expect(changed.text).toContain("The request has changed since you opened this page");
    expect(await isConfirmed(voter)).toBe(false);
    const [again = ""] = buttons(changed.text);
    expect((await press(again)).status).toBe(200);
    expect(await isConfirmed(voter)).toBe(true);
  });

  test("the link cannot confirm a participant with another address, or of another poll", async () => {
    const [poll, second] = [await buildOptInPoll(), await buildOptInPoll()];
    const email = address();
    const link = await newestLink(await join(poll, `link ${email}`, email));
    for (const [foreign, of] of [
      [await join(poll, `foreign ${email}`, address()), poll],
      [await join(second, `second ${email}`, email), second],
    ] as const) {
      for (const path of [`${link}?participant=${foreign}`, `${link}/deny?participant=${foreign}`])
        await press(path);
      expect(await isConfirmed(foreign)).toBe(false);
      const where = { publicId: foreign, pollId: of.id };
      expect((await db.prisma.participant.findFirstOrThrow({ where })).optinEmail).not.toBeNull();
    }
  });
});

describe("the button to deny a request", () => {
  const buttonOf = (text: string) =>
    /action="([^"]+\/deny[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";

  test("confirms nothing, removes the address, and stops the mails of the participant to it", async () => {
    const poll = await buildOptInPoll();
    const email = "notme@example.org";
    const voter = await join(poll, "notme", email);
    const link = await newestLink(voter);
    const { text } = await look(link);
    for (const method of ["GET", "HEAD"]) await gateway.request(`${method} ${buttonOf(text)}`);
    expect((await look(link)).text).toContain("This was not me");
    const denied = await press(buttonOf(text));
    expect([denied.status, denied.text.includes("Nothing is confirmed")]).toEqual([200, true]);
    for (const page of [await look(link), await press(link)]) expect(page.status).toBe(410);
    expect(await isConfirmed(voter)).toBe(false);
    const read = await gateway.request(`GET ${path(poll, `voters/${voter}`)}`, asUser("notme"));
    expect(read.body).toMatchObject({ opt_in_confirmed: false });
    expect(read.body.optin_email).toBeUndefined();
    expect((await findPerson(db, email)).participantIds).toEqual([]);

    expect((await askAgain(poll, "notme", voter, { optin_email: email })).status).toBe(200);
    const shown = await gateway.request(`GET ${path(poll, `voters/${voter}`)}`, asOwner());
    expect(shown.body.mail_state).toBe("withheld");
    expect((await look(link)).status).toBe(410);
    const mended = { optin_email: "notme.mended@example.org" };
    expect((await askAgain(poll, "notme", voter, mended)).status).toBe(200);
    expect((await press(await newestLink(voter))).status).toBe(200);
  });

  test("keeps the owner's own request, which the link of the other person can still confirm", async () => {
    const poll = await buildOptInPoll();
    const email = "both@example.org";
    const eve = await join(poll, "both eve", email);
    const link = await newestLink(eve);
    await press(buttonOf((await look(link)).text));
    const own = await join(poll, "both own", email);
    const { status, text } = await look(link);
    expect([status, text.match(/<section/g)?.length]).toEqual([200, 1]);
    expect(text).toContain(`participant=${own}&`);
  });

  test("changes nothing after a confirmation", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "late-denial");
    const link = await newestLink(voter);
    const button = buttonOf((await look(link)).text);
    await press(link);
    expect((await press(button)).text).toContain("already confirmed");
    expect(await isConfirmed(voter)).toBe(true);
  });
});

describe("an address takes part once in a poll", () => {
  test("the first confirmation counts, in any letter case; later ones get 201 and confirm nothing", async () => {
    const poll = await buildOptInPoll();
    const one = await join(poll, "one", "Shared@Example.org");
    const other = await join(poll, "other", "shared@example.ORG");
    expect((await press(await newestLink(other))).status).toBe(200);
    const late = await press(await newestLink(one));
    expect(late.status).toBe(409);
    expect(late.text).toContain("already takes part");
    expect(await isConfirmed(one)).toBe(false);
    const third = await join(poll, "third", "SHARED@example.org");
    expect((await press(await newestLink(third))).status).toBe(409);
    const elsewhere = await buildOptInPoll();
    const there = await join(elsewhere, "one", "shared@example.org");
    expect((await press(await newestLink(there))).status).toBe(200);
  });

  test("of six concurrent confirmations of one address exactly one succeeds", async () => {
    const poll = await buildOptInPoll();
    const voters = [];
    for (let i = 0; i < 3; i++) voters.push(await join(poll, `race${i}`, "race@example.org"));
    const all = (await Promise.all(voters.map(newestLink))).flatMap((link) => [link, link]);
    await Promise.all(all.map((link) => press(link)));
    const confirmed = await Promise.all(voters.map(isConfirmed));
    expect(confirmed.filter(Boolean)).toHaveLength(1);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test("the address is free again after its participant was deleted", async () => {
    const poll = await buildOptInPoll();
    const first = await join(poll, "leaver", "again@example.org");
    await press(await newestLink(first));
    await gateway.request(`DELETE ${path(poll, `voters/${first}`)}`, asUser("leaver"));
    const second = await join(poll, "comer", "again@example.org");
    expect((await press(await newestLink(second))).status).toBe(200);
  });
});

describe("links", () => {
  test("expire after seven days, and the page shows the next step", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "slow");
    const link = await newestLink(voter);
    clock.advance(7 * DAY_MS - 1);
    expect((await look(link)).status).toBe(200);
    clock.advance(1);
    const page = await press(link);
    expect(page.status).toBe(410);
    expect(page.text).toContain("ask for a new e-mail");
    expect(await isConfirmed(voter)).toBe(false);
  });

  test("show that everything is done when their button is pressed again, by whichever mail", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "twice");
    expect((await askAgain(poll, "twice", voter)).status).toBe(200);
    const [first = "", second = ""] = await links(voter);
    expect((await press(first)).text).toContain("Thank you");
    for (const link of [first, second]) {
      const page = await press(link);
      expect([page.status, page.text.includes("already confirmed")]).toEqual([200, true]);
    }
  });

  test("get the same 404 with any character changed, and for a deleted participant or poll", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "unknown");
    const link = await newestLink(voter);
    const other = await join(poll, "deleted");
    const dead = await newestLink(other);
    await gateway.request(`DELETE ${path(poll, `voters/${other}`)}`, asUser("deleted"));
    const wrong = `${link.slice(0, -1)}${link.endsWith("A") ? "E" : "A"}`;
    const pages = [
      await look(wrong),
      await press(wrong),
      await look(dead),
      await look("/opt-in/x"),
    ];
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
    await gateway.request(`DELETE /api/v1/polls/${poll.adminHash}`, asOwner());
    expect((await press(link)).text).toBe(pages[0]?.text);
  });

  test("are not stored in any table", async () => {
    const poll = await buildOptInPoll();
    const token = (await newestLink(await join(poll, "stored"))).slice("/opt-in/".length);
    const tables = await db.prisma.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(["opt_ins", "mails"]));
    for (const { name } of tables) {
      const [row] = await db.prisma.$queryRawUnsafe<{ found: boolean }[]>(
        `SELECT EXISTS (SELECT FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%') AS found`,
        token,
      );
      expect([name, row?.found]).toEqual([name, false]);
    }
  });
});

describe("POST /polls/{poll_id}/voters/{id}/opt_in", () => {
  test("allows 3 mails an hour and 10 in all: 429 with Retry-After, then 422", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "eager");
    for (let sent = 1; sent < 10; sent++) {
      if (sent % 3 === 0) {
        const early = await askAgain(poll, "eager", voter);
        expect([early.status, early.body.code]).toEqual([429, "too_many_opt_in_mails"]);
        expect(Number(early.headers.get("Retry-After"))).toBe(3_600);
        clock.advance(HOUR_MS);
      }
      expect((await askAgain(poll, "eager", voter)).status).toBe(200);
    }
    clock.advance(DAY_MS);
    const late = await askAgain(poll, "eager", voter);
    expect([late.status, late.body.code]).toEqual([422, "opt_in_mails_used_up"]);
    expect(await links(voter)).toHaveLength(10);
  });

  test("limits a requester silently to 3 mails an hour to an address, and another requester separately", async () => {
    const poll = await buildOptInPoll();
    const voters = await Promise.all(
      Array.from({ length: 20 }, (_, i) => join(poll, `flood${i}`, "victim@example.org")),
    );
    const address = "victim@example.org";
    const sent = () => db.prisma.mail.count({ where: { address, state: "queued" } });
    expect(await sent()).toBe(3);
    expect((await askAgain(poll, "flood0", voters[0] ?? "")).status).toBe(200);
    expect(await sent()).toBe(3);
    await join(poll, "owner of the address", address, { headers: elsewhere });
    expect(await sent()).toBe(4);
  });

  test("corrects a mistyped address, and invalidates the old link", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "typo", "typo@exmaple.org");
    const { status, body } = await askAgain(poll, "typo", voter, {
      optin_email: "typo@example.org",
    });
    expect([status, body.optin_email, body.opt_in_confirmed]).toEqual([
      200,
      "typo@example.org",
      false,
    ]);
    const [old = "", mended = ""] = await links(voter);
    const ended = await press(old);
    expect([ended.status, ended.text.includes("no longer valid")]).toEqual([410, true]);
    expect((await press(mended)).status).toBe(200);
    const again = await askAgain(poll, "typo", voter, { optin_email: "other@example.org" });
    expect([again.status, again.body.code]).toEqual([422, "opt_in_confirmed"]);
  });

  test.each<[string, object, object]>([
    [
      "an address outside the allowed domains",
      { optin_email: "a@example.com" },
      { optin_email: ["must be an address of example.org"] },
    ],
    ["no address", { optin_email: "nobody" }, { optin_email: ["must be an e-mail address"] }],
    ["another field", { email: "a@example.org" }, { email: ["is not a known field"] }],
  ])("is 422 with %s", async (name, sent, errors) => {
    const poll = await buildOptInPoll({ restricted_double_opt_in_domains: ["example.org"] });
    const voter = await join(poll, name.replaceAll(" ", ""));
    const { status, body } = await askAgain(poll, name.replaceAll(" ", ""), voter, sent);
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test("is 404 for other users, even if they see the participant; a closed poll sends no mail", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "mine");
    expect((await askAgain(poll, "yours", voter)).status).toBe(404);
    expect((await askAgain(poll, "mine", "nobody")).status).toBe(404);
    await gateway.request(`PATCH /api/v1/polls/${poll.memberHash}`, {
      ...asOwner(),
      body: { poll: { status: "closed" } },
    });
    expect((await askAgain(poll, "mine", voter)).body.code).toBe("poll_closed");
  });

  test("shows the state of the newest mail to admins, but not to members", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "state");
    const read = (reader: object) =>
      gateway.request(`GET ${path(poll, `voters/${voter}`)}`, reader);
    expect((await read(asOwner())).body.mail_state).toBe("queued");
    await askAgain(poll, "state", voter);
    const newest = await db.prisma.mail.findFirstOrThrow({ orderBy: { id: "desc" } });
    await db.prisma.mail.update({ where: { id: newest.id }, data: { state: "failed" } });
    expect((await read(asOwner())).body.mail_state).toBe("failed");
    expect((await read(asUser("state"))).body).not.toHaveProperty("mail_state");
  });
});
