import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { NamedFile } from "@polls/db";
import { isStorageError, type PutReceipt, type Storage } from "@polls/storage";
import { CommandFailure } from "../command";

/** The number of files that are copied or read concurrently. */
const AT_ONCE = 8;

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

/** Whether a storage has a file with the right content. Reads all of it. */
export async function hasContent(storage: Storage, file: NamedFile): Promise<boolean> {
  try {
    return isContentOf(file, await receiptOf(await storage.open(file.key)));
  } catch (error) {
    if (isStorageError(error, "missing")) return false;
    throw error;
  }
}

/** The keys and sizes of the files below a prefix. */
export async function sizesBelow(storage: Storage, prefix = ""): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, byteSize } of storage.list(prefix)) sizes.set(key, byteSize);
  return sizes;
}

/** The result of copying files. */
export interface Copied {
  readonly files: number;
  readonly bytes: number;
  /** Keys that the source does not have, or has with other content. */
  readonly lost: readonly string[];
}

/**
 * Copies the files that a target lacks, and verifies each. The content of a key never changes, so a
 * file of the right size is the same file. `sizes` has the files of the target, and is updated.
 */
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
    const { key, contentType } = file;
    try {
      const receipt = await to.put(key, await from.open(key), { contentType });
      if (!isContentOf(file, receipt)) {
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
