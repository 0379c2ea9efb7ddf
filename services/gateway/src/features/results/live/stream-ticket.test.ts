// Covers docs/reference/results.md: stream-tickets

import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../../testing/share-gateway";
import { signUp } from "../../../../testing/sign-up";
import { hashPollPassword } from "../../polls/poll-passwords";

const STARTED = new Date();
let now = STARTED;

const gateway = shareGateway({ clock: () => now });
const owner = shareAccount(gateway);
beforeEach(() => {
  now = STARTED;
});

const newTicket = ({ memberHash }: Pick<Poll, "memberHash">, options: object = {}) =>
  gateway.request(`POST /api/v1/polls/${memberHash}/results/stream_tickets`, {
    token: owner.publicToken,
    identifier: "ada",
    ...options,
  });

const refused = { error: "The ticket is no longer valid", code: "invalid_ticket" };

test("opens the stream without any header", async () => {
  const poll = await owner.buildPoll();
  await buildOption(gateway.db, poll, { content: "Tea" });
  const { status, body } = await newTicket(poll);
  expect(status).toBe(201);
  expect(Date.parse(body.expires_at)).toBe(STARTED.getTime() + 60_000);
  const stream = await gateway.request(`GET ${body.url}`);
  expect(stream.status).toBe(200);
  expect(stream.text).toContain('"content":"Tea"');
});

test("keeps the requested paging and order", async () => {
  const poll = await owner.buildPoll();
  for (const content of ["Tea", "Milk", "Water"]) await buildOption(gateway.db, poll, { content });
  const { body } = await newTicket(poll, {
    query: { per_page: "1", page: "2", sort: "options.content asc", color: "red" },
  });
  const { searchParams } = new URL(body.url);
  expect([...searchParams.keys()].sort()).toEqual(["page", "per_page", "sort", "ticket"]);
  const { text } = await gateway.request(`GET ${body.url}`);
  const contents = [...text.matchAll(/"content":"(\w+)"/g)].map(([, content]) => content);
  expect(contents).toEqual(["Tea"]);
  const wrong = await newTicket(poll, { query: { per_page: "0" } });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["per_page"]]);
});

test("opens streams for 60 seconds", async () => {
  const poll = await owner.buildPoll();
  const { body } = await newTicket(poll);
  now = new Date(STARTED.getTime() + 59_000);
  expect((await gateway.request(`GET ${body.url}`)).status).toBe(200);
  now = new Date(STARTED.getTime() + 61_000);
  expect(await gateway.request(`GET ${body.url}`)).toMatchObject({ status: 401, body: refused });
});

test("is only valid for its poll and path, and cannot be forged", async () => {
  const [poll, other] = [await owner.buildPoll(), await owner.buildPoll()];
  const { ticket } = (await newTicket(poll)).body;
  const stream = (hash: string, of: string) =>
    gateway.request(`GET /api/v1/polls/${hash}/results/stream`, { query: { ticket: of } });
  const changed = `${ticket.slice(0, -2)}${ticket.endsWith("AA") ? "BB" : "AA"}`;
  for (const [hash, of] of [
    [other.memberHash, ticket],
    [poll.adminHash, ticket],
    [poll.memberHash, changed],
    [poll.memberHash, ""],
    [poll.memberHash, owner.privateToken],
  ] as const) {
    expect(await stream(hash, of)).toMatchObject({ status: 401, body: refused });
  }
  const results = await gateway.inPoll(poll, { query: { ticket } }, "GET /results");
  expect(results).toMatchObject({ status: 401, body: { code: "unauthorized" } });
});

test("contains no token, and becomes invalid with the token that created it", async () => {
  const account = await signUp(gateway.db);
  const poll = await account.buildPoll();
  const { body } = await newTicket(poll, { token: account.privateToken, identifier: undefined });
  const bytes = Buffer.from(body.ticket, "base64url").toString("latin1");
  expect(bytes).not.toContain(account.privateToken);
  expect((await gateway.request(`GET ${body.url}`)).status).toBe(200);
  await gateway.as(account, "POST /api/v1/account/tokens/private/rotate");
  expect((await gateway.request(`GET ${body.url}`)).status).toBe(401);
});

test("acts for the caller: an admin sees data that members do not see", async () => {
  const poll = await owner.buildPoll({ settings: { hide_results: true } });
  expect((await newTicket(poll)).status).toBe(404);
  const admin = await newTicket(
    { memberHash: poll.adminHash },
    { token: owner.privateToken, identifier: undefined },
  );
  expect(admin.status).toBe(201);
  expect((await gateway.request(`GET ${admin.body.url}`)).status).toBe(200);
});

test("asks for the password of a restricted view once, and again after a new password", async () => {
  const passwordHash = await hashPollPassword("sesame");
  const poll = await owner.buildPoll({ passwordHash, settings: { restrict_view_access: true } });
  expect((await newTicket(poll)).status).toBe(401);
  await buildParticipant(gateway.db, poll);
  const { status, body } = await newTicket(poll, { password: "sesame" });
  expect(status).toBe(201);
  expect((await gateway.request(`GET ${body.url}`)).status).toBe(200);
  await gateway.db.prisma.poll.update({
    where: { id: poll.id },
    data: { passwordHash: await hashPollPassword("other") },
  });
  const again = await gateway.request(`GET ${body.url}`);
  expect(again).toMatchObject({ status: 401, body: { code: "poll_password_required" } });
});

test("does not send an event again that the client has", async () => {
  const poll = await owner.buildPoll();
  const { body } = await newTicket(poll);
  const first = await gateway.request(`GET ${body.url}`);
  const id = /^id: (.+)$/m.exec(first.text)?.[1] ?? "";
  const again = new AbortController();
  const address = new URL(body.url);
  const response = await fetch(
    `${gateway.url}${address.pathname}${address.search}&last_event_id=${id}`,
    { signal: again.signal },
  );
  const chunk = await response.body?.getReader().read();
  expect(Buffer.from(chunk?.value ?? []).toString()).not.toContain("event: results");
  again.abort();
});
