import { findOptOutsOf } from "@polls/db/participants";
import { addressKey, optOutPath } from "@polls/db/tokens";
import { addressKeysOf, type MailDeps } from "../deps";
import { wordsIn } from "../languages";
import type { MailContent, MailOf } from "./template";

/** The link where the address opts out of invitations to the poll, unless it already has. */
export async function optOutLink(
  { db, settings }: Pick<MailDeps, "db" | "settings">,
  pollId: bigint,
  { address, language }: Pick<MailOf<"invitation">, "address" | "language">,
  label = wordsIn(language).optOut,
): Promise<MailContent["unsubscribe"]> {
  const { signing, all } = await addressKeysOf(db, settings);
  const [scope] = await findOptOutsOf(db, pollId, all, [address]);
  if (scope !== "none") return undefined;
  const optOut = { pollId, addressKey: addressKey(signing, "opted out", address) };
  return { label, url: settings.baseUrl.url(optOutPath(settings.keys.mailLinks.signing, optOut)) };
}
