import { createHash } from "node:crypto";
import { addAbortSignal, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileCountProblem, kindProblem, sizeProblem } from "@polls/domain/options";
import { Invalid, type ProblemSentence } from "@polls/domain/refusals";
import {
  type Advice,
  adviceFor,
  type ByteSource,
  exceededCap,
  formats,
  inspectMedia,
  type MediaKind,
  nameForeignFormat,
  SNIFF_BYTES,
  sniffFormat,
} from "@polls/media";
import {
  type ByteRange,
  isStorageError,
  newOriginalKey,
  type Storage,
  StorageError,
} from "@polls/storage";
import type { Deps } from "../../deps";
import { tooLarge, unavailable } from "../replies/problem";
import { readHead } from "../request/read-head";
import { type FileRule, kindOfMedia } from "./file-rule";
import type { TransactionEnd, Upload } from "./uploads";

export type TakeFile<File> = (
  content: Readable,
  options: { readonly fileName?: string | undefined; readonly signal?: AbortSignal },
) => Promise<File>;

/** Refuses a request before its files are read, or returns the function that takes them. */
export type AdmitFiles<File> = () => Promise<TakeFile<File>>;

export interface UploadStore {
  /**
   * Returns a function that stores a stream and detects its format by its content. It throws 413 if
   * the file is larger than its kind allows, 422 for an unknown format or a broken file, and 503 if
   * the storage is full or fails. Caps that depend on the use of the file are not checked here.
   * `rule` applies from the first byte of each file. Without it, all formats that the service
   * supports are accepted.
   */
  readonly accept: (rule?: FileRule) => TakeFile<Upload>;
  /** Removes the files that no row names. After an unknown end the kept files stay. */
  readonly discard: (end: TransactionEnd) => Promise<void>;
}

const MEGABYTE = 1_000_000;
const RETRY_AFTER_SECONDS = 10;

type StoreDeps = Pick<Deps, "config" | "storage" | "log">;

export function openUploadStore({ config, storage, log }: StoreDeps): UploadStore {
  /** The stored files, and whether each is kept. */
  const stored = new Map<string, boolean>();
  const caps = config.mediaCaps;

  function accept(rule: FileRule | undefined): TakeFile<Upload> {
    let added = 0;
    let bytesLeft = rule?.bytesLeft ?? Number.POSITIVE_INFINITY;
    return async (content, { fileName, signal }) => {
      added += 1;
      if (rule !== undefined && added > rule.maxFiles) {
        throw new Invalid({ [rule.filesKey]: [fileCountProblem(rule.maxFiles)] });
      }
      if (rule?.kinds.length === 0) throw refused(kindProblem(rule.kinds));
      const { head, whole } = await readHead(content, SNIFF_BYTES);
      if (head.length === 0) throw refused("is empty");
      const foreign = nameForeignFormat(head);
      if (foreign !== undefined) throw unsupportedFormat(foreign, rule);
      const format = sniffFormat(head);
      if (format === undefined) throw unsupported(rule);
      if (bytesLeft <= 0) throw storageIsUsedUp();
      const { kind } = formats[format];
      if (rule !== undefined && !mayBe(kind, rule)) throw refused(kindProblem(rule.kinds));
      const cap = caps.maxBytes[kind];
      const limit = (rule?.maxMegabytes ?? Number.POSITIVE_INFINITY) * MEGABYTE;
      const storageKey = newOriginalKey();
      stored.set(storageKey, false);
      const { byteSize, sha256 } = await toProblem(
        storage.put(storageKey, whole, {
          contentType: "application/octet-stream",
          maxBytes: Math.min(cap, limit, bytesLeft),
          ...(signal === undefined ? {} : { signal }),
        }),
        () =>
          bytesLeft < Math.min(cap, limit)
            ? storageIsUsedUp()
            : limit < cap && rule?.maxMegabytes !== undefined
              ? refused(sizeProblem(rule.maxMegabytes))
              : tooLarge(capSentences.bytes),
      );
      bytesLeft -= byteSize;
      const inspection = await toProblem(inspectMedia(storedBytes(storage, storageKey, byteSize)));
      if (!inspection.ok) {
        if (inspection.problem === "unsupported") throw unsupportedFormat(inspection, rule);
        throw inspection.problem === "unknown"
          ? unsupported(rule)
          : refused("is broken or incomplete");
      }
      const { transparent: _, ...media } = inspection.media;
      return {
        storageKey,
        byteSize,
        sha256,
        ...media,
        ...(fileName === undefined ? {} : { fileName }),
        keep: () => stored.set(storageKey, true),
      };
    };
  }

  return {
    accept,
    async discard(end) {
      for (const [key, isKept] of stored) {
        if (isKept && end !== "rolled_back") continue;
        await storage.remove(key).catch((error: unknown) => {
          log.warn(
            { err: error },
            "an unused upload could not be removed; the sweep of orphans will do it",
          );
        });
      }
    },
  };
}

