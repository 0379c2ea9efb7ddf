// Covers docs/reference/decisions.md: mails
// Covers docs/reference/mails.md: kinds
// Covers docs/reference/translations.md: reading

import { invitationCode, linkDigest, newPublicId } from "@polls/db/tokens";
import { buildOption, buildParticipant, buildPoll, readCalendar } from "@polls/testing";
import { notSent, shareMails, start, withheld } from "../../testing/share-mails";

const { fixture, keys, sent, optOut } = shareMails();

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
      const found = await fixture.db.prisma.pollNotice.findFirst({ where: { pollId, kind } });
      const notice =
        found ?? (await fixture.db.prisma.pollNotice.create({ data: { pollId, kind } }));
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
    expect(mail?.text).toContain("Thursday, 20 June 2030");
    expect(mail?.text).not.toContain("22 June");
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

  const title = "Party at https: // evil. example";
  test("is about a first date, also after a withdrawal", async () => {
    const { poll, mailOf } = await decided();
    const ofDropped = { pollId: poll.id, uid: { not: `held-${poll.id}` } };
    await fixture.db.prisma.decidedDate.updateMany({ where: ofDropped, data: { sequence: 0 } });
    const { mail } = await sent(await mailOf("decision"));
    expect(mail?.subject).toBe(`The date is set: ${title}`);
    expect(mail?.text).toContain("This was decided:");
    expect(mail?.text).not.toContain("no longer");
  });

  test.each([
    ["en", "The date has changed", "This no longer takes place: ", "Saturday, 15 June 2030"],
    [
      "de",
      "Der Termin hat sich geändert",
      "Das findet nicht mehr statt: ",
      "Samstag, 15. Juni 2030",
    ],
  ])("says which dates a change took back (%s)", async (language, subject, former, moved) => {
    const { poll, mailOf } = await decided();
    const option = await buildOption(fixture.db, poll, {
      type: "Options::DateOption",
      startDate: new Date("2030-06-15T00:00Z"),
    });
    const data = { formerOptionId: option.id };
    await fixture.db.prisma.decidedDate.update({ where: { uid: `held-${poll.id}` }, data });
    const mail = { ...(await mailOf("decision")), language };
    const dropped = language === "en" ? "Friday, 21 June 2030" : "Freitag, 21. Juni 2030";
    const { mail: told } = await sent(mail);
    expect(told?.subject).toBe(`${subject}: ${title}`);
    expect(told?.text).toMatch(new RegExp(`${former}${moved}: .*; ${dropped}`));
    await fixture.db.prisma.option.delete({ where: { id: option.id } });
    const { mail: later } = await sent(mail);
    expect(later?.text).toContain(`${former}${dropped}`);
  });

  test("says that dates have changed if one was added", async () => {
    const { poll, mailOf } = await decided();
    const of = { pollId: poll.id };
    await fixture.db.prisma.decidedDate.updateMany({ where: of, data: { sequence: 0 } });
    const { mail } = await sent(await mailOf("decision"));
    expect(mail?.subject).toBe(`The date has changed: ${title}`);
    expect(mail?.text).toContain("This holds now:");
    expect(mail?.text).not.toContain("no longer");
  });

  test("has the texts of the poll in the language of the mail, also for calendars", async () => {
    const translations = { de: { title: "Fest", location: "Die Halle" } };
    const { mailOf } = await decided({}, { language: "en", translations });
    const { mail } = await sent({ ...(await mailOf("decision")), language: "de" });
    expect(mail?.text).toContain("Die Halle");
    expect(messageOf(mail).events).toMatchObject([{ summary: "Fest", location: "Die Halle" }]);
  });

  test.each([
    ["en", /Monday, 24 June 2030, 18:00–20:30 \(Central European Time, UTC\+2\)/],
    ["de", /Montag, 24. Juni 2030, 18:00–20:30 Uhr \(Mitteleuropäische Zeit, UTC\+2\)/],
  ])("has dates and times that no reader takes for others (%s)", async (language, when) => {
    const { poll, mailOf } = await decided(
      {},
      { option_type: "Options::TimeRangeOption", timezone: "Europe/Berlin" },
    );
    const { id } = await buildOption(fixture.db, poll, {
      type: "Options::TimeRangeOption",
      startDate: new Date("2030-06-24T16:00Z"),
      endDate: new Date("2030-06-24T18:30Z"),
    });
    await fixture.db.prisma.decidedDate.create({
      data: {
        uid: `times-${poll.id}`,
        pollId: poll.id,
        optionId: id,
        sequence: 1,
        canceled: false,
      },
    });
    const { mail } = await sent({ ...(await mailOf("decision")), language });
    expect(mail?.text).toMatch(when);
  });

  test("cancels the dates that the change dropped", async () => {
    const { poll, mailOf } = await decided();
    const language = "de";
    const german = { ...(await mailOf("decision_canceled")), language };
    const { mail } = await sent(german);
    expect(mail?.subject).toBe("Teilweise abgesagt: Party at https: // evil. example");
    expect(mail?.text).toContain("Die Termine, die stattfinden, stehen in einer weiteren E-Mail.");
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

  test("says that all is called off only if no date holds", async () => {
    const { poll, mailOf } = await decided();
    await fixture.db.prisma.decidedDate.updateMany({
      where: { pollId: poll.id, canceled: false },
      data: { canceled: true },
    });
    const { mail } = await sent(await mailOf("decision_canceled"));
    expect(mail?.subject).toBe("Called off: Party at https: // evil. example");
    expect(mail?.text).not.toContain("another e-mail");
  });

  test.each([
    ["en", "Hello Ada,"],
    ["de", "Guten Tag Ada,"],
  ])("greets a participant by name (%s)", async (language, greeting) => {
    const { mailOf } = await decided();
    const told = { ...(await mailOf("decision")), language };
    const where = { id: told.participantId };
    const named = (userName: string | null) =>
      fixture.db.prisma.participant.update({ where, data: { userName } });
    await named(null);
    const nameless = await sent(told);
    expect(nameless.mail?.text).not.toContain(greeting.slice(0, 5));
    await named("Ada");
    const { mail } = await sent(told);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(greeting);
  });

  test.each([
    [
      "en",
      "You were invited to this poll. This was decided:",
      "You were invited to this poll. This no longer takes place:",
      "The poll is open again, and you can answer.",
    ],
    [
      "de",
      "Sie wurden zu dieser Umfrage eingeladen. Das wurde festgelegt:",
      "Sie wurden zu dieser Umfrage eingeladen. Das findet nicht mehr statt:",
      "Die Umfrage ist wieder offen, und Sie können antworten.",
    ],
  ])("tells an invited person who has not answered (%s)", async (language, set, off, open) => {
    const { poll, mailOf } = await decided();
    const ofDropped = { pollId: poll.id, uid: { not: `held-${poll.id}` } };
    const publicId = newPublicId();
    const code = invitationCode(publicId, keys().invitations.signing);
    const toInvited = async (kind: "decision" | "decision_canceled") => ({
      ...(await mailOf(kind)),
      participantId: null,
      language,
    });
    expect(await sent(await toInvited("decision_canceled"))).toMatchObject(notSent);
    const invitation = { publicId, pollId: poll.id, codeDigest: linkDigest(code), email: address };
    await fixture.db.prisma.invitation.create({ data: invitation });
    const canceled = await sent(await toInvited("decision_canceled"));
    await fixture.db.prisma.decidedDate.updateMany({ where: ofDropped, data: { sequence: 0 } });
    const { mail } = await sent(await toInvited("decision"));
    expect(canceled.mail?.text).toContain(off);
    expect(canceled.mail?.text).toContain(open);
    expect(mail?.text).toContain(set);
    expect(mail?.text).toContain(`https://polls.example/p/${poll.memberHash}?invitation=${code}`);
    const { events } = messageOf(mail);
    expect(events[0]).toMatchObject({ url: `https://polls.example/p/${poll.memberHash}` });
    await optOut(poll, address);
    expect(await sent(await toInvited("decision"))).toMatchObject(withheld);
  });

  test("is not sent when another change followed, and is withheld after an opt-out", async () => {
    const { poll, mailOf } = await decided();
    const old = await mailOf("decision", new Date(start));
    expect(await sent(old)).toMatchObject(notSent);
    await optOut(poll, address);
    expect(await sent({ ...old, since })).toMatchObject(withheld);
  });
});
