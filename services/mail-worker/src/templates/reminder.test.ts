// Covers docs/reference/mails.md: kinds, opting-out

import { invitationCode, linkDigest, newPublicId, personalToken } from "@polls/db/tokens";
import { buildHeldVote, buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { notSent, shareMails, start, withheld } from "../../testing/share-mails";

const { fixture, keys, sent, optOut } = shareMails();

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
    await buildHeldVote(fixture.db, option, voted.participant);
    const withdrawn = await reminded();
    await fixture.db.prisma.invitation.delete({ where: { id: withdrawn.invitation.id } });
    const closed = await reminded({ poll: { status: "closed" } });
    for (const { mail } of [voted, withdrawn, closed]) {
      expect(await sent(mail)).toMatchObject(notSent);
    }
  });

  test("is withheld from an address that has opted out", async () => {
    const { poll, mail } = await reminded();
    await optOut(poll, address);
    expect(await sent(mail)).toMatchObject(withheld);
  });
});
