// Covers docs/reference/opt-in.md: addresses, asking-again, addresses-for-the-date
// Covers docs/reference/participants.md: fields, invitations, invited-by-mail

import type { Poll } from "@polls/domain/polls";
import { shareOptIns } from "../../../testing/opt-in-callers";
import { dataOf, webAssets } from "../../../testing/served-pages";

const { gateway, asUser, asOwner, buildOptInPoll, path, askAgain, newestLink, press } = shareOptIns(
  {},
  { webAssets },
);
const { db } = gateway;

const ADDRESS = "Ada.Invited@example.org";

async function invitationTo(poll: Poll, email?: string): Promise<string> {
  const body = { invitations: [email === undefined ? {} : { email }] };
  const made = await gateway.request(`POST ${path(poll, "invitations")}`, { ...asOwner(), body });
  return made.body[0].code;
}

const take = (poll: Poll, identifier: string, voter: object) =>
  gateway.request(`POST ${path(poll, "voters")}`, {
    ...asUser(identifier),
    body: { voter: { user_name: "Holder", ...voter } },
  });

const confirmationsTo = (address: string, { id: pollId }: Poll) =>
  db.prisma.mail.count({ where: { address, optIn: { pollId } } });

test("an invited person confirms the address of the invitation, which the holder of the link does not learn before", async () => {
  const poll = await buildOptInPoll();
  const invitation = await invitationTo(poll, ADDRESS);
  const page = await gateway.request(`GET /p/${poll.memberHash}?invitation=${invitation}`);
  expect(dataOf(page.text).invitedByMail).toBe(true);

  const taken = await take(poll, "holder", { invitation });
  expect([taken.status, taken.body.invited_by_mail]).toEqual([201, true]);
  expect(await confirmationsTo(ADDRESS, poll)).toBe(1);
  const own = `GET ${path(poll, `voters/${taken.body.id}`)}` as const;
  const readings = [
    page,
    taken,
    await gateway.request(own, asUser("holder")),
    await gateway.request(`GET ${path(poll, "voters")}`, asUser("holder")),
    await gateway.request(`PATCH ${path(poll, `voters/${taken.body.id}`)}`, {
      ...asUser("holder"),
      body: { voter: { user_name: "Another name" } },
    }),
    await askAgain(poll, "holder", taken.body.id),
  ];
  for (const { text } of readings) expect(text.toLowerCase()).not.toContain("ada.invited");
  expect(await confirmationsTo(ADDRESS, poll)).toBe(2);
  expect((await gateway.request(own, asOwner())).body.optin_email).toBe(ADDRESS);
  expect((await gateway.request(own, asOwner())).body).not.toHaveProperty("invited_by_mail");

  expect((await press(await newestLink(taken.body.id))).status).toBe(200);
  expect((await gateway.request(own, asUser("holder"))).body).toMatchObject({
    optin_email: ADDRESS,
    opt_in_confirmed: true,
  });
});

test("a guess of the address of an invitation is answered like any other address", async () => {
  const poll = await buildOptInPoll();
  const [right, wrong] = [
    await invitationTo(poll, ADDRESS),
    await invitationTo(poll, "b@example.org"),
  ];
  const answers = await Promise.all(
    [right, wrong].map((invitation, at) =>
      take(poll, `guesser ${at}`, { invitation, optin_email: ADDRESS }),
    ),
  );
  for (const { status, body } of answers) {
    expect([status, Object.keys(body)]).toEqual([201, Object.keys(answers[0]?.body)]);
    expect(body).not.toHaveProperty("optin_email");
  }
});

test("another address can be given, and must be where the invitation has none, or one of a domain that is not allowed", async () => {
  const poll = await buildOptInPoll();
  const other = await take(poll, "other", {
    invitation: await invitationTo(poll, ADDRESS),
    optin_email: "other@example.net",
  });
  expect(other.status).toBe(201);
  expect([await confirmationsTo("other@example.net", poll)]).toEqual([1]);

  const open = async (of: Poll, code: string) =>
    dataOf((await gateway.request(`GET /p/${of.memberHash}?invitation=${code}`)).text);
  const addressless = await invitationTo(poll);
  expect(await open(poll, addressless)).not.toHaveProperty("invitedByMail");
  expect(await open(poll, "unknown")).not.toHaveProperty("invitedByMail");
  const refused = await take(poll, "third", { invitation: addressless });
  expect([refused.status, refused.body.errors]).toEqual([422, { optin_email: ["is required"] }]);

  const restricted = await buildOptInPoll({ restricted_double_opt_in_domains: ["example.com"] });
  const invitation = await invitationTo(restricted, ADDRESS);
  expect(await open(restricted, invitation)).not.toHaveProperty("invitedByMail");
  const strange = await take(restricted, "fourth", { invitation });
  expect(strange.body.errors).toEqual({ optin_email: ["must be an address of example.com"] });
});

test("in a poll of dates a participant reads that the address of its invitation is told the date", async () => {
  const poll = await buildOptInPoll({ double_opt_in: false, option_type: "Options::DateOption" });
  const invited = await take(poll, "ada", { invitation: await invitationTo(poll, ADDRESS) });
  expect(invited.body.invited_by_mail).toBe(true);
  expect(invited.text).not.toContain(ADDRESS);
  const others = [
    await take(poll, "ben", { invitation: await invitationTo(poll) }),
    await gateway.request(`GET ${path(poll, `voters/${invited.body.id}`)}`, asUser("ben")),
    await gateway.request(`GET ${path(poll, `voters/${invited.body.id}`)}`, asOwner()),
  ];
  for (const { body } of others) expect(body).not.toHaveProperty("invited_by_mail");
});
