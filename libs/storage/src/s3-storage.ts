import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  type S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { DERIVATIVES, ORIGINALS, requireKey, requirePrefix } from "./keys";
import { measure } from "./measure";
import { connectS3, type S3Options } from "./s3-client";
import type { ByteRange, StoredFile, WholeStorage } from "./storage";
import { isStorageError, StorageError, type StorageFailure } from "./storage-error";

/** The time of a file for which the server tells none. No sweep removes such a file. */
const NEVER_OLD = new Date("9999-12-31T00:00:00Z");

/** The maximum number of keys that S3 lists or deletes in one request. */
const PAGE = 1_000;
const PART_BYTES = 8 * 1024 * 1024;
/** Number of concurrent parts of one upload. With `PART_BYTES` this bounds the memory. */
const PARTS_AT_ONCE = 2;

/** Storage in a bucket of an S3-compatible server. An upload is visible when it is complete. */
export async function openS3Storage(options: S3Options): Promise<WholeStorage> {
  const client = connectS3(options);
  const Bucket = options.bucket;
  let origin: Promise<string> | undefined;
  const check = () =>
    asStorageFailure("reach the bucket", async () => {
      await client.send(new HeadBucketCommand({ Bucket }));
    });
  /** Runs a request for one file. Rejects with `missing` only if the bucket exists. */
  const askForFile = async <Result>(what: string, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await asStorageFailure(what, run, "missing");
    } catch (error) {
      if (isStorageError(error, "missing") && describe(error.cause).name !== "NoSuchKey") {
        await check();
      }
      throw error;
    }
  };

  return {
    async put(key, content, { contentType, maxBytes, signal }) {
      requireKey(key);
      const { stream, receipt } = measure(maxBytes);
      const body = new PassThrough().on("error", () => {});
      const upload = new Upload({
        client,
        params: { Bucket, Key: key, Body: body, ContentType: contentType },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      });
      const feed = pipeline(content, stream, body, ...(signal ? [{ signal }] : []));
      /**
       * The failure of the server. If the source stream fails, the upload fails with that error
       * instead.
       */
      let failure: unknown;
      const stored = asStorageFailure("store a file", () => upload.done()).catch((error) => {
        const ofBytes = body.errored !== null && [error, error.cause].includes(body.errored);
        if (!ofBytes) failure = error;
        body.destroy(error);
        throw error;
      });
      // Both must end, so that the server keeps nothing of a failed upload. Each fails because of
      // the other.
      const endings = await Promise.allSettled([feed, stored]);
      for (const ending of endings) {
        if (ending.status === "fulfilled") continue;
        content.destroy();
        throw failure ?? ending.reason;
      }
      return receipt();
    },

    open: (key, range) =>
      askForFile("read a file", async () => {
        const Range = rangeHeader(range);
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket, Key: requireKey(key), ...(Range ? { Range } : {}) }),
        );
        return Body as Readable;
      }),

    async stat(key) {
      try {
        return await askForFile("look at a file", async () => {
          const found = await client.send(new HeadObjectCommand({ Bucket, Key: requireKey(key) }));
          return storedFile(key, found.ContentLength, found.LastModified);
        });
      } catch (error) {
        if (isStorageError(error, "missing")) return undefined;
        throw error;
      }
    },

    remove: (key) =>
      asStorageFailure("remove a file", async () => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: requireKey(key) }));
      }),

    async removePrefix(prefix) {
      let keys: string[] = [];
      for await (const { key } of listBucket(client, Bucket, requirePrefix(prefix))) {
        keys.push(key);
        if (keys.length < PAGE) continue;
        await removeKeys(client, Bucket, keys);
        keys = [];
      }
      await removeKeys(client, Bucket, keys);
    },

    list: (prefix) => listBucket(client, Bucket, requirePrefix(prefix)),

    signedUrl(key, { method, signedAt, expiresInSeconds, ...says }) {
      const asked = {
        Bucket,
        Key: requireKey(key),
        ResponseContentType: says.contentType,
        ResponseContentDisposition: says.disposition,
        ResponseCacheControl: says.cacheControl,
      };
      const command =
        method === "HEAD" ? new HeadObjectCommand(asked) : new GetObjectCommand(asked);
      return getSignedUrl(client, command, {
        signingDate: signedAt,
        expiresIn: expiresInSeconds,
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

    async removeUnfinished(before) {
      for (const prefix of [ORIGINALS, DERIVATIVES]) {
        for await (const upload of unfinishedUploads(client, Bucket, prefix)) {
          const { Key, UploadId, Initiated } = upload;
          if (Initiated === undefined || Initiated >= before) continue;
          const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
          await asStorageFailure("give up an upload", () => client.send(command), "missing").catch(
            (error) => {
              // Another process has completed or aborted the upload.
              if (!isStorageError(error, "missing")) throw error;
            },
          );
        }
      }
    },

    check,

    close: async () => client.destroy(),
  };
}

async function* listBucket(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncIterable<StoredFile> {
  let ContinuationToken: string | undefined;
  do {
    const page = await asStorageFailure("list files", () =>
      client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix,
          MaxKeys: PAGE,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        }),
      ),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined) yield storedFile(Key, Size, LastModified);
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

/** Unfinished multipart uploads under a prefix. */
async function* unfinishedUploads(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncIterable<MultipartUpload> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined =
    {};
  while (marker !== undefined) {
    const page: ListMultipartUploadsCommandOutput = await asStorageFailure("list uploads", () =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker })),
    );
    yield* page.Uploads ?? [];
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    // Without a marker, the next page would be the first one again.
    marker = IsTruncated && KeyMarker !== undefined ? { KeyMarker, UploadIdMarker } : undefined;
  }
}

async function removeKeys(client: S3Client, Bucket: string, keys: readonly string[]) {
  if (keys.length === 0) return;
  await asStorageFailure("remove files", async () => {
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({
        Bucket,
        Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
      }),
    );
    if (Errors.length > 0) {
      throw new StorageError("unavailable", `${Errors.length} files could not be removed`);
    }
  });
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

/**
 * Runs a request. Converts errors of the server to `StorageError`. `notFound` is the meaning of a
 * 404: without it, the bucket does not exist.
 */
async function asStorageFailure<Result>(
  what: string,
  run: () => Promise<Result>,
  notFound: StorageFailure = "unavailable",
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StorageError || error instanceof TypeError) throw error;
    const { name = "Error", status } = describe(error);
    const kind = status === 404 ? notFound : status === 507 ? "full" : "unavailable";
    throw new StorageError(
      kind,
      `The storage server did not let us ${what} (${name}${status ? `, ${status}` : ""})`,
      error,
    );
  }
}

/** Errors of the SDK have the HTTP status in a separate field. */
function describe(error: unknown): { name?: string; status?: number | undefined } {
  if (typeof error !== "object" || error === null) return {};
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return { ...(name === undefined ? {} : { name }), status: $metadata?.httpStatusCode };
}
