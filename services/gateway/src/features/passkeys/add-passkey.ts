import { takeMailsOfAccount } from "@polls/db/mails";
import { inTransaction } from "@polls/db/sql";
import { Invalid } from "@polls/domain/refusals";
import { queueNotice } from "@polls/jobs/outbox";
import { preferredLanguage } from "@polls/markup";
import type { z } from "zod";
import type { Deps } from "../../deps";
import type { AccountSession, SessionDeps } from "../page-sessions/account-session";
import {
  enterToChangePasskeys,
  ownPasskeys,
  requireRoom,
  storePasskey,
  useChallenge,
} from "./own-passkeys";
import { CHALLENGE_MS, challengeTime, newChallenge } from "./passkey-challenge";
import {
  algorithms,
  challengeOf,
  handleOf,
  type NewPasskeyResponse,
  pageAddress,
  verifyNewPasskey,
} from "./verify-passkey";

const askedBy = ({ id }: AccountSession) => ({ purpose: "add", browser: String(id) }) as const;

/** What the browser of a session needs to make a passkey. Throws 422 if the account has as many as it may. */
export async function optionsForNewPasskey(
  session: AccountSession,
  deps: Pick<Deps, "brand" | "config" | "db" | "ownUrl">,
  now: Date,
) {
  const { db, config, brand } = deps;
  const { id: accountId, email, name } = session.account;
  await requireRoom(db, accountId);
  const host = pageAddress(deps).hostname;
  const known = await ownPasskeys(db, accountId);
  const { publicId } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  return {
    challenge: newChallenge(config.keys, askedBy(session), now),
    rp: { id: host, name: brand.name ?? host },
    user: { id: handleOf(publicId), name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: known
      .filter((passkey) => passkey.host === host)
      .map(({ credentialId }) => ({
        type: "public-key",
        id: Buffer.from(credentialId).toString("base64url"),
      })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
    timeout: CHALLENGE_MS,
  };
}

export const unusable = () =>
  new Invalid({ base: ["This passkey cannot be used"] }, "passkey_unusable");

/** An account that is told about more passkeys a day has been told enough. */
const MAILS_OF_DAY = 20;

/** Also tells the account by mail. Throws 422 if the passkey cannot be used. */
export async function addPasskey(
  session: AccountSession,
  {
    name,
    credential,
    languages,
  }: {
    readonly name: string;
    readonly credential: z.output<typeof NewPasskeyResponse>;
    readonly languages: string | undefined;
  },
  deps: SessionDeps & Pick<Deps, "db" | "storedKeys" | "wakeRelay">,
  now: Date,
): Promise<void> {
  const challenge = challengeOf(credential) ?? "";
  const issuedAt = challengeTime(deps.config.keys, challenge, askedBy(session), now);
  const address = pageAddress(deps);
  const key = issuedAt && (await verifyNewPasskey(credential, challenge, address));
  if (issuedAt === undefined || key === undefined) throw unusable();
  const { id: accountId, email } = session.account;
  const { addresses } = await deps.storedKeys();
  await inTransaction(deps.db, async (tx) => {
    await enterToChangePasskeys(tx, { accountId, sessionId: session.id }, deps);
    await requireRoom(tx, accountId);
    const isStored =
      (await useChallenge(tx, accountId, issuedAt)) &&
      (await storePasskey(tx, { ...key, accountId, name, host: address.hostname, now }));
    if (!isStored) throw unusable();
    const quota = { key: addresses.signing, accountId, limit: MAILS_OF_DAY, day: now };
    if (!(await takeMailsOfAccount(tx, "passkeys", quota))) return;
    const language = preferredLanguage(languages);
    const mail = { accountId, since: now, address: email, language, now };
    await queueNotice(tx, "passkey_added", accountId, mail);
  });
  deps.wakeRelay();
}
