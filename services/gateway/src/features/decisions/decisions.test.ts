// Covers docs/reference/decisions.md: deciding, endpoints, events, files, mails, withdrawing

import { findDecision } from "@polls/db/polls";
import { newPublicId } from "@polls/db/tokens";
import { formerDates } from "@polls/domain/decisions";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import {
  buildOption,
  buildParticipant,
  fakeClock,
  type PollFacts,
  readCalendar,
} from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { runTasks } from "../../maintenance/start-maintenance";

const clock = fakeClock("2030-06-01T12:00:00Z");
const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway, { email: "owner@example.org" });
const { db } = gateway;

const days = ["2030-07-01", "2030-07-02", "2030-07-03"] as const;

/** A poll in a zone in which days begin on another day of UTC. */
async function pollOfDays(more: PollFacts = {}) {
  const { settings, ...facts } = more;
  const poll = await owner.buildPoll({
    title: "Summer; party, \\o/",
    settings: { option_type: "Options::DateOption", timezone: "Asia/Tokyo", ...settings },
    ...facts,
  });
  const options = [];
  for (const day of days) options.push(await buildDay(poll, day));
  const [first, second, third] = options;
  if (first === undefined || second === undefined || third === undefined) throw new Error("3 days");
  return { poll, first: first.publicId, second: second.publicId, third: third.publicId };
}

const buildDay = (poll: Poll, day: string) =>
  buildOption(db, poll, {
    type: "Options::DateOption",
    startDate: new Date(`${day}T00:00:00+09:00`),
  });

const path = (poll: Poll) => `/api/v1/polls/${poll.adminHash}`;
const token = () => owner.privateToken;
const decide = (poll: Poll, ...option_ids: readonly string[]) =>
  gateway.request(`POST ${path(poll)}/decision`, { token: token(), body: { option_ids } });
const withdraw = (poll: Poll) =>
  gateway.request(`DELETE ${path(poll)}/decision`, { token: token() });
const read = async (poll: Poll) =>
  (await gateway.request(`GET ${path(poll)}`, { token: token() })).body as {
    readonly status: string;
    readonly decided_at?: string;
    readonly called_off_at?: string;
  };
const marked = async (poll: Poll, mark: "decided" | "called_off" = "decided") => {
  const { body } = await gateway.request(
    `GET /api/v1/polls/${poll.memberHash}/options?sort=options.position%20asc`,
    { token: owner.publicToken },
  );
  return (body as { id: string; decided?: true; called_off?: true }[])
    .filter((option) => option[mark])
    .map(({ id }) => id);
};
const file = (poll: Poll) =>
  gateway.inPoll(poll, { token: owner.publicToken }, "GET /decision.ics");
const events = async (poll: Poll) => readCalendar((await file(poll)).text).events;
const mailsOf = (poll: Poll) =>
  db.prisma.mail.findMany({
    where: { pollNotice: { pollId: poll.id } },
    orderBy: [{ id: "asc" }],
    select: { kind: true, address: true },
  });
const confirmed = (poll: Poll, optinEmail: string, more: object = {}) =>
  buildParticipant(db, poll, { optinEmail, confirmedAt: clock.now(), ...more });

