import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  type S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { checkedBody } from "./checked-body";
import { isKey, requireKey, requirePrefix } from "./keys";
import { measure, receive } from "./measure";
import {
  asS3Failure,
  connectS3,
  describeFailure,
  type S3Options,
  SILENCE_MS,
  s3Failure,
} from "./s3-client";
import { uploadFile } from "./s3-upload";
import type { ByteRange, Storage, StoredFile } from "./storage";
import { isStorageError, StorageError } from "./storage-error";

/** The time of a file for which the server tells none. No sweep removes such a file. */
const NEVER_OLD = new Date("9999-12-31T00:00:00Z");

/** The maximum number of keys that S3 lists or deletes in one request. */
const PAGE = 1_000;
/** Number of concurrent deletions where the server does not delete many at once. */
const DELETIONS_AT_ONCE = 8;
/** The most bytes that are read and dropped to reach a part, where the server ignores ranges. */
const SKIP_MAX_BYTES = 1024 * 1024 * 1024;

/** Storage in a bucket of an S3-compatible server. An upload is visible when it is complete. */
export async function openS3Storage(
  options: S3Options,
  { silenceMs = SILENCE_MS }: { readonly silenceMs?: number } = {},
): Promise<Storage> {
  const client = connectS3(options, silenceMs);
  const { bucket: Bucket, checksums } = options;
  let origin: Promise<string> | undefined;
  const check = () =>
    asS3Failure("reach the bucket", async () => {
      await client.send(new HeadBucketCommand({ Bucket }));
    });
  /** Runs a request for one file. Rejects with `missing` only if the bucket exists. */
  const askForFile = async <Result>(what: string, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await asS3Failure(what, run, "missing");
    } catch (error) {
      if (isStorageError(error, "missing") && describeFailure(error.cause).name !== "NoSuchKey") {
        await check();
      }
      throw error;
    }
  };
  const removeKey = async (Key: string) => {
    try {
      await askForFile("remove a file", () =>
        client.send(new DeleteObjectCommand({ Bucket, Key })),
      );
    } catch (error) {
      if (!isStorageError(error, "missing")) throw error;
    }
  };

  return {
    async put(key, content, { contentType, maxBytes, expectedBytes = maxBytes, signal }) {
      requireKey(key);
      const measured = measure(maxBytes);
      const target = {
        client,
        bucket: Bucket,
        key,
        contentType,
        checksums,
        expectedBytes,
        stopSource: (error: Error) => void measured.stream.destroy(error),
      };
      return receive(content, measured, (chunks) => uploadFile(target, chunks), signal);
    },

    async open(key, range) {
      const Key = requireKey(key);
      const Range = rangeHeader(range);
      const answer = await askForFile("read a file", () =>
        client.send(new GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) })),
      );
      return readBody(answer, range, silenceMs);
    },

    async stat(key) {
      const Key = requireKey(key);
      try {
        return await askForFile("look at a file", async () => {
          const found = await client.send(new HeadObjectCommand({ Bucket, Key }));
          return storedFile(key, found.ContentLength, found.LastModified);
        });
      } catch (error) {
        if (isStorageError(error, "missing")) return undefined;
        throw error;
      }
    },

    remove: async (key) => removeKey(requireKey(key)),

    async removePrefix(prefix) {
      const removeAll = async (keys: readonly string[]) => {
        const left = await removeMany(client, Bucket, keys);
        for (let at = 0; at < left.length; at += DELETIONS_AT_ONCE) {
          await Promise.all(left.slice(at, at + DELETIONS_AT_ONCE).map(removeKey));
        }
      };
      let keys: string[] = [];
      for await (const { key } of listBucket(client, Bucket, requirePrefix(prefix))) {
        keys.push(key);
        if (keys.length < PAGE) continue;
        await removeAll(keys);
        keys = [];
      }
      await removeAll(keys);
    },

    async *list(prefix, onForeign) {
      for await (const file of listBucket(client, Bucket, requirePrefix(prefix))) {
        if (isKey(file.key)) yield file;
        else onForeign?.(file.key);
      }
    },

    async signedUrl(key, { method, signedAt, expiresInSeconds, ...says }) {
      const input = {
        Bucket,
        Key: requireKey(key),
        ResponseContentType: says.contentType,
        ResponseContentDisposition: says.disposition,
        ResponseCacheControl: says.cacheControl,
      };
      const command =
        method === "HEAD" ? new HeadObjectCommand(input) : new GetObjectCommand(input);
      return getSignedUrl(client, command, {
        signingDate: signedAt,
        expiresIn: await secondsOfAddress(client, signedAt, expiresInSeconds),
      });
    },

    signedOrigin() {
      origin ??= getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "none" })).then(
        (address) => new URL(address).origin,
        (error: unknown) => {
          origin = undefined;
          throw error;
        },
      );
      return origin;
    },

    async removeUnfinished(prefix, before) {
      for await (const upload of unfinishedUploads(client, Bucket, requirePrefix(prefix))) {
        const { Key, UploadId, Initiated } = upload;
        if (Initiated === undefined || Initiated >= before) continue;
        const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
        await asS3Failure("give up an upload", () => client.send(command), "missing").catch(
          (error) => {
            // Another process has completed or aborted the upload.
            if (!isStorageError(error, "missing")) throw error;
          },
        );
      }
    },

    check,

    close: async () => client.destroy(),
  };
}

