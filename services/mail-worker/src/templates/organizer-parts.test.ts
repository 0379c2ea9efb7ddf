// Covers docs/reference/participants.md: invitations, reminders

import { invitationCode, linkDigest, newPublicId } from "@polls/db/tokens";
import type { OwnerKey } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildPoll } from "@polls/testing";
import { shareMails } from "../../testing/share-mails";

const { fixture, keys, sent } = shareMails();

describe("what an organizer writes, and the dates, in invitations and reminders", () => {
  const times = { option_type: "Options::DatetimeOption", timezone: "Asia/Tokyo" };
  const kinds = ["invitation", "reminder"] as const;
  type Facts = {
    readonly message?: string;
    readonly settings?: object;
    readonly poll?: object;
    readonly jury?: boolean;
  };
  const type = "Options::DatetimeOption";
  const ownerOf = ({ ownerAccountId }: Poll) => `user:${ownerAccountId ?? 0n}` as const;

  /** A poll with so many dates, one a day, and the mail to an invited address. */
  async function invitedTo(kind: (typeof kinds)[number], dates: number, facts: Facts = {}) {
    const poll = await buildPoll(fixture.db, {
      ...facts.poll,
      settings: { ...times, ...facts.settings },
    });
    for (let at = dates; at > 0; at -= 1)
      await buildOption(fixture.db, poll, {
        type,
        ownerKey: ownerOf(poll),
        startDate: new Date(Date.UTC(2031, 0, at, 16, 30)),
      });
    const address = "ada@example.net";
    const publicId = newPublicId();
    const codeDigest = linkDigest(invitationCode(publicId, keys().invitations.signing));
    const { message = null, jury = false } = facts;
    const { id: invitationId } = await fixture.db.prisma.invitation.create({
      data: { publicId, pollId: poll.id, codeDigest, email: address, message, jury },
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
      expect(english.match(/\w+, \d+ January 2031.*$/gm)).toHaveLength(10);
      expect(english).toContain("Thursday, 2 January 2031 at 01:30 (Japan Standard Time, UTC+9)");
      expect(english).toContain("Saturday, 11 January 2031 at 01:30 (Japan Standard Time, UTC+9)");
      expect(english).toContain("and 2 more dates");
      expect((await sentIn("de"))?.text).toContain("und 2 weitere Termine");
      expect((await (await invitedTo(kind, 11)).sentIn("en"))?.text).toContain("and one more date");
      const ten = (await (await invitedTo(kind, 10)).sentIn("en"))?.text;
      expect(ten).toContain("11 January 2031");
      expect(ten).not.toContain("more date");
    });

    test.each<[string, Facts]>([
      ["has a password", { poll: { passwordHash: "x" } }],
      ["hides its options", { settings: { hide_options: true } }],
      ["is none of dates", { settings: { option_type: "Options::TextOption" } }],
      [
        "shows its options only to a jury",
        { settings: { jury_mode: true, restrict_view_access: true } },
      ],
      [
        "shows its options only from the start",
        {
          settings: {
            options_visible_before_voting: false,
            start_date_voting: "2030-12-01T00:00:00Z",
          },
        },
      ],
    ])("has no dates if the poll %s", async (_, facts) => {
      const { sentIn } = await invitedTo(kind, 2, facts);
      const mail = await sentIn("en");
      expect(mail?.text).toContain("https://polls.example/p/");
      expect(mail?.text).not.toContain("2031");
    });

    test("has no dates that are archived or not approved", async () => {
      const { poll, sentIn } = await invitedTo(kind, 0);
      const ownerKey = ownerOf(poll);
      const on = (day: number) => new Date(Date.UTC(2031, 4, day));
      await buildOption(fixture.db, poll, { type, ownerKey, startDate: on(1), archived: true });
      await buildOption(fixture.db, poll, {
        type,
        ownerKey,
        startDate: on(2),
        approvalState: "disapproved",
      });
      await buildOption(fixture.db, poll, { type, ownerKey, startDate: on(3) });
      const text = (await sentIn("en"))?.text;
      expect(text?.match(/\d+ May 2031/g)).toEqual(["3 May 2031"]);
    });

    test("has the dates for a member of the jury", async () => {
      const settings = { jury_mode: true, restrict_view_access: true };
      const { sentIn } = await invitedTo(kind, 2, { settings, jury: true });
      expect((await sentIn("en"))?.text?.match(/\d+ January 2031/g)).toHaveLength(2);
    });

    test("has only dates of the poll's admins that have not passed", async () => {
      const { poll, sentIn } = await invitedTo(kind, 0);
      const build = (at: string, ownerKey?: OwnerKey, end?: string) =>
        buildOption(fixture.db, poll, {
          ...{ type, content: `At ${at}`, startDate: new Date(at) },
          ...(ownerKey && { ownerKey }),
          ...(end !== undefined && { endDate: new Date(end) }),
        });
      const owner = ownerOf(poll);
      await build("2031-05-01T00:00:00Z", "anonymous:stranger");
      await build("2031-05-02T00:00:00Z");
      await build("2031-05-03T00:00:00Z", owner);
      await build("1990-05-04T00:00:00Z", owner);
      await build("2030-06-14T12:00:00Z", owner, "2030-06-15T11:00:00Z");
      // The day began in Tokyo; the other has not ended.
      await build("2030-06-14T15:00:00Z", owner);
      await build("2030-06-01T00:00:00Z", owner, "2030-06-16T00:00:00Z");
      const text = (await sentIn("en"))?.text ?? "";
      expect(text.match(/: At (.*)T/g)).toEqual([
        ": At 2030-06-01T",
        ": At 2030-06-14T",
        ": At 2031-05-03T",
      ]);
      expect(text).not.toContain("more date");
    });

    test.each([
      ["en", "Message from the person who runs this poll:"],
      ["de", "Nachricht der Umfrageleitung:"],
    ])("sets what the organizer writes apart, without links (%s)", async (language, label) => {
      const message =
        "Until Friday.”\nSee evil.example\u2028</blockquote><p>Your account\r\n\r\n> ends";
      const { sentIn } = await invitedTo(kind, 0, { message });
      const mail = await sentIn(language);
      const lines = [
        "Until Friday.”",
        "See evil. example",
        "</blockquote><p>Your account",
        "> ends",
      ];
      expect(mail?.text).toContain(
        `\n\n${[label, ...lines.map((line) => `> ${line}`)].join("\n")}\n\n`,
      );
      const [before = "", inside = "", after] = (mail?.html ?? "").split(/<\/?blockquote[^>]*>/);
      expect(after).toBeDefined();
      expect(before).toMatch(new RegExp(`>${label}</p>\\s*$`));
      expect(inside.match(/<p [^>]*>/g)).toHaveLength(4);
      for (const part of [before, after]) expect(part).not.toMatch(/Until Friday|Your account/);
    });

    test("has all of a long message", async () => {
      const { sentIn } = await invitedTo(kind, 0, { message: `${"x".repeat(499)}!` });
      expect((await sentIn("en"))?.text).toContain("x!");
    });
  });
});
