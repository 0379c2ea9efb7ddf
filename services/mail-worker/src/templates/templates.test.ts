// Covers docs/reference/decisions.md: mails
// Covers docs/reference/mails.md: kinds, new-options, opting-out
// Covers docs/reference/participants.md: invitations, reminders
// Covers docs/reference/opt-in.md: what-is-shown
// Covers docs/reference/translations.md: reading
// Covers docs/reliability.md: mixed-releases

import { randomBytes } from "node:crypto";
import { revokePersonalLink, setOptOut } from "@polls/db/participants";
import { inTransaction } from "@polls/db/sql";
import {
  addressKey,
  invitationCode,
  linkDigest,
  linkToken,
  newLink,
  newPublicId,
  optOutPath,
  personalToken,
} from "@polls/db/tokens";
import type { OwnerKey } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import {
  buildAccount,
  buildComment,
  buildOption,
  buildOrganization,
  buildParticipant,
  buildPoll,
  readCalendar,
  type ScriptedSmtp,
  startScriptedSmtp,
} from "@polls/testing";
import { type MailFixture, openMailFixture } from "../../testing/mail-fixture";
import { findQueued } from "../mails";
import { writeMail } from ".";

const HOUR_MS = 3_600_000;
const start = "2030-06-15T12:00:00Z";

let smtp: ScriptedSmtp;
let fixture: MailFixture;
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  fixture = await openMailFixture(smtp.url);
});
beforeEach(() => fixture.clock.set(start));
afterAll(() => fixture.close());

const keys = () => fixture.deps.settings.keys;
/** Sends one mail of a kind. Undefined if it was not sent. */
async function sent(
  data: { readonly kind: string; readonly address: string } & Record<string, unknown>,
) {
  const { id } = await fixture.db.prisma.mail.create({
    data: { language: "en", createdAt: fixture.clock.now(), ...data },
  });
  const before = smtp.taken.length;
  await fixture.run(id);
  return { id, state: await fixture.stateOf(id), mail: smtp.taken[before]?.mail };
}

describe("a personal link", () => {
  async function asked() {
    const poll = await buildPoll(fixture.db, { title: "Lunch" });
    const participant = await buildParticipant(fixture.db, poll);
    const { id: participantId } = participant;
    const mail = { kind: "personal_link", address: "ada@example.net", participantId };
    return { poll, participant, mail };
  }

  test("opens the page of the poll with the token in the fragment", async () => {
    const { poll, participant, mail } = await asked();
    const { state, mail: letter } = await sent(mail);
    expect(state).toBe("sent");
    expect(letter?.subject).toBe("Your link to the poll: Lunch");
    const token = personalToken(keys().mailLinks.signing, participant);
    expect(letter?.text).toContain(
      `https://polls.example/p/${poll.memberHash}/device#continue=${token}`,
    );
  });

  test("is the current one, also if an earlier one was revoked after the request", async () => {
    const { participant, mail } = await asked();
    await inTransaction(fixture.db, (tx) => revokePersonalLink(tx, participant.id));
    const old = personalToken(keys().mailLinks.signing, participant);
    const now = personalToken(keys().mailLinks.signing, { ...participant, linkRevision: 1 });
    const { mail: letter } = await sent(mail);
    expect(letter?.text).toContain(now);
    expect(letter?.text).not.toContain(old);
  });

  test("is not sent when the poll is deleted, and goes with the participant", async () => {
    const { poll, mail } = await asked();
    await fixture.db.prisma.poll.update({
      where: { id: poll.id },
      data: { deletedAt: fixture.clock.now() },
    });
    expect((await sent(mail)).mail).toBeUndefined();
    const gone = await asked();
    const row = await fixture.db.prisma.mail.create({ data: { language: "en", ...gone.mail } });
    await fixture.db.prisma.participant.delete({ where: { id: gone.participant.id } });
    expect(await fixture.db.prisma.mail.findUnique({ where: { id: row.id } })).toBeNull();
  });
});

describe("an invitation", () => {
  async function invited(pollFacts: object = {}, jury = false) {
    const poll = await buildPoll(fixture.db, { title: "Lunch", ...pollFacts });
    const publicId = newPublicId();
    const code = invitationCode(publicId, keys().invitations.signing);
    const invitation = await fixture.db.prisma.invitation.create({
      data: {
        publicId,
        pollId: poll.id,
        codeDigest: linkDigest(code),
        email: "ada@example.net",
        jury,
      },
    });
    const mail = { kind: "invitation", address: "ada@example.net", invitationId: invitation.id };
    return { poll, code, invitation, mail };
  }

  test("links to the poll with its code, and has the sender and the jury", async () => {
    const { poll, code, mail } = await invited({ settings: { publisher: "The club" } }, true);
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("You are invited to a poll: Lunch");
    const link = `https://polls.example/p/${poll.memberHash}?invitation=${code}`;
    for (const part of [got?.text, got?.html]) {
      expect(part).toContain(link);
      expect(part).toContain("The club invites you");
      expect(part).toContain("member of the jury");
    }
  });

  test("has the title of the poll in the language of the mail", async () => {
    const { mail } = await invited({
      settings: { language: "en", translations: { de: { title: "Mittagessen" } } },
    });
    const { mail: got } = await sent({ ...mail, language: "de" });
    expect(got?.subject).toContain("Mittagessen");
  });

  test("does not name the creator, whose name only admins see", async () => {
    const { poll, mail } = await invited();
    await fixture.db.prisma.poll.update({
      where: { id: poll.id },
      data: { creatorName: "Ada Creator" },
    });
    const { mail: got } = await sent(mail);
    for (const part of [got?.text, got?.html]) {
      expect(part).toContain("You are invited to take part in this poll.");
      expect(part).not.toContain("Ada Creator");
    }
  });

  test("has a link that ends invitations, which mail programs can also use", async () => {
    const { poll, mail } = await invited();
    const { mail: got } = await sent(mail);
    const optedOut = addressKey(keys().initialAddresses.signing, "opted out", "ADA@example.net");
    const path = optOutPath(keys().mailLinks.signing, { pollId: poll.id, addressKey: optedOut });
    const link = `https://polls.example${path}`;
    for (const part of [got?.text, got?.html]) expect(part).toContain(link);
    const headers = new Map(got?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe(`<${link}>`);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  test.each(["poll", "all"] as const)(
    "is withheld once its address has opted out (%s)",
    async (scope) => {
      const address = `opted-out-of-${scope}@example.net`;
      const { poll, mail } = await invited();
      const optedOut = addressKey(keys().initialAddresses.signing, "opted out", address);
      const optOut = { pollId: poll.id, addressKey: optedOut };
      await setOptOut(fixture.db, optOut, scope);
      expect(await sent({ ...mail, address })).toMatchObject({
        state: "withheld",
        mail: undefined,
      });
      await setOptOut(fixture.db, optOut, "none");
      const again = await invited();
      expect(await sent({ ...again.mail, address })).toMatchObject({ state: "sent" });
    },
  );

  test.each<[string, (one: Awaited<ReturnType<typeof invited>>) => Promise<unknown>]>([
    [
      "it was used",
      ({ invitation }) =>
        fixture.db.prisma.invitation.update({
          where: { id: invitation.id },
          data: { usedAt: new Date() },
        }),
    ],
    [
      "the poll is closed",
      ({ poll }) =>
        fixture.db.prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } }),
    ],
    [
      "the poll is deleted",
      ({ poll }) =>
        fixture.db.prisma.poll.update({ where: { id: poll.id }, data: { deletedAt: new Date() } }),
    ],
  ])("is not sent once %s", async (_case, change) => {
    const one = await invited();
    await change(one);
    expect(await sent(one.mail)).toMatchObject({ state: undefined, mail: undefined });
  });
});

