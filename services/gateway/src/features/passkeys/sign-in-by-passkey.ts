import { lockAccount } from "@polls/db/accounts";
import { inTransaction } from "@polls/db/sql";
import { Unauthenticated } from "@polls/domain/refusals";
import type { z } from "zod";
import type { Deps } from "../../deps";
import type { PageInput } from "../../pages/page-routes";
import { requireUnblocked } from "../accounts/create-account";
import { type SessionDeps, startSession } from "../page-sessions/account-session";
import { attemptCookie, cookieId } from "../page-sessions/signed-cookie";
import { useChallenge } from "./own-passkeys";
import { CHALLENGE_MS, challengeTime, newChallenge } from "./passkey-challenge";
import {
  challengeOf,
  handleOf,
  type PasskeyResponse,
  pageAddress,
  verifyPasskey,
} from "./verify-passkey";

const askedBy = (browser: string) => ({ purpose: "sign_in", browser }) as const;

/** What a browser needs to sign in. It is the same for all: the device knows whose passkeys it has. */
export const optionsToSignIn = (
  browser: string,
  deps: Pick<Deps, "clock" | "config" | "ownUrl">,
) => ({
  challenge: newChallenge(deps.config.keys, askedBy(browser), deps.clock()),
  rpId: pageAddress(deps).hostname,
  userVerification: "required",
  timeout: CHALLENGE_MS,
});

/** All refusals are alike, so that they do not tell which passkeys there are. */
export const refused = () =>
  new Unauthenticated("This passkey does not sign in here", "passkey_refused");

/** Returns the value of `Set-Cookie`. Throws 401, and 403 if the account is blocked. */
export async function signInByPasskey(
  credential: z.output<typeof PasskeyResponse>,
  browser: Pick<PageInput, "cookie" | "userAgent" | "now">,
  deps: SessionDeps & Pick<Deps, "db">,
): Promise<string> {
  const { cookie, now } = browser;
  const challenge = challengeOf(credential) ?? "";
  const purpose = askedBy(cookieId(attemptCookie, cookie, deps) ?? "");
  const issuedAt = challengeTime(deps.config.keys, challenge, purpose, now);
  if (issuedAt === undefined) throw refused();
  const address = pageAddress(deps);
  const credentialId = new Uint8Array(Buffer.from(credential.id, "base64url"));
  return inTransaction(deps.db, async (tx) => {
    const found = await tx.prisma.passkey.findUnique({
      where: { credentialId, host: address.hostname },
      select: { accountId: true, account: { select: { publicId: true } } },
    });
    // Prisma reads relations with a second query, and the account may be deleted between the two.
    if (found?.account == null) throw refused();
    const { accountId, account } = found;
    if (credential.response.userHandle !== handleOf(account.publicId)) throw refused();
    await lockAccount(tx, accountId);
    // Read again under the lock, because the count may have changed in the meantime.
    const passkey = await tx.prisma.passkey.findUnique({ where: { credentialId, accountId } });
    if (passkey === null) throw refused();
    const { id, publicKey } = passkey;
    const key = { publicKey, counter: Number(passkey.counter) };
    const counter = await verifyPasskey(credential, challenge, address, key);
    if (counter === undefined || !(await useChallenge(tx, accountId, issuedAt))) throw refused();
    requireUnblocked(accountId, deps);
    await tx.prisma.passkey.update({ where: { id }, data: { counter, lastUsedAt: now } });
    return startSession(tx, { ...browser, accountId, twoFactors: true }, deps);
  });
}
