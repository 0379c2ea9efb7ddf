import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { NamedFile } from "@polls/db/backup";
import { isFileKey, isStorageError, type PutReceipt, type Storage } from "@polls/storage";
import { CommandFailure } from "../command/command";

const AT_ONCE = 8;

/** How often a file is read before its content counts as different. */
const READS = 2;

/** Processes all items, a few concurrently. After a failure no further item is started. */
export async function forEachOf<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Measures the content of a stream and passes it on. */
export async function receiptOf(
  content: Readable,
  pass: (chunk: Buffer) => Promise<unknown> = async () => undefined,
): Promise<PutReceipt> {
  const hash = createHash("sha256");
  let byteSize = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    byteSize += chunk.length;
    await pass(chunk);
  }
  return { byteSize, sha256: hash.digest("hex") };
}

const isContentOf = (file: NamedFile, { byteSize, sha256 }: PutReceipt): boolean =>
  byteSize === file.byteSize && sha256.startsWith(file.sha256);

/** Whether a storage has a file with the right content. Reads all of it, a second time if it differs. */
export async function hasContent(storage: Storage, file: NamedFile): Promise<boolean> {
  try {
    for (let attempt = 1; attempt <= READS; attempt++) {
      if (isContentOf(file, await receiptOf(await storage.open(file.key)))) return true;
    }
    return false;
  } catch (error) {
    if (isStorageError(error, "missing")) return false;
    throw error;
  }
}

/** False: the source has other content than the row says. An incomplete arrival says nothing. */
async function copyFile(file: NamedFile, from: Storage, to: Storage): Promise<boolean> {
  const { key, contentType, byteSize: expectedBytes } = file;
  for (let attempt = 1; ; attempt++) {
    const receipt = await to.put(key, await from.open(key), { contentType, expectedBytes });
    if (isContentOf(file, receipt)) return true;
    if (attempt < READS) continue;
    const { byteSize = 0 } = (await from.stat(key)) ?? {};
    if (receipt.byteSize >= byteSize) return false;
    throw new CommandFailure(`${key} was sent incompletely by the storage, ${READS} times`);
  }
}

/** The keys and sizes of the files of a storage. Other names are foreign. */
export async function sizesBelow(
  storage: Storage,
  onForeign: (name: string) => void = () => undefined,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, byteSize } of storage.list("", onForeign)) {
    if (isFileKey(key)) sizes.set(key, byteSize);
    else onForeign(key);
  }
  return sizes;
}

export interface Copied {
  readonly files: number;
  readonly bytes: number;
  /** Keys that the source does not have, or has with other content. */
  readonly lost: readonly string[];
}

/** A file of the right size is the same file, as content never changes. `sizes` is updated. */
export async function copyLacking(
  files: readonly NamedFile[],
  {
    from,
    to,
    sizes,
  }: { readonly from: Storage; readonly to: Storage; readonly sizes: Map<string, number> },
): Promise<Copied> {
  const lacking = files.filter(({ key, byteSize }) => sizes.get(key) !== byteSize);
  const lost: string[] = [];
  let bytes = 0;
  await forEachOf(lacking, async (file) => {
    const { key } = file;
    try {
      if (!(await copyFile(file, from, to))) {
        await to.remove(key);
        lost.push(key);
        return;
      }
    } catch (error) {
      if (!isStorageError(error, "missing")) throw error;
      lost.push(key);
      return;
    }
    if (!(await hasContent(to, file)))
      throw new CommandFailure(`${key} was stored with other content than was written`);
    sizes.set(key, file.byteSize);
    bytes += file.byteSize;
  });
  return { files: lacking.length - lost.length, bytes, lost: lost.toSorted() };
}