test("a mail is not sent if its participant is deleted while it is rendered", async () => {
  const { id } = await fixture.buildOptInMail();
  const mail = await findQueued(fixture.db, id);
  if (mail === undefined) throw new Error("there is no mail");
  const mailer = { deliver: async () => undefined, check: async () => undefined, close: () => {} };
  const { prisma } = fixture.db;
  const withoutParticipants = new Proxy(prisma, {
    get: (target, name) =>
      name === "participant" ? { findUnique: async () => null } : Reflect.get(target, name),
  });
  const written = (own: typeof prisma) =>
    writeMail({ ...fixture.deps, mailer, db: { ...fixture.db, prisma: own } }, mail);
  expect(await written(prisma)).toMatchObject({ subject: expect.any(String) });
  expect(await written(withoutParticipants)).toBeUndefined();
});

describe("a mail that confirms creator_email", () => {
  test("has a link that ends such mails and invitations", async () => {
    const poll = await buildPoll(fixture.db, { title: "Ideas" });
    const address = "maker@example.net";
    await fixture.db.prisma.poll.update({
      where: { id: poll.id },
      data: { creatorEmail: address },
    });
    const { nonce, digest } = newLink(keys().mailLinks.signing, "creator", address);
    const expiresAt = new Date(fixture.clock.now().getTime() + HOUR_MS);
    const { id: creatorLinkId } = await fixture.db.prisma.creatorLink.create({
      data: { pollId: poll.id, address, tokenDigest: digest, expiresAt },
    });
    const { mail } = await sent({ kind: "creator", address, creatorLinkId, nonce });
    const optedOut = addressKey(keys().initialAddresses.signing, "opted out", address);
    const path = optOutPath(keys().mailLinks.signing, { pollId: poll.id, addressKey: optedOut });
    expect(mail?.text).toContain(`https://polls.example${path}`);
    expect(mail?.text).toContain("Stop e-mails like this");
  });
});

describe("a mail about a new passkey", () => {
  async function added() {
    const { id: accountId } = await buildAccount(fixture.db);
    const since = fixture.clock.now();
    const { id } = await fixture.db.prisma.passkey.create({
      data: {
        ...{ accountId, publicId: newPublicId(), name: "My phone", host: "polls.example" },
        ...{ credentialId: randomBytes(16), publicKey: randomBytes(77), counter: 0 },
        createdAt: since,
      },
    });
    return { id, mail: { kind: "passkey_added", address: "owner@example.net", accountId, since } };
  }

  test.each([
    ["en", "The passkey “My phone” was added", "If you did not add it, remove it"],
    ["de", "Der Passkey „My phone“ wurde hinzugefügt", "Wenn Sie das nicht waren"],
  ])("names it, and says what to do (%s)", async (language, ...said) => {
    const { mail } = await added();
    const { mail: got } = await sent({ ...mail, language });
    for (const part of [got?.text, got?.html])
      for (const line of [...said, "https://polls.example/account"]) expect(part).toContain(line);
  });

  test("is not sent after the passkey was removed", async () => {
    const { id, mail } = await added();
    await fixture.db.prisma.passkey.delete({ where: { id } });
    expect((await sent(mail)).mail).toBeUndefined();
  });
});

describe("a mail about a connected account that is no longer ready", () => {
  async function lost(facts: object = {}) {
    const { id: accountId } = await buildAccount(fixture.db);
    const now = fixture.clock.now();
    const { token } = await fixture.db.prisma.connectedAccount.create({
      data: {
        ...{ accountId, token: newPublicId(), state: "restricted", createdAt: now, updatedAt: now },
        ...facts,
      },
    });
    return { token, mail: { kind: "account_refused", address: "owner@example.net", accountId } };
  }

  test.each([
    ["en", ["gives this reason: Not in this country", "can still be read", "Nothing can be sold"]],
    ["de", ["diesen Grund: Not in this country", "weiter lesen", "Verkauft werden kann erst"]],
  ])(
    "says why, what follows, and links to the page of the account (%s)",
    async (language, said) => {
      const { token, mail } = await lost({ refusal: "Not in this country" });
      const { mail: got } = await sent({ ...mail, language });
      for (const part of [got?.text, got?.html]) {
        for (const line of [...said, `https://polls.example/connect/${token}`])
          expect(part).toContain(line);
      }
    },
  );

  test("has advice in place of a reason that the provider does not tell", async () => {
    const { mail } = await lost();
    const { mail: got } = await sent(mail);
    expect(got?.text).toContain("Often the provider needs further details");
    expect(got?.text).not.toContain("gives this reason");
  });

  test.each([
    ["it is ready again", { state: "ready" }],
    ["it was replaced", { state: "onboarding" }],
    ["the owner has disconnected it", { endedAt: new Date(start) }],
  ])("is not sent once %s", async (_, facts) => {
    const { mail } = await lost(facts);
    expect(await sent(mail)).toMatchObject({ state: undefined, mail: undefined });
  });
});

