import { type Db, loadStoredKey } from "@polls/db";
import type { DerivedKeys } from "./derived-keys";

/** Keys of HMACs that rows are found by, so that they outlast each secret of the deployment. */
export interface StoredKeys {
  /** User identifiers of anonymous users. */
  readonly userIdentifiers: string;
  /** Client addresses, for `participant_limitation_type` = `check_ip`. */
  readonly clientAddresses: string;
}

/** Reads the keys of a deployment once; after a failure it reads them again. */
export type LoadStoredKeys = () => Promise<StoredKeys>;

export function createStoredKeys(db: Db, keys: DerivedKeys): LoadStoredKeys {
  let loaded: Promise<StoredKeys> | undefined;
  const load = async (name: "userIdentifiers" | "clientAddresses"): Promise<string> =>
    loadStoredKey(db, name, keys.stored, keys[name].signing);
  return () => {
    loaded ??= (async () => ({
      userIdentifiers: await load("userIdentifiers"),
      clientAddresses: await load("clientAddresses"),
    }))().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