describe("a decision", () => {
  test("marks the dates, closes the poll, and is taken back by its withdrawal", async () => {
    const { poll, first, third } = await pollOfDays();
    const { status, body } = await decide(poll, third, first);
    expect([status, body]).toEqual([
      201,
      { option_ids: [first, third], decided_at: clock.now().toISOString() },
    ]);
    expect(await read(poll)).toMatchObject({
      status: "closed",
      decided_at: clock.now().toISOString(),
    });
    expect(await marked(poll)).toEqual([first, third]);
    expect((await withdraw(poll)).status).toBe(204);
    const after = await read(poll);
    expect([after.status, after.decided_at]).toEqual(["active", undefined]);
    expect(await marked(poll)).toEqual([]);
    expect((await file(poll)).status).toBe(404);
    expect((await withdraw(poll)).body).toMatchObject({ code: "decision_not_found" });
  });

  test("says which dates are called off, until other ones are set", async () => {
    const { poll, first, second, third } = await pollOfDays();
    const state = async () => {
      const { decided_at, called_off_at } = await read(poll);
      return [decided_at !== undefined, called_off_at, await marked(poll, "called_off")];
    };
    const now = clock.now().toISOString();
    expect(await state()).toEqual([false, undefined, []]);
    await decide(poll, first, second);
    expect(await state()).toEqual([true, undefined, []]);
    await decide(poll, first);
    expect(await state()).toEqual([true, undefined, [second]]);
    await decide(poll, third);
    expect(await state()).toEqual([true, undefined, [first]]);
    await withdraw(poll);
    expect(await state()).toEqual([false, now, [third]]);
    await gateway.request(`DELETE ${path(poll)}/options/${third}`, { token: token() });
    expect(await state()).toEqual([false, now, []]);
    await decide(poll, first);
    expect(await state()).toEqual([true, undefined, []]);
  });

  test("is kept by a poll that is opened again", async () => {
    const { poll, first } = await pollOfDays();
    const { decided_at } = (await decide(poll, first)).body;
    const { status, body } = await gateway.as({ token: token() }, `PATCH ${path(poll)}`, {
      poll: { status: "active" },
    });
    expect([status, body.status, body.decided_at]).toEqual([200, "active", decided_at]);
  });

  test("leaves a poll closed that was closed before", async () => {
    const { poll, first, second } = await pollOfDays({ status: "closed" });
    await decide(poll, first);
    await decide(poll, second);
    await withdraw(poll);
    expect((await read(poll)).status).toBe("closed");
  });

  test("that is repeated changes nothing and sends nothing", async () => {
    const { poll, first, second } = await pollOfDays();
    await confirmed(poll, "ada@example.net");
    const { body } = await decide(poll, first, second);
    const [before, mails] = [await read(poll), await mailsOf(poll)];
    expect(await decide(poll, second, first)).toMatchObject({ status: 201, body });
    expect(await read(poll)).toEqual(before);
    expect(await mailsOf(poll)).toEqual(mails);
  });

  test("of two at once leaves exactly one", async () => {
    const { poll, first, second } = await pollOfDays();
    const replies = await Promise.all([decide(poll, first), decide(poll, second)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const [last] = await marked(poll);
    expect(await marked(poll)).toEqual([last]);
    expect(await events(poll)).toMatchObject([{ sequence: "1" }]);
  });

  test.each<[string, (ids: readonly [string, string]) => unknown, string]>([
    ["no ids", () => ({}), "option_ids"],
    ["an empty list", () => ({ option_ids: [] }), "option_ids"],
    ["an unknown id", () => ({ option_ids: ["unknown"] }), "option_ids.0"],
    ["an id of another poll", ([, foreign]) => ({ option_ids: [foreign] }), "option_ids.0"],
    ["an id twice", ([own]) => ({ option_ids: [own, own] }), "option_ids"],
    ["an unknown field", ([own]) => ({ option_ids: [own], when: 1 }), "when"],
  ])("with %s is refused", async (_case, bodyOf, field) => {
    const [{ poll, first }, other] = [await pollOfDays(), await pollOfDays()];
    const { status, body } = await gateway.request(`POST ${path(poll)}/decision`, {
      token: token(),
      body: bodyOf([first, other.first]),
    });
    expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([422, [field]]);
    expect((await read(poll)).status).toBe("active");
  });

  test("is refused for dates that members do not see, and in polls without dates", async () => {
    const { poll } = await pollOfDays();
    const hidden = await buildOption(db, poll, {
      type: "Options::DateOption",
      startDate: clock.now(),
      archived: true,
    });
    expect((await decide(poll, hidden.publicId)).status).toBe(422);
    const texts = await owner.buildPoll();
    const text = await buildOption(db, texts, { content: "Soup" });
    expect((await decide(texts, text.publicId)).status).toBe(422);
  });

  test("keeps its dates from being moved, hidden, merged or deleted", async () => {
    const { poll, first, second } = await pollOfDays();
    await decide(poll, first);
    const change = (method: string, of: string, body?: object) =>
      gateway.request(`${method} ${path(poll)}/options/${of}`, { token: token(), body });
    const refused = [
      await change("PATCH", first, { option: { start_date: "2030-08-01" } }),
      await change("PATCH", first, { option: { archived: true } }),
      await change("POST", `${first}/merge`, { option_id: second }),
      await change("DELETE", first),
    ].map(({ status, body }) => [status, (body as { code: string }).code]);
    expect(refused).toEqual(refused.map(() => [422, "option_decided"]));
    expect((await change("PATCH", first, { option: { content: "At noon" } })).status).toBe(200);
    expect((await change("DELETE", second)).status).toBe(204);
    await withdraw(poll);
    expect((await change("DELETE", first)).status).toBe(204);
  });
});

describe("the file of a decision", () => {
  test("has an event for each date: days in the zone of the poll, with the day after as their end", async () => {
    const { poll, first, second } = await pollOfDays();
    await db.prisma.poll.update({ where: { id: poll.id }, data: { location: "Hall, 2\nLeft" } });
    await decide(poll, first, second);
    const { text, headers } = await file(poll);
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const { method, events } = readCalendar(text);
    expect(method).toBeUndefined();
    expect(events).toMatchObject([
      { dtstart: "2030-07-01", dtend: "2030-07-02", sequence: "0", status: "CONFIRMED" },
      { dtstart: "2030-07-02", dtend: "2030-07-03" },
    ]);
    expect(events[0]).toMatchObject({
      summary: "Summer; party, \\o/",
      location: "Hall, 2\nLeft",
      url: `https://polls.example/p/${poll.memberHash}`,
    });
    expect(text).toContain("DTSTART;VALUE=DATE:20300701\r\n");
  });

  test("has times as moments in UTC", async () => {
    const { poll } = await pollOfDays({ settings: { option_type: "Options::TimeRangeOption" } });
    const { publicId } = await buildOption(db, poll, {
      type: "Options::TimeRangeOption",
      startDate: new Date("2030-07-01T18:00:00+09:00"),
      endDate: new Date("2030-07-01T20:30:00+09:00"),
    });
    await decide(poll, publicId);
    expect(await events(poll)).toMatchObject([
      { dtstart: "2030-07-01T09:00:00Z", dtend: "2030-07-01T11:30:00Z" },
    ]);
  });

  test("moves the event to another date, and gives a date its event back", async () => {
    const { poll, first, second } = await pollOfDays();
    await decide(poll, first);
    const [before] = await events(poll);
    await decide(poll, second);
    const [moved] = await events(poll);
    expect(moved).toMatchObject({ uid: before?.uid, sequence: "1", dtstart: "2030-07-02" });
    const formers = async () => {
      const decision = await findDecision(db, poll.id);
      return decision && formerDates(decision).map(({ publicId }) => publicId);
    };
    expect(await formers()).toEqual([first]);
    await withdraw(poll);
    await decide(poll, second);
    expect(await events(poll)).toMatchObject([{ uid: before?.uid, sequence: "3" }]);
    expect(await formers()).toEqual([]);
  });

  test("is not there for members who do not see options", async () => {
    const { poll, first } = await pollOfDays({
      settings: { hide_options: true, deadline_submission: "2031-01-01T00:00:00Z" },
    });
    await decide(poll, first);
    expect((await file(poll)).status).toBe(404);
    const own = await gateway.request(`GET ${path(poll)}/decision.ics`, { token: token() });
    expect(own.status).toBe(200);
  });
});

describe("the mails of a decision", () => {
  async function invited(poll: Poll, email: string, participantId?: bigint) {
    await db.prisma.invitation.create({
      data: {
        publicId: newPublicId(),
        pollId: poll.id,
        email,
        codeDigest: new TextEncoder().encode(newPublicId()),
        ...(participantId !== undefined && { participantId, usedAt: clock.now() }),
      },
    });
  }

  test("to invited people who have not answered count as invitations of the account", async () => {
    // A day without mails of other tests.
    clock.advance(24 * 3_600_000);
    const { poll, first } = await pollOfDays();
    await invited(poll, "absent@example.net");
    const account = { id: accountOfPoll(poll) };
    await db.prisma.account.update({ where: account, data: { mailQuota: 1 } });
    await decide(poll, first);
    await withdraw(poll);
    await db.prisma.account.update({ where: account, data: { mailQuota: null } });
    const mails = await db.prisma.mail.findMany({
      where: { pollNotice: { pollId: poll.id } },
      orderBy: { id: "asc" },
    });
    expect(mails.map(({ kind, state }) => [kind, state])).toEqual([
      ["decision", "queued"],
      ["decision_canceled", "withheld"],
    ]);
  });

  test("go to confirmed addresses and all invitations, one each", async () => {
    const { poll, first } = await pollOfDays();
    await confirmed(poll, "ada@example.net");
    await confirmed(poll, "fraud@example.net", { fraudulent: true });
    await confirmed(poll, "pending@example.net", { confirmedAt: null });
    const guest = await buildParticipant(db, poll);
    await invited(poll, "guest@example.net", guest.id);
    await invited(poll, "absent@example.net");
    await invited(poll, "ADA@example.net");
    const both = await confirmed(poll, "both@example.net");
    await invited(poll, "other@example.net", both.id);
    await buildParticipant(db, poll);
    const counted = await gateway.request(`GET ${path(poll)}/decision/recipients`, {
      token: token(),
    });
    expect(counted.body).toEqual({ recipients: 4, without_address: 1 });
    await decide(poll, first);
    const addresses = ["ada", "guest", "both", "absent"].map((name) => `${name}@example.net`);
    expect(await mailsOf(poll)).toEqual(
      addresses.map((address) => ({ kind: "decision", address })),
    );
    await withdraw(poll);
    expect((await mailsOf(poll)).slice(addresses.length)).toEqual(
      addresses.map((address) => ({ kind: "decision_canceled", address })),
    );
  });

  test("are in the language in which each address was confirmed, or else of the poll", async () => {
    const { poll, first } = await pollOfDays();
    const addresses = { de: "ada@example.net", en: "bob@example.net" };
    await confirmed(poll, "poll@example.net");
    for (const [language, address] of Object.entries(addresses)) {
      const { id: participantId } = await confirmed(poll, address);
      const of = { pollId: poll.id, participantId, address };
      const now = { createdAt: clock.now(), confirmedAt: clock.now(), expiresAt: clock.now() };
      const optIn = await db.prisma.optIn.create({
        data: { ...of, ...now, tokenDigest: new TextEncoder().encode(newPublicId()) },
      });
      await db.prisma.mail.create({
        data: { kind: "opt_in", address, language, optInId: optIn.id, createdAt: clock.now() },
      });
    }
    await db.prisma.poll.update({ where: { id: poll.id }, data: { language: "de" } });
    await decide(poll, first);
    const mails = await db.prisma.mail.findMany({ where: { pollNotice: { pollId: poll.id } } });
    expect(Object.fromEntries(mails.map(({ address, language }) => [address, language]))).toEqual({
      "poll@example.net": "de",
      [addresses.de]: "de",
      [addresses.en]: "en",
    });
  });

  test("are not counted for an anonymous poll", async () => {
    const { poll } = await pollOfDays({ settings: { anonymize_voter_names: true } });
    await confirmed(poll, "ada@example.net");
    const counted = await gateway.request(`GET ${path(poll)}/decision/recipients`, {
      token: token(),
    });
    expect(counted.body).toEqual({ recipients: null, without_address: null });
  });

  test("of a withdrawal cancel, and of fewer dates cancel the dropped ones only", async () => {
    const { poll, first, second } = await pollOfDays();
    await confirmed(poll, "ada@example.net");
    const kinds = async () => (await mailsOf(poll)).map(({ kind }) => kind);
    await decide(poll, first, second);
    await decide(poll, first);
    expect(await kinds()).toEqual(["decision", "decision_canceled", "decision"]);
    await withdraw(poll);
    expect((await kinds()).slice(3)).toEqual(["decision_canceled"]);
  });

  test("reach all of more addresses than a batch has, also if the dates change meanwhile", async () => {
    const { poll, first, second } = await pollOfDays();
    for (let at = 0; at < 101; at += 1) await confirmed(poll, `p${at}@example.net`);
    await decide(poll, first);
    expect(await mailsOf(poll)).toHaveLength(100);
    await decide(poll, second);
    await runTasks({ ...gateway.deps, keys: gateway.deps.config.keys });
    const { changedAt } = await db.prisma.decision.findUniqueOrThrow({
      where: { pollId: poll.id },
    });
    const current = await db.prisma.mail.findMany({
      where: { pollNotice: { pollId: poll.id }, since: changedAt },
    });
    expect(new Set(current.map(({ address }) => address)).size).toBe(101);
  });
});
