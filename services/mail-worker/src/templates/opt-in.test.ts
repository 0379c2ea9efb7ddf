// Covers docs/reference/mails.md: kinds
// Covers docs/reference/opt-in.md: what-is-shown

import { buildHeldVote, buildOption } from "@polls/testing";
import { shareMails } from "../../testing/share-mails";

const { smtp, fixture } = shareMails();

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

  test("is not sent after the owner of the address has denied the request", async () => {
    const { id, participantId } = await fixture.buildOptInMail();
    const where = { participantId };
    await fixture.db.prisma.optIn.updateMany({ where, data: { deniedAt: fixture.clock.now() } });
    const before = smtp.taken.length;
    await fixture.run(id);
    expect([smtp.taken.length, await fixture.stateOf(id)]).toEqual([before, undefined]);
  });
});
