// Covers docs/reference/mails.md: kinds

import { linkDigest, newLink } from "@polls/db/tokens";
import { buildAccount } from "@polls/testing";
import { notSent, shareMails, start } from "../../testing/share-mails";

const HOUR_MS = 3_600_000;
const { fixture, keys, sent } = shareMails();

describe("a link to new tokens", () => {
  const address = "owner@example.net";
  async function asked(difference: object = {}) {
    const account = await buildAccount(fixture.db);
    const { nonce, digest } = newLink(keys().mailLinks.signing, "sign_in", address);
    const signIn = await fixture.db.prisma.signIn.create({
      data: {
        accountId: account.id,
        tokenDigest: digest,
        expiresAt: new Date(fixture.clock.now().getTime() + HOUR_MS / 2),
        ...difference,
      },
    });
    return { digest, mail: { kind: "sign_in", address, nonce, signInId: signIn.id } };
  }

  test("has the token of the stored digest", async () => {
    const { digest, mail } = await asked();
    const { mail: got } = await sent(mail);
    const [, token = ""] =
      /https:\/\/polls\.example\/sign-in\/([\w-]+)/.exec(got?.text ?? "") ?? [];
    expect(linkDigest(token)).toEqual(digest);
  });

  test("is not sent after it was used or has expired, nor to an address without an account", async () => {
    const used = await asked({ usedAt: new Date() });
    const old = await asked({ expiresAt: new Date(start) });
    const withoutAccount = { kind: "sign_in", address, nonce: used.mail.nonce };
    for (const mail of [used.mail, old.mail, withoutAccount]) {
      expect(await sent(mail)).toMatchObject(notSent);
    }
  });
});

test.each(["sign_in", "sign_up"] as const)(
  "a mail of %s for a draft names the poll, and no mail speaks of tokens",
  async (purpose) => {
    const address = "draft@example.net";
    const write = async (title: string | undefined) => {
      const account = purpose === "sign_in" ? await buildAccount(fixture.db) : undefined;
      const { nonce, digest } = newLink(keys().mailLinks.signing, purpose, address);
      const expiresAt = new Date(fixture.clock.now().getTime() + HOUR_MS / 2);
      const draft =
        title === undefined
          ? {}
          : { draft: { create: { title, body: {}, requestKey: "x", expiresAt } } };
      const signIn = await fixture.db.prisma.signIn.create({
        data: { accountId: account?.id ?? null, tokenDigest: digest, expiresAt, ...draft },
      });
      const { mail } = await sent({ kind: purpose, address, nonce, signInId: signIn.id });
      return mail;
    };
    const ofDraft = await write("Summer party");
    expect(ofDraft?.subject).toBe("Your poll is nearly ready");
    expect(ofDraft?.text).toContain("creates your poll “Summer party”");
    const ofPage = await write(undefined);
    expect(ofPage?.subject).not.toContain("poll is nearly ready");
    for (const mail of [ofDraft, ofPage]) expect(mail?.text).not.toContain("token");
  },
);

test("a link for a new account does not work as a link for new tokens", async () => {
  const address = "new@example.net";
  const { nonce, digest } = newLink(keys().mailLinks.signing, "sign_up", address);
  const signIn = await fixture.db.prisma.signIn.create({
    data: { tokenDigest: digest, expiresAt: new Date(fixture.clock.now().getTime() + HOUR_MS / 2) },
  });
  const { mail } = await sent({
    kind: "sign_up",
    address,
    nonce,
    signInId: signIn.id,
    language: "de",
  });
  expect(mail?.subject).toBe("Ihr Konto beim Umfragedienst");
  const [, token = ""] = /https:\/\/polls\.example\/sign-up\/([\w-]+)/.exec(mail?.text ?? "") ?? [];
  expect(linkDigest(token)).toEqual(digest);
});
