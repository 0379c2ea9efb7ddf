// Covers docs/reference/decisions.md: mails
// Covers docs/reference/opt-in.md: addresses-for-the-date, this-was-not-me

import type { Poll } from "@polls/domain/polls";
import { buildOption, tallyDrift } from "@polls/testing";
import { shareOptIns } from "../../../testing/opt-in-callers";

const { gateway, asUser, asOwner, buildOptInPoll, path, join, vote, askAgain, links, ...pages } =
  shareOptIns();
const { newestLink, press, look } = pages;
const { db } = gateway;

/** A poll of days in which Ada has voted, without an address. */
async function pollOfDays(settings: Readonly<Record<string, unknown>> = {}) {
  const type = "Options::DateOption";
  const poll = await buildOptInPoll({ double_opt_in: false, option_type: type, ...settings });
  const startDate = new Date("2030-07-01T00:00Z");
  const { publicId: option } = await buildOption(db, poll, { type, startDate });
  const ada = await join(poll, "ada");
  expect((await vote(poll, "ada", ada, option, { vote: 1 })).status).toBe(201);
  return { poll, option, ada };
}

const leave = (poll: Poll, voter: string, optin_email = "ada@example.net", identifier = "ada") =>
  askAgain(poll, identifier, voter, { optin_email });
const read = async (poll: Poll, voter: string, reader = asOwner()) =>
  (await gateway.request(`GET ${path(poll, `voters/${voter}`)}`, reader)).body;
const recipients = async (poll: Poll) =>
  (await gateway.request(`GET ${path(poll, "decision/recipients")}`, asOwner())).body;
const mailsTo = async (address: string) =>
  (await db.prisma.mail.findMany({ where: { address }, orderBy: { id: "asc" } })).map(
    ({ kind, state }) => `${kind} ${state}`,
  );

test("a participant without an address leaves one, and is told the date, its change and its end once it is confirmed", async () => {
  const { poll, option, ada } = await pollOfDays();
  const asked = await leave(poll, ada);
  expect([asked.status, asked.body.optin_email]).toEqual([200, undefined]);
  expect((await read(poll, ada)).optin_email).toBeUndefined();
  expect(await recipients(poll)).toEqual({ recipients: 0, without_address: 1 });
  const link = await newestLink(ada);
  const page = (await look(link)).text;
  for (const part of ["Confirm your address", "Ada"]) expect(page).toContain(part);
  expect(page).not.toContain("Votes");
  const confirmed = await press(link);
  expect([confirmed.status, confirmed.text.includes("Your address is confirmed")]).toEqual([
    200,
    true,
  ]);
  expect((await press(link)).text).toContain("already confirmed");

  expect((await read(poll, ada, asUser("ada"))).optin_email).toBe("ada@example.net");
  expect((await read(poll, ada)).optin_email).toBe("ada@example.net");
  expect((await read(poll, ada, asUser("ben"))).optin_email).toBeUndefined();
  const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}`, asOwner());
  expect(shown.body.voters_count).toBe(1);
  expect(await tallyDrift(db, poll.id)).toBe(0);
  expect(await recipients(poll)).toEqual({ recipients: 1, without_address: 0 });

  const decision = `/api/v1/polls/${poll.adminHash}/decision`;
  const startDate = new Date("2030-07-02T00:00Z");
  const { publicId: other } = await buildOption(db, poll, {
    type: "Options::DateOption",
    startDate,
  });
  for (const id of [option, other]) {
    const body = { option_ids: [id] };
    expect((await gateway.request(`POST ${decision}`, { ...asOwner(), body })).status).toBe(201);
  }
  expect((await gateway.request(`DELETE ${decision}`, asOwner())).status).toBe(204);
  expect(await mailsTo("ada@example.net")).toEqual([
    "opt_in queued",
    "decision queued",
    "decision queued",
    "decision_canceled queued",
  ]);
});

test("an address whose owner denies the request is not told the date, and gets no further mail; the votes stay", async () => {
  const { poll, option, ada } = await pollOfDays();
  await leave(poll, ada, "stranger@example.net");
  const link = await newestLink(ada);
  expect((await gateway.request(`POST ${link}/deny`)).text).toContain("Nothing is confirmed");
  expect((await press(link)).status).toBe(410);
  expect((await leave(poll, ada, "stranger@example.net")).status).toBe(200);
  expect(await mailsTo("stranger@example.net")).toEqual(["opt_in queued", "opt_in withheld"]);
  expect(await recipients(poll)).toEqual({ recipients: 0, without_address: 1 });
  const { body } = await gateway.request(`GET ${path(poll, `options/${option}`)}`, asOwner());
  expect(body.voter_count).toBe(1);
});

test("an address is told the date only once, and a later one replaces it until it is confirmed", async () => {
  const { poll, ada } = await pollOfDays();
  const ben = await join(poll, "ben");
  await leave(poll, ada, "typo@example.net");
  await leave(poll, ada, "once@example.net");
  const [typo = "", mended = ""] = await links(ada);
  expect((await press(typo)).status).toBe(410);
  await leave(poll, ben, "once@example.net", "ben");
  expect((await look(mended)).text).toContain("Which request is yours?");
  expect((await press(mended)).status).toBe(200);
  expect((await press(await newestLink(ben))).status).toBe(409);
  expect(await recipients(poll)).toEqual({ recipients: 1, without_address: 1 });
});

test("an address can be left only by the participant, in an open poll of dates whose settings allow it, and once", async () => {
  const ordinary = await pollOfDays();
  const refusal = async (
    { poll, ada }: Pick<typeof ordinary, "poll" | "ada">,
    more: object = {},
  ) => {
    const { status, body } = await gateway.request(`POST ${path(poll, `voters/${ada}/opt_in`)}`, {
      ...asUser("ada"),
      body: { optin_email: "ada@example.com" },
      ...more,
    });
    return [status, body?.code];
  };
  const confirmed = [422, "opt_in_confirmed"];
  expect(await refusal(ordinary, asOwner())).toEqual(confirmed);
  expect((await refusal(ordinary, asUser("ben")))[0]).toBe(404);
  expect((await refusal(ordinary, { body: {} }))[0]).toBe(422);
  expect(await refusal(await pollOfDays({ disable_participant_sign_up: true }))).toEqual(confirmed);
  const texts = await buildOptInPoll({ double_opt_in: false });
  expect(await refusal({ poll: texts, ada: await join(texts, "ada") })).toEqual(confirmed);
  const closed = await pollOfDays();
  await db.prisma.poll.update({ where: { id: closed.poll.id }, data: { status: "closed" } });
  expect(await refusal(closed)).toEqual([422, "poll_closed"]);
  expect((await refusal(ordinary))[0]).toBe(200);
  await press(await newestLink(ordinary.ada));
  expect(await refusal(ordinary)).toEqual(confirmed);
});
