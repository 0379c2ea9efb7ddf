import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Invalid } from "@polls/domain/refusals";
import {
  type ByteSource,
  exceededCap,
  formats,
  inspectMedia,
  type MediaKind,
  SNIFF_BYTES,
  sniffFormat,
} from "@polls/media";
import { isStorageError, newOriginalKey, type Storage } from "@polls/storage";
import type { Deps } from "../../deps";
import { tooLarge, unavailable } from "../replies/problem";
import { readHead } from "../request/read-head";
import type { TransactionEnd, Upload } from "./uploads";

/** The stored files of one request. */
export interface UploadStore {
  /**
   * Stores a stream and detects its format by its content. Throws 413 for more bytes than its kind may
   * have, 422 for an unknown format or a broken file, and 503 when the storage is full or fails. Other
   * caps depend on the use of the file, which is not known here.
   */
  readonly add: (
    content: Readable,
    options: { readonly fileName?: string | undefined; readonly signal?: AbortSignal },
  ) => Promise<Upload>;
  readonly discard: (end: TransactionEnd) => Promise<void>;
}

const RETRY_AFTER_SECONDS = 10;

export function openUploadStore({
  config,
  storage,
  log,
}: Pick<Deps, "config" | "storage" | "log">): UploadStore {
  const stored = new Set<string>();
  const kept = new Set<string>();
  const caps = config.mediaCaps;

  return {
    async add(content, { fileName, signal }) {
      const { head, whole } = await readHead(content, SNIFF_BYTES);
      const format = sniffFormat(head);
      if (format === undefined) throw unusable("unknown");
      const storageKey = newOriginalKey();
      stored.add(storageKey);
      const { byteSize, sha256 } = await toProblem(
        storage.put(storageKey, whole, {
          contentType: "application/octet-stream",
          maxBytes: caps.maxBytes[formats[format].kind],
          ...(signal === undefined ? {} : { signal }),
        }),
      );
      const inspection = await toProblem(inspectMedia(storedBytes(storage, storageKey, byteSize)));
      if (!inspection.ok) throw unusable(inspection.problem);
      const { transparent: _, ...media } = inspection.media;
      return {
        storageKey,
        byteSize,
        sha256,
        ...media,
        ...(fileName === undefined ? {} : { fileName }),
        keep: () => kept.add(storageKey),
      };
    },

    async discard(end) {
      const unused = [...stored].filter((key) => end === "rolled_back" || !kept.has(key));
      for (const key of unused) {
        await storage.remove(key).catch((error: unknown) => {
          log.warn({ err: error }, "an unused upload stays until the sweep of orphans");
        });
      }
    },
  };
}

const sentences = {
  unknown: "is of no format that is taken",
  broken: "is broken or incomplete",
} as const;

const unusable = (problem: keyof typeof sentences) =>
  new Invalid({ attachment: [sentences[problem]] }, "unusable_file");

/** Throws 413 where a file exceeds the hard cap of its use (docs/reference/media.md#hard-caps). */
export function refuseAboveCap(
  file: Parameters<typeof exceededCap>[1],
  as: MediaKind,
  { config }: Pick<Deps, "config">,
): void {
  const cap = exceededCap(config.mediaCaps, file, as);
  if (cap !== undefined) throw tooLarge(capSentences[cap]);
}

const capSentences = {
  bytes: "The file is larger than this service takes",
  pixels: "The image has more pixels than this service takes",
  memory:
    "The image takes more memory to open than this service has; save it smaller, or as a JPEG that is not progressive",
  duration: "The film is longer than this service takes",
} as const;

/** The stored file in the form that the inspection reads. */
function storedBytes(storage: Storage, key: string, byteSize: number): ByteSource {
  return {
    byteSize,
    async read(start, length) {
      if (start >= byteSize || length <= 0) return new Uint8Array();
      const end = Math.min(start + length, byteSize) - 1;
      return buffer(await storage.open(key, { start, end }));
    },
  };
}

/** Turns errors of the storage into 413 or 503. */
async function toProblem<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    if (isStorageError(error, "too_large")) throw tooLarge(capSentences.bytes);
    if (isStorageError(error)) throw unavailable("Files cannot be stored now", RETRY_AFTER_SECONDS);
    throw error;
  }
}