/** All objects under a prefix, also those with foreign names. */
async function* listBucket(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncIterable<StoredFile> {
  let ContinuationToken: string | undefined;
  do {
    const page = await asS3Failure("list files", () =>
      client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix,
          MaxKeys: PAGE,
          // A foreign name may have characters that XML does not allow.
          EncodingType: "url",
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        }),
      ),
    );
    const nameOf = page.EncodingType === "url" ? decodeName : (name: string) => name;
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined) yield storedFile(nameOf(Key), Size, LastModified);
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

const decodeName = (name: string): string => decodeURIComponent(name.replaceAll("+", "%20"));

async function* unfinishedUploads(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncIterable<MultipartUpload> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined =
    {};
  while (marker !== undefined) {
    const page: ListMultipartUploadsCommandOutput = await asS3Failure("list uploads", () =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker })),
    );
    yield* page.Uploads ?? [];
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    // Without a marker, the next page would be the first one again.
    marker = IsTruncated && KeyMarker !== undefined ? { KeyMarker, UploadIdMarker } : undefined;
  }
}

/** Answers of servers that do not delete many objects in one request. */
const DELETES_ONE_BY_ONE: readonly unknown[] = [400, 405, 501];

/** Deletes objects in one request. Returns the keys that must be deleted one by one. */
async function removeMany(
  client: S3Client,
  Bucket: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  try {
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    return Errors.flatMap(({ Code, Key }) =>
      Code === "NoSuchKey" || Key === undefined ? [] : [Key],
    );
  } catch (error) {
    const { name, status } = describeFailure(error);
    if (DELETES_ONE_BY_ONE.includes(status) || name === "NoSuchKey") return keys;
    throw s3Failure("remove files", error);
  }
}

/** A server may ignore the range, and send the whole file. */
function readBody(
  { Body, $metadata, ContentLength, ContentRange }: GetObjectCommandOutput,
  range: ByteRange | undefined,
  silenceMs: number,
): Readable {
  const body = Body as Readable;
  const { start = 0, end } = range ?? {};
  if ($metadata.httpStatusCode !== 206) {
    const bytes = end === undefined ? undefined : end - start + 1;
    const left = ContentLength === undefined ? undefined : Math.max(0, ContentLength - start);
    if (start > SKIP_MAX_BYTES) {
      body.destroy();
      throw unlikeRange("the server ignores the range, and the part begins too late");
    }
    return checkedBody(body, {
      skip: start,
      ...(bytes === undefined ? {} : { take: bytes }),
      length: left === undefined ? undefined : Math.min(left, bytes ?? left),
      silenceMs,
    });
  }
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(ContentRange ?? "") ?? [];
  const lastOfFile = total === undefined || total === "*" ? undefined : Number(total) - 1;
  const wanted = Math.min(end ?? Number.POSITIVE_INFINITY, lastOfFile ?? Number(last));
  if (Number(first) !== start || Number(last) !== wanted) {
    body.destroy();
    throw unlikeRange("the server sent another part than was requested");
  }
  return checkedBody(body, { length: wanted - start + 1, silenceMs });
}

const unlikeRange = (reason: string) =>
  new StorageError("unavailable", `The storage server refused to read a file: ${reason}`);

/** An address ends with the temporary credentials that signed it. */
async function secondsOfAddress(
  client: S3Client,
  signedAt: Date,
  seconds: number,
): Promise<number> {
  const { expiration } = await client.config.credentials();
  if (expiration === undefined) return seconds;
  const left = Math.floor((expiration.getTime() - signedAt.getTime()) / 1_000);
  return Math.max(1, Math.min(seconds, left));
}

const storedFile = (key: string, size: number | undefined, modified: Date | undefined) => ({
  key,
  byteSize: size ?? 0,
  modifiedAt: modified ?? NEVER_OLD,
});

function rangeHeader({ start, end }: ByteRange = {}): string | undefined {
  if (start === undefined && end === undefined) return undefined;
  return `bytes=${start ?? 0}-${end ?? ""}`;
}