describe("a mail about polls that will be deleted", () => {
  const toldAt = new Date("2030-06-15T11:59:00Z");
  async function announced(title: string, ownerAccountId: bigint, facts: object = {}) {
    const settings = { timezone: "Europe/Berlin" };
    const poll = await buildPoll(fixture.db, {
      ...{ title, ownerAccountId, settings, status: "closed" },
      ...facts,
    });
    const closedAt = new Date(0);
    await fixture.db.prisma.poll.update({ where: { id: poll.id }, data: { closedAt } });
    const { id } = await fixture.db.prisma.pollNotice.create({
      data: {
        ...{ pollId: poll.id, kind: "deletion", toldAt },
        deletesAt: new Date("2030-06-22T12:00:00Z"),
      },
    });
    return { kind: "deletion", address: "owner@example.net", pollNoticeId: id, since: toldAt };
  }

  test.each([
    [
      "en",
      "Will be deleted: Lunch",
      ["Lunch: 22 June 2030 at 14:00", "download them under “Results”", "open it again"],
    ],
    [
      "de",
      "Wird gelöscht: Lunch",
      ["Lunch: 22. Juni 2030 um 14:00", "unter „Ergebnisse“ herunter", "öffnen Sie sie wieder"],
    ],
  ])("names the poll, its date, and how to keep it (%s)", async (language, subject, said) => {
    const mail = await announced("Lunch", (await buildAccount(fixture.db)).id);
    const { state, mail: got } = await sent({ ...mail, language });
    expect([state, got?.subject]).toEqual(["sent", subject]);
    for (const part of [got?.text, got?.html])
      for (const line of [...said, "https://polls.example/sign-in"]) expect(part).toContain(line);
  });

  test("lists the polls of one owner, at most 30, and none of others or that are open again", async () => {
    const { id } = await buildAccount(fixture.db);
    const mail = await announced("Lunch", id);
    for (let at = 0; at < 30; at += 1) await announced(`Dinner ${at}`, id);
    await announced("Open", id, { status: "active" });
    await announced("Deleted", id, { deletedAt: new Date(start) });
    await announced("Foreign", (await buildAccount(fixture.db)).id);
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("31 of your polls will be deleted");
    expect(got?.text).toContain("Dinner 28");
    expect(got?.text).toContain("and one more poll");
    expect(got?.text).not.toMatch(/Dinner 29|Open:|Deleted:|Foreign/);
  });

  test.each<[string, object]>([
    ["is open again", { status: "active" }],
    ["is deleted", { deletedAt: new Date(start) }],
  ])("is not sent if the poll %s", async (_case, facts) => {
    const mail = await announced("Lunch", (await buildAccount(fixture.db)).id, facts);
    expect(await sent(mail)).toMatchObject({ state: undefined, mail: undefined });
  });
});

describe("a mail that confirms a participation", () => {
  test.each([
    ["en", ["Name: Ada https: // evil. example", "Requested: 15 June 2030 at 14:00"], "yes"],
    [
      "de",
      ["Angegebener Name: Ada https: // evil. example", "Angefragt: 15. Juni 2030 um 14:00"],
      "ja",
    ],
  ] as const)(
    "shows who asks, when, with which votes, and that others ask too (%s)",
    async (language, said, yes) => {
      const address = `asked-${language}@example.net`;
      const facts = { address, language, settings: { timezone: "Europe/Berlin" } };
      const { id, participantId, poll } = await fixture.buildOptInMail(facts);
      const where = { id: participantId };
      await fixture.db.prisma.participant.update({
        where,
        data: { userName: "Ada https://evil.example" },
      });
      const option = await buildOption(fixture.db, poll, { content: "Pizza" });
      for (let each = 0; each < 22; each += 1) {
        await fixture.db.prisma.heldVote.create({
          data: {
            publicId: newPublicId(),
            pollId: poll.id,
            participantId,
            optionId: option.id,
            type: "Votes::BooleanVote",
            value: 1,
            votingCategoryId: each,
          },
        });
      }
      const before = smtp.taken.length;
      await fixture.run(id);
      const { text = "" } = smtp.taken[before]?.mail ?? {};
      for (const line of [...said, `- Pizza: ${yes}`]) expect(text).toContain(line);
      expect(text.match(/- Pizza: /g)).toHaveLength(20);
      expect(text).toMatch(/- (?:and|und) 2 /);
      const others =
        /There are other requests with your address|Es gibt weitere Anfragen mit Ihrer Adresse/;
      expect(text).not.toMatch(others);

      const { id: second } = await fixture.buildOptInMail({ ...facts, poll });
      await fixture.run(second);
      expect(smtp.taken.at(-1)?.mail.text).toMatch(others);
    },
  );

  test("is not sent after the owner of the address has denied the request", async () => {
    const { id, participantId } = await fixture.buildOptInMail();
    const where = { participantId };
    await fixture.db.prisma.optIn.updateMany({ where, data: { deniedAt: fixture.clock.now() } });
    const before = smtp.taken.length;
    await fixture.run(id);
    expect([smtp.taken.length, await fixture.stateOf(id)]).toEqual([before, undefined]);
  });
});

