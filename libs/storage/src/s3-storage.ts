import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { checkedBody } from "./checked-body";
import { isKey, requireKey, requirePrefix } from "./keys";
import { measure, receive } from "./measure";
import { asS3Failure, connectS3, describeFailure, type S3Options, SILENCE_MS } from "./s3-client";
import { listBucket, PAGE, removeMany, storedFile, unfinishedUploads } from "./s3-listing";
import { uploadFile } from "./s3-upload";
import type { ByteRange, Storage } from "./storage";
import { isStorageError, StorageError, unlessMissing } from "./storage-error";

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
  const removeKey = (Key: string) =>
    unlessMissing(
      askForFile("remove a file", () => client.send(new DeleteObjectCommand({ Bucket, Key }))),
    );

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
      const found = await unlessMissing(
        askForFile("look at a file", () => client.send(new HeadObjectCommand({ Bucket, Key }))),
      );
      return found && storedFile(key, found.ContentLength, found.LastModified);
    },

    async remove(key) {
      await removeKey(requireKey(key));
    },

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
        // Another process may have completed or aborted the upload.
        await unlessMissing(
          asS3Failure("give up an upload", () => client.send(command), "missing"),
        );
      }
    },

    check,

    close: async () => client.destroy(),
  };
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

function rangeHeader({ start, end }: ByteRange = {}): string | undefined {
  if (start === undefined && end === undefined) return undefined;
  return `bytes=${start ?? 0}-${end ?? ""}`;
}
