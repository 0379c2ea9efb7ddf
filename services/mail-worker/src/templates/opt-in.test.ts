// Covers docs/reference/mails.md: kinds
// Covers docs/reference/opt-in.md: what-is-shown

import { buildHeldVote, buildOption } from "@polls/testing";
import { shareMails } from "../../testing/share-mails";

const { smtp, fixture } = shareMails();

describe("a mail that confirms a participation or an address", () => {
  test.each([
    [
      "en",
      [
        "Name: Ada https: // evil. example",
        "Requested: 15 June 2030 at 14:00 (Central European Time, UTC+2)",
      ],
      "yes",
    ],
    [
      "de",
      [
        "Angegebener Name: Ada https: // evil. example",
        "Angefragt: 15. Juni 2030 um 14:00 (Mitteleuropäische Zeit, UTC+2)",
      ],
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
        await buildHeldVote(fixture.db, option, where, { votingCategoryId: each });
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

  test.each([
    [
      "en",
      "Please confirm your address: Lunch",
      "asked for e-mails about the date",
      "You are already told",
    ],
    [
      "de",
      "Bitte bestätigen Sie Ihre Adresse: Lunch",
      "E-Mails zum Termin",
      "Sie erfahren den Termin bereits",
    ],
  ] as const)(
    "asks a participant who takes part only for the address (%s)",
    async (language, subject, said, already) => {
      const { prisma } = fixture.db;
      const address = `date-${language}@example.net`;
      const facts = { address, language, title: "Lunch" };
      const first = await fixture.buildOptInMail(facts);
      const takesPart = { confirmedAt: fixture.clock.now(), optinEmail: null };
      const change = (id: bigint, data: object) =>
        prisma.participant.update({ where: { id }, data });
      await change(first.participantId, { ...takesPart, userName: "Ada" });
      await fixture.run(first.id);
      const asked = smtp.taken.at(-1)?.mail;
      expect(asked?.subject).toBe(subject);
      for (const part of [said, "Ada", first.link]) expect(asked?.text).toContain(part);
      expect(asked?.text).not.toMatch(/vote|Stimme/i);

      await prisma.optIn.updateMany({
        where: { participantId: first.participantId },
        data: { confirmedAt: fixture.clock.now() },
      });
      const second = await fixture.buildOptInMail({ ...facts, poll: first.poll });
      await change(second.participantId, takesPart);
      await fixture.run(second.id);
      const told = smtp.taken.at(-1)?.mail;
      expect(told?.subject).toBe(`${already}: Lunch`);
      expect(told?.text).not.toContain("/opt-in/");
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
