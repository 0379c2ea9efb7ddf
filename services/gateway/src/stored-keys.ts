import type { KeyRing } from "@polls/config";
import { type Db, loadAddressKeys, loadStoredKey } from "@polls/db";
import type { Config } from "./config";
import type { DerivedKeys } from "./derived-keys";

/** Keys of HMACs that rows are found by, so that they outlast each secret of the deployment. */
export interface StoredKeys {
  /** User identifiers of anonymous users. */
  readonly userIdentifiers: string;
  /** Client addresses, for `participant_limitation_type` = `check_ip`. */
  readonly clientAddresses: string;
  /** E-mail addresses: invited ones, those that opted out, quotas. */
  readonly addresses: KeyRing;
}

/** Reads the keys of a deployment once; after a failure it reads them again. Not for a transaction: it takes a connection. */
export type LoadStoredKeys = () => Promise<StoredKeys>;

/** What queueing a mail needs of the deployment. */
export interface MailTerms extends Pick<Config, "keys" | "mailQuotas"> {
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
