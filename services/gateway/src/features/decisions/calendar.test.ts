// Covers docs/reference/decisions.md: calendar

import { calendarSecret } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, readCalendar } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import type { TestGateway } from "../../../testing/start-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway, { email: "owner@example.org" });
const { db } = gateway;

const type = "Options::DateOption" as const;

const pollOfDays = (settings: object = {}) =>
  owner.buildPoll({ title: "Party", settings: { option_type: type, ...settings } });
const buildDay = (poll: Poll, day: string, more: object = {}) =>
  buildOption(db, poll, { type, startDate: new Date(`${day}T00:00Z`), ...more });
const urlFor = async (poll: Poll, as: Parameters<TestGateway["request"]>[1]) => {
  const { body } = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, as);
  return (body as { calendar_url?: string }).calendar_url;
};
const admin = () => ({ token: owner.privateToken });
const pathOf = (url: string | undefined) => new URL(url ?? "").pathname;
const calendar = async (url: string | undefined) => {
  const { status, text, headers } = await gateway.request(`GET ${pathOf(url)}`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  return readCalendar(text);
};

test("its link is shown to admins and participants, and has no secret of the poll", async () => {
  const poll = await pollOfDays();
  await buildParticipant(db, poll, { ownerKey: `user:${owner.id}` });
  const visitor = { token: owner.publicToken, identifier: "a-visitor-of-the-poll" };
  expect(await urlFor(poll, visitor)).toBeUndefined();
  const { status } = await gateway.inPoll(poll, visitor, "POST /voters", {
    voter: { user_name: "Ada" },
  });
  expect(status).toBe(201);
  const url = await urlFor(poll, visitor);
  expect(url).toBe(await urlFor(poll, admin()));
  for (const secret of [poll.memberHash, poll.adminHash]) expect(url).not.toContain(secret);
  const texts = await owner.buildPoll();
  expect(await urlFor(texts, admin())).toBeUndefined();
});

test("it has the proposed dates that all members see, and then the final ones", async () => {
  const poll = await pollOfDays();
  const first = await buildDay(poll, "2040-06-01");
  await buildDay(poll, "2040-06-02");
  await buildDay(poll, "2040-06-03", { archived: true });
  await buildDay(poll, "2040-06-04", { approvalState: "unreviewed" });
  const url = await urlFor(poll, admin());
  expect((await calendar(url)).events).toMatchObject([
    { dtstart: "2040-06-01", status: "TENTATIVE", transp: "TRANSPARENT", summary: "Party" },
    { dtstart: "2040-06-02" },
  ]);
  const body = { option_ids: [first.publicId] };
  const path = `/api/v1/polls/${poll.adminHash}/decision`;
  expect((await gateway.request(`POST ${path}`, { ...admin(), body })).status).toBe(201);
  expect((await calendar(url)).events).toMatchObject([
    { dtstart: "2040-06-01", dtend: "2040-06-02", status: "CONFIRMED" },
  ]);
});

test("the file is named by the title like exports, without what is no part of a name", async () => {
  const poll = await pollOfDays();
  const title = `..\\Lunch/"x": \u202eics.exe ${"y".repeat(300)}`;
  await db.prisma.poll.update({ where: { id: poll.id }, data: { title } });
  const { headers } = await gateway.request(`GET ${pathOf(await urlFor(poll, admin()))}`);
  const name = headers.get("content-disposition") ?? "";
  expect(name).toMatch(/^attachment; filename="\.\. Lunch x ics\.exe y+\.ics";/);
  expect(name).not.toContain("%E2%80%AE");
  expect(name.length).toBeLessThan(300);
});

test("it is empty where members see no options", async () => {
  const poll = await pollOfDays({ hide_options: true });
  await buildDay(poll, "2040-06-01");
  expect((await calendar(await urlFor(poll, admin()))).events).toEqual([]);
});

test("it is 404 for another secret, a hash of the poll, and after the deletion", async () => {
  const poll = await pollOfDays();
  const url = await urlFor(poll, admin());
  const { signing } = gateway.deps.config.keys.mailLinks;
  const statuses = [];
  for (const secret of [
    poll.memberHash,
    poll.adminHash,
    calendarSecret("another key", poll.id),
    calendarSecret(signing, poll.id + 1_000_000n),
  ]) {
    const { status, body } = await gateway.request(`GET /api/v1/polls/${secret}/calendar.ics`);
    statuses.push([status, (body as { code: string }).code]);
  }
  expect(statuses).toEqual(statuses.map(() => [404, "calendar_not_found"]));
  await db.prisma.poll.update({ where: { id: poll.id }, data: { deletedAt: new Date() } });
  expect((await gateway.request(`GET ${pathOf(url)}`)).status).toBe(404);
});
