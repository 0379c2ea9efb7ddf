import { findOptOutsOf } from "@polls/db/participants";
import { addressKey, optOutPath } from "@polls/db/tokens";
import { addressKeysOf, type MailDeps } from "../deps";

/** Where the address opts out of invitations to the poll, unless it already has. */
export async function optOutUrl(
  { db, settings }: Pick<MailDeps, "db" | "settings">,
  pollId: bigint,
  address: string,
): Promise<string | undefined> {
  const { signing, all } = await addressKeysOf(db, settings);
  const [scope] = await findOptOutsOf(db, pollId, all, [address]);
  if (scope !== "none") return undefined;
  const optOut = { pollId, addressKey: addressKey(signing, "opted out", address) };
  return settings.baseUrl.url(optOutPath(settings.keys.mailLinks.signing, optOut));
}
