// Covers docs/reference/mails.md: kinds

import { newPublicId } from "@polls/db/tokens";
import { buildAccount } from "@polls/testing";
import { notSent, shareMails, start } from "../../testing/share-mails";

const { fixture, sent } = shareMails();

describe("a mail about a connected account that is no longer ready", () => {
  async function lost(facts: object = {}) {
    const { id: accountId } = await buildAccount(fixture.db);
    const now = fixture.clock.now();
    const { token } = await fixture.db.prisma.connectedAccount.create({
      data: {
        ...{ accountId, token: newPublicId(), state: "restricted", createdAt: now, updatedAt: now },
        ...facts,
      },
    });
    return { token, mail: { kind: "account_refused", address: "owner@example.net", accountId } };
  }

  test.each([
    ["en", ["gives this reason: Not in this country", "can still be read", "Nothing can be sold"]],
    ["de", ["diesen Grund: Not in this country", "weiter lesen", "Verkauft werden kann erst"]],
  ])(
    "says why, what follows, and links to the page of the account (%s)",
    async (language, said) => {
      const { token, mail } = await lost({ refusal: "Not in this country" });
      const { mail: got } = await sent({ ...mail, language });
      for (const part of [got?.text, got?.html]) {
        for (const line of [...said, `https://polls.example/connect/${token}`])
          expect(part).toContain(line);
      }
    },
  );

  test("has advice in place of a reason that the provider does not tell", async () => {
    const { mail } = await lost();
    const { mail: got } = await sent(mail);
    expect(got?.text).toContain("Often the provider needs further details");
    expect(got?.text).not.toContain("gives this reason");
  });

  test.each([
    ["it is ready again", { state: "ready" }],
    ["it was replaced", { state: "onboarding" }],
    ["the owner has disconnected it", { endedAt: new Date(start) }],
  ])("is not sent once %s", async (_, facts) => {
    const { mail } = await lost(facts);
    expect(await sent(mail)).toMatchObject(notSent);
  });
});
