import { setOptOut } from "@polls/db/participants";
import { addressKey, optOutPath } from "@polls/db/tokens";
import { type ScriptedSmtp, type SmtpScript, startScriptedSmtp } from "@polls/testing";
import { type MailFixture, openMailFixture } from "./mail-fixture";

export const start = "2030-06-15T12:00:00Z";

/** What `sent` returns for a mail whose reason no longer exists, and after an opt-out. */
export const notSent = { state: undefined, mail: undefined };
export const withheld = { state: "withheld", mail: undefined };

/**
 * A mail worker and a mail server that the tests of a file share. Their members are set before the
 * first test, so only functions may read them. Each test begins at `start`.
 */
export function shareMails(
  env: Readonly<Record<string, string>> = {},
  script?: NonNullable<SmtpScript["script"]>,
) {
  const smtp = {} as ScriptedSmtp;
  const fixture = {} as MailFixture;
  beforeAll(async () => {
    Object.assign(smtp, await startScriptedSmtp({ ...(script && { script }) }));
    Object.assign(fixture, await openMailFixture(smtp.url, env));
  });
  beforeEach(() => fixture.clock.set(start));
  afterAll(() => fixture.close());

  const keys = () => fixture.deps.settings.keys;
  const optOutOf = (poll: { readonly id: bigint }, address: string) => ({
    pollId: poll.id,
    addressKey: addressKey(keys().initialAddresses.signing, "opted out", address),
  });
  return {
    smtp,
    fixture,
    keys,
    /** Sends one mail of a kind. Undefined if it was not sent. */
    async sent(
      data: { readonly kind: string; readonly address: string } & Record<string, unknown>,
    ) {
      const { id } = await fixture.db.prisma.mail.create({
        data: { language: "en", createdAt: fixture.clock.now(), ...data },
      });
      const before = smtp.taken.length;
      await fixture.run(id);
      return { id, state: await fixture.stateOf(id), mail: smtp.taken[before]?.mail };
    },
    /** The link of mails about a poll that ends them. */
    optOutLink: (poll: { readonly id: bigint }, address: string) =>
      `https://polls.example${optOutPath(keys().mailLinks.signing, optOutOf(poll, address))}`,
    optOut: (
      poll: { readonly id: bigint },
      address: string,
      scope: Parameters<typeof setOptOut>[2] = "poll",
    ) => setOptOut(fixture.db, optOutOf(poll, address), scope),
  };
}
