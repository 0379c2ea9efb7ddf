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
import type { Outcome, Upload } from "./uploads";

/** The files of one request, from the first byte to the end of the request. */
export interface UploadStore {
  /**
   * Stores a stream and tells what it is by its content. Throws 413 where it has more bytes than its
   * kind may have, 422 for what is of no format that is taken or broken, 503 when the storage is away
   * or full. Other caps hang on what the file is for, which is not known here.
   */
  readonly add: (
    content: Readable,
    options: { readonly fileName?: string | undefined; readonly signal?: AbortSignal },
  ) => Promise<Upload>;
  readonly discard: (outcome: Outcome) => Promise<void>;
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

    async discard(outcome) {
      const doomed = [...stored].filter((key) => outcome === "rolled_back" || !kept.has(key));
      for (const key of doomed) {
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

/** Throws 413 where a file exceeds the hard cap of what it is used as (decisions 11). */
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

/** The stored file as what looks into it wants to read it. */
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

/** A storage that refuses is 413 or 503; anything else goes on as it is. */
async function toProblem<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    if (isStorageError(error, "too_large")) throw tooLarge(capSentences.bytes);
    if (isStorageError(error)) throw unavailable("Files cannot be stored now", RETRY_AFTER_SECONDS);
    throw error;
  }
}
