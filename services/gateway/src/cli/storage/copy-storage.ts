import type { NamedFile } from "@polls/db/backup";
import { type Db, deploymentId } from "@polls/db/connection";
import {
  digestInKey,
  isFileKey,
  MOVED,
  openStorage,
  readOwner,
  type Storage,
  type StoredFile,
  withinPrefix,
  writeOwner,
} from "@polls/storage";
import type { StoragePlace } from "../backup/environment";
import { copyLacking, sizesBelow } from "../backup/files";
import { CommandFailure } from "../command/command";

const BATCH = 500;

export interface CopiedStorage {
  readonly files: number;
  readonly copied: number;
  readonly copied_bytes: number;
  /** Files whose content is not that of their row. They are not copied. */
  readonly damaged: readonly string[];
  /** Whether the new place is the storage now. */
  readonly switched: boolean;
  readonly seconds: number;
}

export interface CopyOptions {
  readonly db: Db;
  readonly shards: readonly Db[];
  readonly from: StoragePlace;
  readonly to: StoragePlace;
  readonly isSwitch: boolean;
}

/**
 * Copies the files that the new place lacks. A switch copies most of them first. Then the old place
 * takes no more files: an upload whose file is not there yet is refused, and the client tries it
 * again. The rest is copied, and the new place gets the deployment as its owner.
 */
export async function copyStorage(options: CopyOptions): Promise<CopiedStorage> {
  const begun = performance.now();
  const opened = await Promise.all([openPlace(options.from), openPlace(options.to)]);
  const [from, to] = opened;
  try {
    const deployment = await deploymentId(options.db);
    await requirePlaces({ from, to, deployment });
    const sizes = await sizesBelow(to);
    const copy = () => copyAll(options.shards, { from, to, sizes });
    let done = await copy();
    if (options.isSwitch) {
      await writeOwner(from, MOVED);
      const { copied, copied_bytes } = done;
      done = await copy().catch((error: unknown) => {
        throw new CommandFailure(
          `Uploads are refused until the switch is done: start the command again, or undo it with ops storage adopt. ${(error as Error).message}`,
          { cause: error },
        );
      });
      done = {
        ...done,
        copied: copied + done.copied,
        copied_bytes: copied_bytes + done.copied_bytes,
      };
      await writeOwner(to, deployment);
    }
    const seconds = Math.round(performance.now() - begun) / 1_000;
    return { ...done, switched: options.isSwitch, seconds };
  } finally {
    await Promise.all(opened.map((storage) => storage.close()));
  }
}

const openPlace = async ({ location, prefix }: StoragePlace): Promise<Storage> =>
  withinPrefix(await openStorage(location), prefix);

/** Throws unless both places belong to the deployment, or have no owner. */
async function requirePlaces({
  from,
  to,
  deployment,
}: {
  readonly from: Storage;
  readonly to: Storage;
  readonly deployment: string;
}): Promise<void> {
  for (const [name, place] of [
    ["from", from],
    ["to", to],
  ] as const) {
    const owner = await readOwner(place);
    if (owner === undefined || owner === MOVED || owner === deployment) continue;
    throw new CommandFailure(`The place of --${name} belongs to another deployment (${owner})`);
  }
}

/** Copies all files of a storage, also those whose rows are not written yet. */
async function copyAll(
  shards: readonly Db[],
  places: {
    readonly from: Storage;
    readonly to: Storage;
    readonly sizes: Map<string, number>;
  },
): Promise<Omit<CopiedStorage, "switched" | "seconds">> {
  const damaged: string[] = [];
  let [files, copied, bytes] = [0, 0, 0];
  let batch: StoredFile[] = [];
  const copyBatch = async () => {
    const done = await copyLacking(await namedFiles(shards, batch), places);
    files += batch.length;
    copied += done.files;
    bytes += done.bytes;
    for (const key of done.lost) {
      // A file may be deleted while it is copied.
      if ((await places.from.stat(key)) !== undefined) damaged.push(key);
    }
    batch = [];
  };
  for await (const file of places.from.list("")) {
    if (isFileKey(file.key)) batch.push(file);
    if (batch.length === BATCH) await copyBatch();
  }
  await copyBatch();
  return { files, copied, copied_bytes: bytes, damaged: damaged.toSorted() };
}

/** The files with what their rows say. A file without a row is what the storage says. */
async function namedFiles(
  shards: readonly Db[],
  files: readonly StoredFile[],
): Promise<readonly NamedFile[]> {
  const keys = files.map(({ key }) => key);
  const rows = await Promise.all(
    shards.map(({ prisma }) =>
      prisma.attachment.findMany({
        where: { storageKey: { in: keys } },
        select: { storageKey: true, sha256: true },
      }),
    ),
  );
  const digests = new Map(rows.flat().map(({ storageKey, sha256 }) => [storageKey, sha256]));
  return files.map(({ key, byteSize }) => ({
    key,
    byteSize,
    contentType: "application/octet-stream",
    sha256: digests.get(key) ?? digestInKey(key) ?? "",
  }));
}