describe("a digest of new options", () => {
  const address = "former@example.net";
  const buildNotified = async () => {
    const { id: ownerAccountId } = await buildAccount(fixture.db);
    const settings = { notify_new_options: true };
    return buildPoll(fixture.db, { title: "Ideas", ownerAccountId, settings });
  };
  const addressOfOwner = async ({ ownerAccountId }: Poll) => {
    const where = { id: ownerAccountId ?? 0n };
    return (await fixture.db.prisma.account.findUniqueOrThrow({ where })).email;
  };
  const digest = (pollId: bigint) => ({
    kind: "new_options",
    address,
    pollId,
    since: new Date(start),
    nonce: newLink(keys().mailLinks.signing, "unsubscribe", address).nonce,
  });

  test("lists the options since the digest was opened, and has one-click unsubscribing", async () => {
    const poll = await buildNotified();
    const at = (ms: number) => new Date(new Date(start).getTime() + ms);
    await buildOption(fixture.db, poll, { content: "Old", createdAt: at(-1) });
    await buildOption(fixture.db, poll, {
      content: "Pizza <1>",
      authorName: "Ada",
      createdAt: at(0),
    });
    await buildOption(fixture.db, poll, { content: "https://evil.example", createdAt: at(5) });
    fixture.clock.advance(10 * 60_000);
    const { id, mail } = await sent(digest(poll.id));
    expect(mail?.subject).toBe("2 new entries: Ideas");
    expect(mail?.text).toContain("- Pizza <1> (by Ada)");
    expect(mail?.html).toContain("Pizza &lt;1&gt; (by Ada)");
    expect(mail?.text).not.toMatch(/Old|https:\/\/evil\.example/);
    const { nonce } = await fixture.db.prisma.mail.findUniqueOrThrow({ where: { id } });
    const token = linkToken(keys().mailLinks.signing, {
      purpose: "unsubscribe",
      nonce: nonce ?? new Uint8Array(),
      address: await addressOfOwner(poll),
    });
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe(
      `<https://polls.example/unsubscribe/${id}/${token}>`,
    );
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  test("names options without a text by their dates, place or number", async () => {
    const poll = await buildNotified();
    const createdAt = new Date(start);
    const startDate = new Date("2030-07-02T00:00:00Z");
    await buildOption(fixture.db, poll, { type: "Options::DateOption", startDate, createdAt });
    const place = await buildOption(fixture.db, poll, {
      type: "Options::LocationOption",
      createdAt,
    });
    await fixture.db.prisma.option.update({
      where: { id: place.id },
      data: { data: { type: "MultiPoint", coordinates: [[13.4, 52.5]] }, content: null },
    });
    await buildOption(fixture.db, poll, { createdAt, position: 7 });
    await fixture.db.prisma.option.updateMany({
      where: { pollId: poll.id },
      data: { content: null },
    });
    const { mail } = await sent({ ...digest(poll.id), language: "de" });
    expect(mail?.text?.match(/^- .+/gm)).toEqual([
      "- Dienstag, 2. Juli 2030",
      "- 52.50000, 13.40000",
      "- Option 7",
    ]);
  });

  test("is closed before it is rendered, so that later options open another one", async () => {
    const poll = await buildNotified();
    await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    const { id } = await sent(digest(poll.id));
    const { until } = await fixture.db.prisma.mail.findUniqueOrThrow({ where: { id } });
    expect(until).toEqual(fixture.clock.now());
  });

  test("goes to the address that the owner has when it is closed", async () => {
    const poll = await buildNotified();
    await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    const { mail } = await sent(digest(poll.id));
    expect(mail?.to?.map((one) => one.address)).toEqual([await addressOfOwner(poll)]);
  });

  test("goes to `creator_email` only if it is confirmed by then", async () => {
    const poll = await buildNotified();
    const email = `Maker-${poll.id}@example.net`;
    await fixture.db.prisma.poll.update({ where: { id: poll.id }, data: { creatorEmail: email } });
    await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    const recipients = async () =>
      (await sent(digest(poll.id))).mail?.to?.map((one) => one.address);
    expect(await recipients()).toEqual([await addressOfOwner(poll)]);
    await fixture.db.prisma.creatorLink.create({
      data: {
        pollId: poll.id,
        address: email.toLowerCase(),
        tokenDigest: linkDigest(email),
        expiresAt: new Date(start),
        confirmedAt: new Date(start),
      },
    });
    expect(await recipients()).toEqual([email]);
  });

  test("keeps its address in a later attempt", async () => {
    const poll = await buildNotified();
    await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    const first = await addressOfOwner(poll);
    const { id } = await fixture.db.prisma.mail.create({
      data: { language: "en", createdAt: new Date(start), ...digest(poll.id) },
    });
    const signal = AbortSignal.abort(new Error("the process ends"));
    await expect(fixture.run(id, { signal })).rejects.toThrow("the process ends");
    await fixture.db.prisma.account.update({
      where: { id: poll.ownerAccountId ?? 0n },
      data: { email: `new-${first}` },
    });
    const before = smtp.taken.length;
    await fixture.run(id);
    expect(smtp.taken[before]?.to).toEqual([first]);
  });

  test("a large number of options is counted, not listed", async () => {
    const poll = await buildNotified();
    for (let i = 0; i < 33; i++)
      await buildOption(fixture.db, poll, { content: `Idea ${i}`, createdAt: new Date(start) });
    const { mail } = await sent(digest(poll.id));
    expect(mail?.text?.match(/^- Idea/gm)).toHaveLength(30);
    expect(mail?.text).toContain("- and 3 more");
  });

  test("does not list options of the owner", async () => {
    const poll = await buildNotified();
    const built = (content: string, ownerKey?: OwnerKey) =>
      buildOption(fixture.db, poll, {
        content,
        createdAt: new Date(start),
        ...(ownerKey !== undefined && { ownerKey }),
      });
    await built("of a reader");
    await built("of an anonymous user", "anonymous:a");
    await built("of another account", `user:${(await buildAccount(fixture.db)).id}`);
    await built("of the owner", `user:${poll.ownerAccountId ?? 0n}`);
    const { mail } = await sent(digest(poll.id));
    expect(mail?.subject).toBe("3 new entries: Ideas");
    expect(mail?.text?.match(/^- .+/gm)).toEqual([
      "- of a reader",
      "- of an anonymous user",
      "- of another account",
    ]);
  });

  test("in an organization, does not list options of its owners and admins and of the creator", async () => {
    const accounts = {
      owner: await buildAccount(fixture.db),
      admin: await buildAccount(fixture.db),
      creator: await buildAccount(fixture.db),
      member: await buildAccount(fixture.db),
    };
    const { id: ownerOrganizationId } = await buildOrganization(fixture.db, {
      members: [
        [accounts.owner.id, "owner"],
        [accounts.admin.id, "admin"],
        [accounts.creator.id, "member"],
        [accounts.member.id, "member"],
      ],
    });
    const poll = await buildPoll(fixture.db, {
      ownerOrganizationId,
      createdByAccountId: accounts.creator.id,
      settings: { notify_new_options: true },
    });
    for (const [content, { id }] of Object.entries(accounts)) {
      const ownerKey = `user:${id}` as const;
      await buildOption(fixture.db, poll, { content, ownerKey, createdAt: new Date(start) });
    }
    const { mail } = await sent(digest(poll.id));
    expect(mail?.text?.match(/^- .+/gm)).toEqual(["- member"]);
  });

  test.each<[string, object]>([
    ["its options are deleted", {}],
    ["it was switched off meanwhile", { notify_new_options: false }],
  ])("is not sent where %s", async (_case, settings) => {
    const poll = await buildPoll(fixture.db, {
      settings: { notify_new_options: true, ...settings },
    });
    if ("notify_new_options" in settings)
      await buildOption(fixture.db, poll, { createdAt: new Date(start) });
    expect(await sent(digest(poll.id))).toMatchObject({ state: undefined, mail: undefined });
  });
});

describe("a mail about what happened in a poll", () => {
  const address = "ada@example.net";
  interface Facts {
    readonly settings?: object;
    readonly poll?: object;
    readonly option?: object;
    readonly notice?: object;
    readonly participant?: object;
  }
  async function noticed(kind: "votes" | "result" | "state_change", facts: Facts = {}) {
    const poll = await buildPoll(fixture.db, {
      title: "Ideas",
      type: "Polls::Collection",
      settings: {
        notify_votes: "daily",
        notify_result: true,
        notify_state_changes: true,
        deadline_voting: "2030-06-15T11:00:00Z",
        ...facts.settings,
      },
      ...facts.poll,
    });
    const option = await buildOption(fixture.db, poll, {
      content: "Bench",
      state: "in_implementation",
      stateChangeMessage: "In May.",
      ...facts.option,
    });
    const participant = await buildParticipant(fixture.db, poll, {
      optinEmail: address,
      confirmedAt: new Date(start),
      ...facts.participant,
    });
    const optionId = kind === "state_change" ? option.id : null;
    const notice = await fixture.db.prisma.pollNotice.create({
      data: { pollId: poll.id, kind, optionId, ...facts.notice },
    });
    const { nonce } = newLink(keys().mailLinks.signing, "unsubscribe", address);
    const participantId = participant.id;
    const owned = kind === "votes" ? { nonce } : { participantId };
    return { poll, option, mail: { kind, address, pollNoticeId: notice.id, ...owned } };
  }

  test("tells the owner how many people have voted", async () => {
    const { poll, mail } = await noticed("votes", { notice: { ballots: 12, fresh: 3 } });
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("New votes: Ideas");
    expect(got?.text).toContain("3 more people have voted.");
    expect(got?.text).toContain("So far, 12 people have voted.");
    expect(got?.text).toContain(`https://polls.example/p/${poll.memberHash}/results`);
    const first = await noticed("votes", { notice: { ballots: 1, fresh: 1 } });
    const { mail: only } = await sent({ ...first.mail, language: "de" });
    expect(only?.text).toContain("Bisher hat eine Person abgestimmt.");
    expect(only?.text).not.toContain("weitere");
  });

  test("leads a participant to the result", async () => {
    const { poll, mail } = await noticed("result");
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("The result is in: Ideas");
    expect(got?.text).toContain(`https://polls.example/p/${poll.memberHash}/results`);
    expect(got?.text).toContain("Stop e-mails like this");
    const { mail: german } = await sent({ ...(await noticed("result")).mail, language: "de" });
    expect(german?.subject).toBe("Das Ergebnis steht fest: Ideas");
  });

  test("tells a voter the state of an idea, as the owner calls it, with the message", async () => {
    const { poll, option, mail } = await noticed("state_change");
    const { mail: got } = await sent(mail);
    expect(got?.text).toContain("You voted for this idea: Bench\n\nIt is now being worked on.");
    expect(got?.text).toContain("In May.");
    expect(got?.text).toContain(`https://polls.example/p/${poll.memberHash}/o/${option.publicId}`);
    const settings = { state_labels: { in_implementation: "Wird gebaut" } };
    const named = await noticed("state_change", { settings });
    const { mail: german } = await sent({ ...named.mail, language: "de" });
    expect(german?.text).toContain("Die Bearbeitung ist jetzt: Wird gebaut");
  });

  const translated: Facts = {
    settings: {
      language: "en",
      state_labels: { in_implementation: "In the works" },
      translations: {
        de: { title: "Ideen", state_labels: { in_implementation: "In Arbeit" } },
      },
    },
    option: { settings: { translations: { de: { content: "Bank" } } } },
  };
  test.each([
    ["de", "Ideen", "Bank", "In Arbeit"],
    ["en", "Ideas", "Bench", "In the works"],
  ])(
    "has the texts of the poll for a participant in the language %s",
    async (language, ...texts) => {
      const { mail } = await noticed("state_change", translated);
      const { mail: got } = await sent({ ...mail, language });
      for (const text of texts) expect(got?.text).toContain(text);
    },
  );

  test("tells the owner the title as it was written", async () => {
    const { mail } = await noticed("votes", { ...translated, notice: { ballots: 1, fresh: 1 } });
    expect((await sent({ ...mail, language: "de" })).mail?.subject).toContain("Ideas");
  });

  test.each<["votes" | "result" | "state_change", string, Facts]>([
    ["votes", "is off", { settings: { notify_votes: null } }],
    ["votes", "is about a deleted poll", { poll: { deletedAt: new Date(0) } }],
    ["result", "is off", { settings: { notify_result: false } }],
    ["result", "is about an open poll", { settings: { deadline_voting: null } }],
    ["result", "is about hidden results", { settings: { results_visible: "never" } }],
    ["result", "has an address that is not confirmed", { participant: { confirmedAt: null } }],
    ["state_change", "is off", { settings: { notify_state_changes: false } }],
    ["state_change", "is about an archived idea", { option: { archived: true } }],
    ["state_change", "is about hidden ideas", { settings: { hide_options: true } }],
    ["state_change", "is about an idea to review", { option: { approvalState: "unreviewed" } }],
  ])("of the kind %s is not sent if it %s", async (kind, _case, facts) => {
    const { mail } = await noticed(kind, facts);
    expect(await sent(mail)).toMatchObject({ state: undefined, mail: undefined });
  });

  test.each(["result", "state_change"] as const)(
    "of the kind %s is withheld from an address that has opted out",
    async (kind) => {
      const { poll, mail } = await noticed(kind);
      const optedOut = addressKey(keys().initialAddresses.signing, "opted out", address);
      await setOptOut(fixture.db, { pollId: poll.id, addressKey: optedOut }, "poll");
      expect(await sent(mail)).toMatchObject({ state: "withheld", mail: undefined });
    },
  );
});

describe("what an organizer writes, and the dates, in invitations and reminders", () => {
  const times = { option_type: "Options::DatetimeOption", timezone: "Asia/Tokyo" };
  const kinds = ["invitation", "reminder"] as const;
  type Facts = { readonly message?: string; readonly settings?: object; readonly poll?: object };

  /** A poll with so many dates, one a day, and the mail to an invited address. */
  async function invitedTo(kind: (typeof kinds)[number], dates: number, facts: Facts = {}) {
    const poll = await buildPoll(fixture.db, {
      ...facts.poll,
      settings: { ...times, ...facts.settings },
    });
    for (let at = dates; at > 0; at -= 1)
      await buildOption(fixture.db, poll, {
        type: "Options::DatetimeOption",
        startDate: new Date(Date.UTC(2031, 0, at, 16, 30)),
      });
    const address = "ada@example.net";
    const publicId = newPublicId();
    const codeDigest = linkDigest(invitationCode(publicId, keys().invitations.signing));
    const { message = null } = facts;
    const { id: invitationId } = await fixture.db.prisma.invitation.create({
      data: { publicId, pollId: poll.id, codeDigest, email: address, message },
    });
    await fixture.db.prisma.reminder.create({
      data: { pollId: poll.id, message, createdAt: fixture.clock.now() },
    });
    const data = { pollId: poll.id, kind: "reminder" };
    const { id: pollNoticeId } = await fixture.db.prisma.pollNotice.create({ data });
    const mail = { kind, address, ...(kind === "reminder" ? { pollNoticeId } : { invitationId }) };
    const sentIn = async (language: string) => {
      // An invitation has one mail.
      await fixture.db.prisma.mail.deleteMany({ where: { kind, invitationId } });
      return (await sent({ ...mail, language })).mail;
    };
    return { poll, sentIn };
  }

  describe.each(kinds)("%s", (kind) => {
    test("has the first ten dates in the zone of the poll, in their order, and the number of the others", async () => {
      const { sentIn } = await invitedTo(kind, 12);
      const english = (await sentIn("en"))?.text ?? "";
      expect(english.match(/\w+, January \d+, 2031.*$/gm)).toHaveLength(10);
      expect(english).toContain("Thursday, January 2, 2031 at 1:30 AM GMT+9");
      expect(english).toContain("Saturday, January 11, 2031 at 1:30 AM GMT+9");
      expect(english).toContain("and 2 more dates");
      expect((await sentIn("de"))?.text).toContain("und 2 weitere Termine");
      expect((await (await invitedTo(kind, 11)).sentIn("en"))?.text).toContain("and one more date");
      const ten = (await (await invitedTo(kind, 10)).sentIn("en"))?.text;
      expect(ten).toContain("January 11, 2031");
      expect(ten).not.toContain("more date");
    });

    test.each<[string, Facts]>([
      ["has a password", { poll: { passwordHash: "x" } }],
      ["hides its options", { settings: { hide_options: true } }],
      ["is none of dates", { settings: { option_type: "Options::TextOption" } }],
    ])("has no dates if the poll %s", async (_, facts) => {
      const { sentIn } = await invitedTo(kind, 2, facts);
      const mail = await sentIn("en");
      expect(mail?.text).toContain("https://polls.example/p/");
      expect(mail?.text).not.toContain("2031");
    });

    test("has no dates that are archived or not approved", async () => {
      const { poll, sentIn } = await invitedTo(kind, 0);
      const type = "Options::DatetimeOption";
      const on = (day: number) => new Date(Date.UTC(2031, 4, day));
      await buildOption(fixture.db, poll, { type, startDate: on(1), archived: true });
      await buildOption(fixture.db, poll, { type, startDate: on(2), approvalState: "disapproved" });
      await buildOption(fixture.db, poll, { type, startDate: on(3) });
      const text = (await sentIn("en"))?.text;
      expect(text?.match(/May \d+, 2031/g)).toEqual(["May 3, 2031"]);
    });

    test.each([
      ["en", "The organizer writes: “Please answer by Friday. See evil. example”"],
      ["de", "Nachricht der Umfrageleitung: „Please answer by Friday. See evil. example“"],
    ])("says what the organizer writes, without links (%s)", async (language, said) => {
      const message = "Please answer by Friday.\nSee evil.example";
      const { sentIn } = await invitedTo(kind, 0, { message });
      const mail = await sentIn(language);
      for (const part of [mail?.text, mail?.html]) expect(part).toContain(said);
    });

    test("has all of a long message", async () => {
      const { sentIn } = await invitedTo(kind, 0, { message: `${"x".repeat(499)}!` });
      expect((await sentIn("en"))?.text).toContain("x!");
    });
  });
});

describe("a reminder", () => {
  const address = "ada@example.net";
  async function reminded(facts: { readonly poll?: object; readonly used?: boolean } = {}) {
    const poll = await buildPoll(fixture.db, { title: "Lunch", ...facts.poll });
    const publicId = newPublicId();
    const code = invitationCode(publicId, keys().invitations.signing);
    const participant = facts.used === true ? await buildParticipant(fixture.db, poll) : undefined;
    const invitation = await fixture.db.prisma.invitation.create({
      data: {
        publicId,
        pollId: poll.id,
        codeDigest: linkDigest(code),
        email: address,
        ...(participant && { participantId: participant.id, usedAt: new Date(start) }),
      },
    });
    const data = { pollId: poll.id, kind: "reminder" };
    const { id: pollNoticeId } = await fixture.db.prisma.pollNotice.create({ data });
    return {
      poll,
      code,
      participant,
      invitation,
      mail: { kind: "reminder", address, pollNoticeId },
    };
  }

  test("has the link of the invitation", async () => {
    const { poll, code, mail } = await reminded();
    const { mail: letter } = await sent(mail);
    expect(letter?.subject).toBe("A reminder: Lunch");
    expect(letter?.text).toContain(`https://polls.example/p/${poll.memberHash}?invitation=${code}`);
    const { mail: german } = await sent({ ...mail, language: "de" });
    expect(german?.subject).toBe("Erinnerung: Lunch");
  });

  test("leads a participant without a vote back by the personal link", async () => {
    const { code, participant, mail } = await reminded({ used: true });
    if (participant === undefined) throw new Error("a participant used the invitation");
    const { mail: letter } = await sent(mail);
    expect(letter?.text).toContain(personalToken(keys().mailLinks.signing, participant));
    expect(letter?.text).not.toContain(code);
  });

  test("is not sent once the person has voted, the invitation is withdrawn, or the poll is closed", async () => {
    const voted = await reminded({ used: true });
    if (voted.participant === undefined) throw new Error("a participant used the invitation");
    const option = await buildOption(fixture.db, voted.poll);
    await fixture.db.prisma.heldVote.create({
      data: {
        publicId: newPublicId(),
        pollId: voted.poll.id,
        participantId: voted.participant.id,
        optionId: option.id,
        type: "Votes::BooleanVote",
        value: 1,
      },
    });
    const withdrawn = await reminded();
    await fixture.db.prisma.invitation.delete({ where: { id: withdrawn.invitation.id } });
    const closed = await reminded({ poll: { status: "closed" } });
    for (const { mail } of [voted, withdrawn, closed]) {
      expect(await sent(mail)).toMatchObject({ state: undefined, mail: undefined });
    }
  });

  test("is withheld from an address that has opted out", async () => {
    const { poll, mail } = await reminded();
    const optedOut = addressKey(keys().initialAddresses.signing, "opted out", address);
    await setOptOut(fixture.db, { pollId: poll.id, addressKey: optedOut }, "poll");
    expect(await sent(mail)).toMatchObject({ state: "withheld", mail: undefined });
  });
});

describe("a mail about a decision", () => {
  const address = "ada@example.net";
  const since = new Date("2030-06-15T11:00:00Z");

  /** A decision of revision 1: the date of June 20 holds, that of June 21 was dropped. */
  async function decided(facts: object = {}, settings: object = {}) {
    const type = "Options::DateOption" as const;
    const poll = await buildPoll(fixture.db, {
      title: "Party at https://evil.example",
      settings: { option_type: type, publisher: "Ada's club", ...settings },
    });
    const { id: pollId } = poll;
    await fixture.db.prisma.poll.update({ where: { id: pollId }, data: { location: "The hall" } });
    await fixture.db.prisma.decision.create({
      data: { pollId, revision: 1, decidedAt: since, changedAt: since, reopens: true, ...facts },
    });
    for (const [uid, day, canceled] of [
      ["held", "2030-06-20", false],
      ["dropped", "2030-06-21", true],
      ["gone", "2030-06-22", true],
    ] as const) {
      const { id: optionId } = await buildOption(fixture.db, poll, {
        type,
        startDate: new Date(`${day}T00:00Z`),
      });
      await fixture.db.prisma.decidedDate.create({
        data: {
          uid: `${uid}-${pollId}`,
          pollId,
          optionId,
          sequence: uid === "gone" ? 0 : 1,
          canceled,
        },
      });
    }
    const participant = await buildParticipant(fixture.db, poll);
    const mailOf = async (kind: "decision" | "decision_canceled", of = since) => {
      const notice = await fixture.db.prisma.pollNotice.create({ data: { pollId, kind } });
      const { id: participantId } = participant;
      return { kind, address, since: of, pollNoticeId: notice.id, participantId };
    };
    return { poll, mailOf };
  }
  const linesOf = (text: string) => text.split(/\r?\n/);
  /** The message for calendars, as the form of the text and as the attached file. */
  const messageOf = (mail: Awaited<ReturnType<typeof sent>>["mail"]) => {
    const files = (mail?.attachments ?? []).map(({ mimeType, method, content }) => ({
      mimeType,
      method,
      text: typeof content === "string" ? content : new TextDecoder().decode(content),
    }));
    const [message, file] = files;
    if (message === undefined || file === undefined) throw new Error("a mail has no message");
    expect([message.mimeType, file.mimeType]).toEqual(["text/calendar", "application/ics"]);
    expect(linesOf(file.text)).toEqual(linesOf(message.text));
    // The parser of mails replaces the ends of lines.
    const text = linesOf(file.text).join("\r\n");
    return { ...readCalendar(text), method: message.method, text };
  };

  test("invites to the dates that hold", async () => {
    const { poll, mailOf } = await decided();
    const { mail } = await sent(await mailOf("decision"));
    expect(mail?.subject).toBe("The date is set: Party at https: // evil. example");
    expect(mail?.text).toContain("Thursday, June 20, 2030");
    expect(mail?.text).not.toContain("June 21");
    expect(mail?.text).toContain("Place: The hall");
    const { method, events, text } = messageOf(mail);
    expect(method).toBe("REQUEST");
    expect(events).toMatchObject([
      {
        uid: `held-${poll.id}`,
        sequence: "1",
        status: "CONFIRMED",
        dtstart: "2030-06-20",
        dtend: "2030-06-21",
        summary: "Party at https: // evil. example",
        location: "The hall",
        attendee: `MAILTO:${address}`,
        organizer: "mailto:polls@example.org",
      },
    ]);
    expect(text).toContain("METHOD:REQUEST\r\n");
    expect(text).toContain("Ada's club");
  });

  test("has the texts of the poll in the language of the mail, also for calendars", async () => {
    const translations = { de: { title: "Fest", location: "Die Halle" } };
    const { mailOf } = await decided({}, { language: "en", translations });
    const { mail } = await sent({ ...(await mailOf("decision")), language: "de" });
    expect(mail?.text).toContain("Die Halle");
    expect(messageOf(mail).events).toMatchObject([{ summary: "Fest", location: "Die Halle" }]);
  });

  test("cancels the dates that the change dropped", async () => {
    const { poll, mailOf } = await decided();
    const language = "de";
    const german = { ...(await mailOf("decision_canceled")), language };
    const { mail } = await sent(german);
    expect(mail?.subject).toBe("Abgesagt: Party at https: // evil. example");
    expect(mail?.text).toContain("Freitag, 21. Juni 2030");
    const isOpen = "Die Umfrage ist wieder offen, und Sie können Ihre Antworten ändern.";
    expect(mail?.text).toContain(isOpen);
    const { method, events } = messageOf(mail);
    expect(method).toBe("CANCEL");
    expect(events).toMatchObject([
      { uid: `dropped-${poll.id}`, sequence: "1", status: "CANCELLED" },
    ]);
    for (const settings of [{ final_votes: true }, { allow_voting: false }]) {
      const other = await decided({}, settings);
      const { mail: told } = await sent({ ...(await other.mailOf("decision_canceled")), language });
      expect(told?.text).not.toContain(isOpen);
    }
    const closed = { where: { id: poll.id }, data: { status: "closed" } };
    await fixture.db.prisma.poll.update(closed);
    const later = await sent(german);
    expect(later.mail?.text).not.toContain(isOpen);
  });

  test("is not sent when another change followed, and is withheld after an opt-out", async () => {
    const { poll, mailOf } = await decided();
    const old = await mailOf("decision", new Date(start));
    expect(await sent(old)).toMatchObject({ state: undefined, mail: undefined });
    const optedOut = addressKey(keys().initialAddresses.signing, "opted out", address);
    await setOptOut(fixture.db, { pollId: poll.id, addressKey: optedOut }, "poll");
    expect(await sent({ ...old, since })).toMatchObject({ state: "withheld", mail: undefined });
  });
});

describe("a mail to a participant who moved up from a waiting list", () => {
  const address = "ada@example.net";
  async function movedUp(participant: object = {}, poll: object = {}) {
    const built = await buildPoll(fixture.db, {
      title: "Course",
      settings: { participant_limit: 1 },
      ...poll,
    });
    const { id } = await buildParticipant(fixture.db, built, {
      optinEmail: address,
      confirmedAt: new Date(start),
      ...participant,
    });
    return { poll: built, mail: { kind: "moved_up", address, participantId: id } };
  }

  test("leads to the poll, in its language", async () => {
    const { poll, mail } = await movedUp();
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("You have a place: Course");
    expect(got?.text).toContain("You can vote now.");
    expect(got?.text).toContain(`https://polls.example/p/${poll.memberHash}`);
    const { mail: german } = await sent({ ...(await movedUp()).mail, language: "de" });
    expect(german?.subject).toBe("Sie haben einen Platz: Course");
  });

  test.each<[string, object, object]>([
    ["gave the place up meanwhile", { place: "given_up" }, {}],
    ["has an address that is not confirmed", { confirmedAt: null }, {}],
    ["waits again", { place: "waiting" }, {}],
    ["finds the poll closed", {}, { status: "closed" }],
    ["finds the poll deleted", {}, { deletedAt: new Date(0) }],
  ])("is not sent if the participant %s", async (_case, participant, poll) => {
    const { mail } = await movedUp(participant, poll);
    expect(await sent(mail)).toMatchObject({ state: undefined, mail: undefined });
  });

  test("is withheld from an address that has opted out", async () => {
    const { poll, mail } = await movedUp();
    const optedOut = addressKey(keys().initialAddresses.signing, "opted out", address);
    await setOptOut(fixture.db, { pollId: poll.id, addressKey: optedOut }, "poll");
    expect(await sent(mail)).toMatchObject({ state: "withheld", mail: undefined });
  });
});

describe("a mail about comments", () => {
  const address = "author@example.net";
  const noticed = async (settings: object, difference: object = {}) => {
    const poll = await buildPoll(fixture.db, {
      title: "Ideas",
      settings: { allow_comments: true, ...settings },
    });
    const option = await buildOption(fixture.db, poll, { content: "Pizza" });
    const participant = await buildParticipant(fixture.db, poll);
    await buildComment(fixture.db, option, participant, { content: "Secret" });
    await buildComment(fixture.db, option, participant, { hidden: true });
    const notice = await fixture.db.prisma.commentNotice.create({
      data: { pollId: poll.id, optionId: option.id, dueAt: new Date(start), ...difference },
    });
    const { nonce } = newLink(keys().mailLinks.signing, "unsubscribe", address);
    return { kind: "comments", address, commentNoticeId: notice.id, since: new Date(0), nonce };
  };

  test("tells the author of an option the number of comments that members see, without their texts", async () => {
    const { mail } = await sent(await noticed({}));
    expect(mail?.subject).toBe("A new comment: Ideas");
    expect(mail?.text).toContain("One comment was written on your entry: Pizza");
    expect(mail?.text).not.toContain("Secret");
  });

  test("tells the owner about all comments of the poll", async () => {
    const { mail } = await sent(await noticed({}, { optionId: null }));
    expect(mail?.text).toContain("2 comments were written in your poll.");
  });

  test.each<[string, object, object]>([
    ["the recipient has unsubscribed", {}, { endedAt: new Date(0) }],
    ["comments are off", { allow_comments: false }, {}],
    ["comments are private", { private_comments: true }, {}],
  ])("is not sent where %s", async (_case, settings, difference) => {
    const unsent = { state: undefined, mail: undefined };
    expect(await sent(await noticed(settings, difference))).toMatchObject(unsent);
  });
});

describe("a link to new tokens", () => {
  const address = "owner@example.net";
  async function asked(difference: object = {}) {
    const account = await buildAccount(fixture.db);
    const { nonce, digest } = newLink(keys().mailLinks.signing, "sign_in", address);
    const signIn = await fixture.db.prisma.signIn.create({
      data: {
        accountId: account.id,
        tokenDigest: digest,
        expiresAt: new Date(fixture.clock.now().getTime() + HOUR_MS / 2),
        ...difference,
      },
    });
    return { digest, mail: { kind: "sign_in", address, nonce, signInId: signIn.id } };
  }

  test("has the token of the stored digest", async () => {
    const { digest, mail } = await asked();
    const { mail: got } = await sent(mail);
    const [, token = ""] =
      /https:\/\/polls\.example\/sign-in\/([\w-]+)/.exec(got?.text ?? "") ?? [];
    expect(linkDigest(token)).toEqual(digest);
  });

  test("is not sent after it was used or has expired, nor to an address without an account", async () => {
    const used = await asked({ usedAt: new Date() });
    const old = await asked({ expiresAt: new Date(start) });
    const withoutAccount = { kind: "sign_in", address, nonce: used.mail.nonce };
    for (const mail of [used.mail, old.mail, withoutAccount]) {
      expect(await sent(mail)).toMatchObject({ state: undefined, mail: undefined });
    }
  });
});

test("a link for a new account does not work as a link for new tokens", async () => {
  const address = "new@example.net";
  const { nonce, digest } = newLink(keys().mailLinks.signing, "sign_up", address);
  const signIn = await fixture.db.prisma.signIn.create({
    data: { tokenDigest: digest, expiresAt: new Date(fixture.clock.now().getTime() + HOUR_MS / 2) },
  });
  const { mail } = await sent({
    kind: "sign_up",
    address,
    nonce,
    signInId: signIn.id,
    language: "de",
  });
  expect(mail?.subject).toBe("Ihr Konto beim Umfragedienst");
  const [, token = ""] = /https:\/\/polls\.example\/sign-up\/([\w-]+)/.exec(mail?.text ?? "") ?? [];
  expect(linkDigest(token)).toEqual(digest);
});

test("a mail of an unknown kind waits for a newer release", async () => {
  await expect(sent({ kind: "postcard", address: "a@example.net" })).rejects.toThrow("postcard");
  const { state } = await fixture.db.prisma.mail.findFirstOrThrow({ where: { kind: "postcard" } });
  expect(state).toBe("queued");
});
