import {
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  type S3Client,
} from "@aws-sdk/client-s3";
import { asS3Failure, describeFailure, s3Failure } from "./s3-client";
import type { StoredFile } from "./storage";

/** The maximum number of keys that S3 lists or deletes in one request. */
export const PAGE = 1_000;

/** The time of a file for which the server tells none. No sweep removes such a file. */
const NEVER_OLD = new Date("9999-12-31T00:00:00Z");

/** A file as S3 describes it. */
export const storedFile = (key: string, size: number | undefined, modified: Date | undefined) => ({
  key,
  byteSize: size ?? 0,
  modifiedAt: modified ?? NEVER_OLD,
});

/** All objects under a prefix, also those with foreign names. */
export async function* listBucket(
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

/** The uploads under a prefix that are neither completed nor aborted. */
export async function* unfinishedUploads(
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
export async function removeMany(
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
