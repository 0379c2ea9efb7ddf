// Covers docs/reference/mails.md: kinds, opting-out
// Covers docs/reference/translations.md: reading

import { invitationCode, linkDigest, newPublicId } from "@polls/db/tokens";
import { buildPoll } from "@polls/testing";
import { notSent, shareMails, withheld } from "../../testing/share-mails";

const { fixture, keys, sent, optOutLink, optOut } = shareMails();

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

  // Settings: jury_mode
  test("links to the poll with its code, and has the sender and the jury", async () => {
    const settings = { publisher: "The club", jury_mode: true };
    const { poll, code, mail } = await invited({ settings }, true);
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("You are invited to a poll: Lunch");
    const link = `https://polls.example/p/${poll.memberHash}?invitation=${code}`;
    for (const part of [got?.text, got?.html]) {
      expect(part).toContain(link);
      expect(part).toContain("The club invites you");
      expect(part).toContain("member of the jury");
    }
  });

  test("speaks of no jury in a poll without one", async () => {
    const { mail } = await invited({}, true);
    expect((await sent(mail)).mail?.text).not.toContain("jury");
  });

  test("names the organization that owns the poll, unless the poll has a publisher", async () => {
    const { id } = await fixture.db.prisma.organization.create({
      data: { publicId: newPublicId(), name: "The choir" },
    });
    const owner = { ownerOrganizationId: id };
    const { mail } = await invited(owner);
    expect((await sent(mail)).mail?.text).toContain("The choir invites you");
    const other = await invited({ ...owner, settings: { publisher: "The club" } });
    expect((await sent(other.mail)).mail?.text).toContain("The club invites you");
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
      expect(part).toContain("The organizer of this poll invites you.");
      expect(part).not.toContain("Ada Creator");
    }
  });

  test("has a link that ends invitations, which mail programs can also use", async () => {
    const { poll, mail } = await invited();
    const { mail: got } = await sent(mail);
    const link = optOutLink(poll, "ADA@example.net");
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
      await optOut(poll, address, scope);
      expect(await sent({ ...mail, address })).toMatchObject(withheld);
      await optOut(poll, address, "none");
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
    expect(await sent(one.mail)).toMatchObject(notSent);
  });
});
