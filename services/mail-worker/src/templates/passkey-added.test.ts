// Covers docs/reference/mails.md: kinds

import { randomBytes } from "node:crypto";
import { newPublicId } from "@polls/db/tokens";
import { buildAccount } from "@polls/testing";
import { shareMails } from "../../testing/share-mails";

const { fixture, sent } = shareMails();

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
