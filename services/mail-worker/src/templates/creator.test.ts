// Covers docs/reference/mails.md: kinds, opting-out

import { newLink } from "@polls/db/tokens";
import { buildPoll } from "@polls/testing";
import { shareMails } from "../../testing/share-mails";

const HOUR_MS = 3_600_000;
const { fixture, keys, sent, optOutLink } = shareMails();

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
    expect(mail?.text).toContain(optOutLink(poll, address));
    expect(mail?.text).toContain("Stop e-mails like this");
  });
});