/** Digests a file of a repeated request, and stores nothing. Throws 413 above the largest cap. */
export const digestFile =
  ({ config }: Pick<Deps, "config">): TakeFile<Pick<Upload, "sha256">> =>
  async (content, { signal }) => {
    if (signal !== undefined) addAbortSignal(signal, content);
    const hash = createHash("sha256");
    let bytesLeft = Math.max(...Object.values(config.mediaCaps.maxBytes));
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) throw tooLarge(capSentences.bytes);
      hash.update(chunk);
    }
    return { sha256: hash.digest("hex") };
  };

/** The quota of the poll's owner is used up (docs/reference/media.md#storage-quota). */
export const storageIsUsedUp = () =>
  new Invalid(
    { attachment: ["does not fit into the storage of the poll's owner"] },
    "storage_quota_reached",
  );

const isWanted =
  (rule: FileRule | undefined) =>
  (kind: MediaKind): boolean =>
    rule?.kinds.includes(kindOfMedia[kind]) ?? true;

const formatNames = (rule: FileRule | undefined): string =>
  Object.entries(formats)
    .filter(([, { kind }]) => isWanted(rule)(kind))
    .map(([name]) => name.toUpperCase())
    .join(", ");

const unsupported = (rule: FileRule | undefined): Invalid =>
  refused(`has an unsupported format. Supported formats: ${formatNames(rule)}`);

/** The refusal of a known format or codec. It advises only what the rule allows. */
function unsupportedFormat(
  { detail, advice }: { readonly detail: string; readonly advice: Advice },
  rule: FileRule | undefined,
): Invalid {
  const todo = adviceFor(advice, isWanted(rule));
  return refused(`${detail} is not supported: ${todo ?? `choose a file in ${formatNames(rule)}`}`);
}

const refused = (sentence: ProblemSentence) =>
  new Invalid({ attachment: [sentence] }, "unusable_file");

/** An MP4 file is audio or video. Only the whole file shows which. */
const mayBe = (kind: MediaKind, { kinds }: FileRule): boolean =>
  kinds.includes(kindOfMedia[kind]) || (kind === "video" && kinds.includes("audio"));

/** Throws 413 if a file exceeds the hard cap of its use (docs/reference/media.md#hard-caps). */
export function refuseAboveCap(
  file: Parameters<typeof exceededCap>[1],
  as: MediaKind,
  { config }: Pick<Deps, "config">,
): void {
  const cap = exceededCap(config.mediaCaps, file, as);
  if (cap !== undefined) throw tooLarge(capSentences[cap]);
}

const capSentences = {
  bytes: "The file is larger than this service accepts",
  pixels: "The image has more pixels than this service accepts",
  memory:
    "The image needs more memory to decode than this service has; save it smaller, as a PNG that is not interlaced (which keeps transparency), or as a JPEG that is not progressive",
  duration: "The video is longer than this service accepts",
} as const;

/** The stored file as the source that the inspection reads. */
function storedBytes(storage: Storage, key: string, byteSize: number): ByteSource {
  return {
    byteSize,
    async read(start, length) {
      if (start >= byteSize || length <= 0) return new Uint8Array();
      const end = Math.min(start + length, byteSize) - 1;
      const read = () => readPart(storage, key, { start, end });
      // A broken connection should not cost the client the whole upload.
      return read().catch((error: unknown) => {
        if (isStorageError(error, "unavailable")) return read();
        throw error;
      });
    },
  };
}

/** A part that arrives incompletely says nothing about the file. */
async function readPart(
  storage: Storage,
  key: string,
  { start, end }: Required<ByteRange>,
): Promise<Buffer> {
  const bytes = await buffer(await storage.open(key, { start, end }));
  const expected = end - start + 1;
  if (bytes.length === expected) return bytes;
  throw new StorageError(
    "unavailable",
    `A part of a stored file arrived with ${bytes.length} of ${expected} bytes`,
  );
}

/** Converts errors of the storage to 413 or 503. */
async function toProblem<Result>(
  operation: Promise<Result>,
  whenTooLarge: () => Error = () => tooLarge(capSentences.bytes),
): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    if (isStorageError(error, "too_large")) throw whenTooLarge();
    if (isStorageError(error)) {
      throw unavailable("Files cannot be stored now", RETRY_AFTER_SECONDS, error);
    }
    throw error;
  }
}
