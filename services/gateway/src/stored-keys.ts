import type { KeyRing } from "@polls/config";
import type { Db } from "@polls/db/connection";
import { loadAddressKeys, loadStoredKey } from "@polls/db/tokens";
import type { Config } from "./config";
import type { DerivedKeys } from "./derived-keys";

/** Keys of HMACs by which rows are found: stored, because they must outlast each secret. */
export interface StoredKeys {
  /** For the user identifiers of anonymous users. */
  readonly userIdentifiers: string;
  /** For client addresses, with `participant_limitation_type` = `check_ip`. */
  readonly clientAddresses: string;
  /** For e-mail addresses: invitations, opt-outs and quotas. */
  readonly addresses: KeyRing;
}

/** Again after a failure. Not in a transaction, because it takes a connection. */
export type LoadStoredKeys = () => Promise<StoredKeys>;

export interface MailSettings extends Pick<Config, "keys" | "mailQuotas"> {
  readonly storedKeys: StoredKeys;
}

export function createStoredKeys(db: Db, { stored, initial }: DerivedKeys): LoadStoredKeys {
  let loaded: Promise<StoredKeys> | undefined;
  const load = (name: "userIdentifiers" | "clientAddresses"): Promise<string> =>
    loadStoredKey(db, name, stored, initial[name].signing);
  return () => {
    loaded ??= (async () => ({
      userIdentifiers: await load("userIdentifiers"),
      clientAddresses: await load("clientAddresses"),
      addresses: await loadAddressKeys(db, stored, initial.addresses),
    }))().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
