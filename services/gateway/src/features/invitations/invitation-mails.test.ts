// Covers docs/reference/mails.md: languages, order
// Covers docs/reference/participants.md: invitations
// Covers docs/reliability.md: mail-abuse

import { invitationCode } from "@polls/db/tokens";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const gateway = shareGateway();

test("an address gets a mail in the language of the request, with the code of the response", async () => {
  const { db } = gateway;
  await db.prisma.outbox.deleteMany();
  const owner = await signUp(db);
  const { memberHash } = await owner.buildPoll();
  const { body } = await gateway.request(`POST /api/v1/polls/${memberHash}/invitations`, {
    token: owner.privateToken,
    headers: { "Accept-Language": "de" },
    body: { invitations: [{ email: "ada@example.org" }, {}, { email: "grace@example.org" }] },
  });
  const mails = await db.prisma.mail.findMany({
    where: { accountId: owner.id },
    orderBy: { id: "asc" },
    include: { invitation: true },
  });
  expect(mails.map(({ address, language, kind }) => [address, language, kind])).toEqual([
    ["ada@example.org", "de", "invitation"],
    ["grace@example.org", "de", "invitation"],
  ]);
  const jobs = await db.prisma.outbox.findMany({ where: { job: "mail.send-mail" } });
  expect(jobs.map(({ payload }) => payload)).toEqual(
    mails.map(({ id }) => ({ mailId: String(id) })),
  );
  const codes = mails.map(({ invitation }) =>
    invitationCode(invitation?.publicId ?? "", gateway.deps.config.keys.invitations.signing),
  );
  expect(codes).toEqual([body[0].code, body[2].code]);
});

test("the organizer's message is kept for the mails, and has at most 500 characters", async () => {
  const { db } = gateway;
  const owner = await signUp(db);
  const poll = await owner.buildPoll();
  const invite = (message: unknown, email: string) =>
    gateway.inPoll(poll, owner, "POST /invitations", { invitations: [{ email }, {}], message });
  const long = "é".repeat(500);
  expect((await invite(` ${long} `, "long@example.org")).status).toBe(201);
  for (const [at, message] of ["", " ", null, undefined].entries())
    expect((await invite(message, `none${at}@example.org`)).status).toBe(201);
  const rows = await db.prisma.invitation.findMany({
    where: { pollId: poll.id },
    orderBy: { id: "asc" },
  });
  expect(rows.map(({ email, message }) => [email, message]).slice(0, 2)).toEqual([
    ["long@example.org", long],
    [null, null],
  ]);
  expect(rows.slice(2).every(({ message }) => message === null)).toBe(true);
  for (const message of [`${long}x`, 5, ["x"], "\u0000"]) {
    const { status, body } = await invite(message, "wrong@example.org");
    expect([status, Object.keys(body.errors)]).toEqual([422, ["message"]]);
  }
});

test("sign-ins are sent first, then opt-ins, then invitations, with the accounts in rotation", async () => {
  const { db } = gateway;
  await db.prisma.outbox.deleteMany();
  const [crowd, guest] = [await signUp(db), await signUp(db)];
  const pollOf = (owner: typeof crowd, settings: Record<string, unknown> = {}) =>
    owner.buildPoll({ settings });
  const invite = async (owner: typeof crowd, ...emails: readonly string[]) => {
    const { memberHash } = await pollOf(owner);
    const { status } = await gateway.inPoll({ memberHash }, owner, "POST /invitations", {
      invitations: emails.map((email) => ({ email })),
    });
    expect(status).toBe(201);
  };
  const takePart = async (email: string) => {
    const { memberHash } = await pollOf(guest, { double_opt_in: true });
    const { status } = await gateway.request(`POST /api/v1/polls/${memberHash}/voters`, {
      token: guest.publicToken,
      identifier: email,
      body: { voter: { user_name: "Ada", optin_email: email } },
    });
    expect(status).toBe(201);
  };
  const at = (name: string) => `${name}@turns.example`;
  await invite(crowd, at("crowd1"), at("crowd2"), at("crowd3"));
  await invite(crowd, at("crowd4"));
  await invite(guest, at("guest1"), at("guest2"));
  await takePart(at("voter1"));
  await takePart(at("voter2"));
  await gateway.request("POST /api/v1/account/sign_in", { body: { email: at("new") } });

  const jobs = await db.prisma.outbox.findMany({ orderBy: [{ priority: "asc" }, { id: "asc" }] });
  const mails = await db.prisma.mail.findMany({ where: { address: { endsWith: at("") } } });
  const nameOf = new Map(mails.map(({ id, address }) => [String(id), address.split("@")[0]]));
  expect(jobs.map(({ payload }) => nameOf.get((payload as { mailId: string }).mailId))).toEqual([
    "new",
    "voter1",
    "voter2",
    "crowd1",
    "guest1",
    "crowd2",
    "guest2",
    "crowd3",
    "crowd4",
  ]);
});
