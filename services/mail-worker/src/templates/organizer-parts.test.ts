// Covers docs/reference/participants.md: invitations, reminders

import { invitationCode, linkDigest, newPublicId } from "@polls/db/tokens";
import { buildOption, buildPoll } from "@polls/testing";
import { shareMails } from "../../testing/share-mails";

const { fixture, keys, sent } = shareMails();

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
