// Covers docs/reference/mails.md: kinds

import { revokePersonalLink } from "@polls/db/participants";
import { inTransaction } from "@polls/db/sql";
import { personalToken } from "@polls/db/tokens";
import { buildParticipant, buildPoll } from "@polls/testing";
import { shareMails } from "../../testing/share-mails";

const { fixture, keys, sent } = shareMails();

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
