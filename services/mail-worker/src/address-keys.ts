import { loadAddressKeys } from "@polls/db/tokens";
import type { MailDeps } from "./deps";

/** The keys of opt-outs. The gateway uses the same keys. */
export const addressKeysOf = (
  db: MailDeps["db"],
  { keys }: MailDeps["settings"],
): ReturnType<typeof loadAddressKeys> => loadAddressKeys(db, keys.stored, keys.initialAddresses);
