import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Storage } from "./storage";
import { isStorageError, StorageError } from "./storage-error";

/** The file that names the deployment to which a storage belongs. It is no file of a client. */
const OWNER_KEY = "deployment.json";

/** The owner of a storage whose files were moved to another place. */
export const MOVED = "moved";

/**
 * The id of the deployment that has a storage, or `moved`. Undefined before its first use. An
 * unreadable file belongs to an unknown deployment.
 */
export async function readOwner(storage: Storage): Promise<string | undefined> {
  try {
    const content: unknown = JSON.parse(await text(await storage.open(OWNER_KEY)));
    if (typeof content === "object" && content !== null && "deployment" in content) {
      return String(content.deployment);
    }
    return "unknown";
  } catch (error) {
    if (isStorageError(error, "missing")) return undefined;
    if (error instanceof SyntaxError) return "unknown";
    throw error;
  }
}

/** Makes a deployment the owner of a storage, also if another one has it. */
export async function writeOwner(storage: Storage, deployment: string): Promise<void> {
  const content = `${JSON.stringify({ deployment })}\n`;
  await storage.put(OWNER_KEY, Readable.from([Buffer.from(content)]), {
    contentType: "application/json",
  });
}

/** Makes a deployment the owner. Rejects with `foreign` if there is another one. */
async function claimStorage(storage: Storage, deployment: string): Promise<void> {
  let owner = await readOwner(storage);
  if (owner === undefined) {
    await writeOwner(storage, deployment);
    // Another deployment may have done so at the same time. The last one has it.
    owner = await readOwner(storage);
  }
  if (owner !== deployment) throw foreign(owner);
}

const foreign = (owner: string | undefined): StorageError =>
  new StorageError(
    "foreign",
    owner === MOVED
      ? "The files of this storage were moved to another place: set the variables of the storage to that place, or take this one back with ops storage adopt"
      : `The storage belongs to another deployment (${owner}): give each deployment its own S3_PREFIX or STORAGE_DIR, or take the storage over with ops storage adopt`,
  );

export interface OwnedStorageOptions {
  /** The id of this deployment. It is asked until it answers once. */
  readonly deployment: () => Promise<string>;
  /** Called when the storage turns out to belong to another deployment. */
  readonly onForeign?: (error: StorageError) => void;
}

export interface OwnedStorage extends Storage {
  /** Rejects with `foreign` if another deployment has the storage. Claims it at its first use. */
  requireOwner(): Promise<void>;
}

/** How long a process relies on what it has read about the owner. */
const OWNER_KNOWN_MS = 5_000;

/** The storage of one deployment. While it belongs to another one, it is only read. */
export function ownedStorage(storage: Storage, options: OwnedStorageOptions): OwnedStorage {
  const { onForeign = () => undefined } = options;
  let deployment: Promise<string> | undefined;
  let known: { readonly until: number; readonly result: Promise<void> } | undefined;
  let isForeign = false;

  const readId = () => {
    deployment ??= options.deployment().catch((error: unknown) => {
      deployment = undefined;
      throw error;
    });
    return deployment;
  };
  const look = async () => {
    try {
      await claimStorage(storage, await readId());
      isForeign = false;
    } catch (error) {
      known = undefined;
      if (isStorageError(error, "foreign") && !isForeign) {
        isForeign = true;
        onForeign(error);
      }
      throw error;
    }
  };
  const lookNow = () => {
    const result = look();
    known = { until: performance.now() + OWNER_KNOWN_MS, result };
    return result;
  };
  const requireOwner = () =>
    known !== undefined && performance.now() < known.until ? known.result : lookNow();

  return {
    ...storage,
    requireOwner,
    async put(key, content, putOptions) {
      try {
        await requireOwner();
      } catch (error) {
        content.destroy();
        throw error;
      }
      const receipt = await storage.put(key, content, putOptions);
      // A deployment that took the storage over in the meantime may not see the file.
      await lookNow();
      return receipt;
    },
    async remove(key) {
      await requireOwner();
      await storage.remove(key);
    },
    async removePrefix(prefix) {
      await requireOwner();
      await storage.removePrefix(prefix);
    },
    async removeUnfinished(prefix, before) {
      await requireOwner();
      await storage.removeUnfinished(prefix, before);
    },
    async check() {
      await requireOwner();
      await storage.check();
    },
  };
}

/** The storage belongs to another deployment. The name makes it an error of the configuration. */
class WrongStorage extends Error {
  override readonly name = "WrongSetting";
}

/**
 * Claims the storage at the start of a process. With the storage of another deployment none starts
 * in production; elsewhere it is only read. Other errors pass: the first use tries again.
 */
export async function claimAtStart(storage: OwnedStorage, production: boolean): Promise<void> {
  try {
    await storage.requireOwner();
  } catch (error) {
    if (production && isStorageError(error, "foreign")) throw new WrongStorage(error.message);
  }
}
