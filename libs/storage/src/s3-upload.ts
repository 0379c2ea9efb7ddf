import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { S3Options } from "./s3-client";
import { asS3Failure, describeFailure, s3Failure } from "./s3-client";

/** Larger parts are sent one at a time, so that memory is bounded. */
const CONCURRENT_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

export interface UploadTarget {
  readonly client: S3Client;
  readonly bucket: string;
  readonly key: string;
  readonly contentType: string;
  readonly checksums: S3Options["checksums"];
  readonly expectedBytes: number | undefined;
  /** Ends the source with an error. */
  readonly stopSource: (error: Error) => void;
}

/**
 * Stores a file, in parts if it is large, or throws the first error. After a failure the server
 * keeps nothing; if it also refuses to give up the upload, a sweep removes the parts. `@aws-sdk/lib-storage` has parts of
 * one size, hides the reason behind a failed abort, and fails where the answer to a completion is lost.
 */
export async function uploadFile(
  target: UploadTarget,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const parts = partsOf(chunks, target.expectedBytes);
  const first = await parts.next();
  if (first.done || first.value.isLast) return putWhole(target, first.value?.content);
  await putParts(target, first.value, parts);
}

interface Part {
  readonly number: number;
  readonly content: Buffer;
  readonly isLast: boolean;
}

/** Collects chunks to parts. Only the last part is smaller than its size. */
async function* partsOf(
  chunks: AsyncIterable<Buffer>,
  expectedBytes: number | undefined,
): AsyncGenerator<Part, undefined> {
  let number = 1;
  let held: Buffer[] = [];
  let bytes = 0;
  for await (let chunk of chunks) {
    for (;;) {
      const room = partSize(number, expectedBytes) - bytes;
      // A full part is passed on when more follows, so that the last part is known.
      if (chunk.length <= room) break;
      held.push(chunk.subarray(0, room));
      yield { number, content: Buffer.concat(held), isLast: false };
      chunk = chunk.subarray(room);
      number += 1;
      held = [];
      bytes = 0;
    }
    held.push(chunk);
    bytes += chunk.length;
  }
  yield { number, content: Buffer.concat(held), isLast: true };
  return undefined;
}

const STORE = "store a file";

async function putWhole(target: UploadTarget, content: Buffer = Buffer.alloc(0)): Promise<void> {
  const { client, bucket: Bucket, key: Key, contentType: ContentType } = target;
  const command = new PutObjectCommand({
    Bucket,
    Key,
    ContentType,
    Body: content,
    ContentLength: content.length,
  });
  await asS3Failure(STORE, () => client.send(command));
}

async function putParts(
  target: UploadTarget,
  first: Part,
  others: AsyncIterable<Part>,
): Promise<void> {
  const { client, bucket: Bucket, key: Key, contentType: ContentType, checksums } = target;
  const { UploadId } = await asS3Failure(STORE, () =>
    client.send(
      new CreateMultipartUploadCommand({
        Bucket,
        Key,
        ContentType,
        ...(checksums === "WHEN_SUPPORTED" ? { ChecksumAlgorithm: "CRC32" as const } : {}),
      }),
    ),
  );
  const upload = { Bucket, Key, UploadId };
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  const stored: CompletedPart[] = [];
  let byteSize = 0;

  const send = async ({ number, content }: Part) => {
    const { ETag, ChecksumCRC32 } = await asS3Failure(STORE, () =>
      client.send(
        new UploadPartCommand({
          ...upload,
          PartNumber: number,
          Body: content,
          ContentLength: content.length,
        }),
        { abortSignal: stop.signal },
      ),
    );
    stored.push({
      PartNumber: number,
      ETag,
      ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }),
    });
  };
  const start = async (part: Part) => {
    const most = part.content.length > CONCURRENT_BYTES ? 1 : PARTS_AT_ONCE;
    while (running.size >= most) await Promise.race(running);
    byteSize += part.content.length;
    const sent = send(part).finally(() => running.delete(sent));
    running.add(sent);
    sent.catch(target.stopSource);
  };

  try {
    await start(first);
    for await (const part of others) await start(part);
    await Promise.all(running);
    const Parts = stored.toSorted((a, b) => Number(a.PartNumber) - Number(b.PartNumber));
    await complete(
      target,
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
      byteSize,
    );
  } catch (error) {
    stop.abort();
    await Promise.allSettled(running);
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** A retry after a lost answer may get `NoSuchUpload`: then the object tells the outcome. */
async function complete(
  { client, bucket: Bucket, key: Key }: UploadTarget,
  command: CompleteMultipartUploadCommand,
  byteSize: number,
): Promise<void> {
  try {
    await client.send(command);
  } catch (error) {
    const { name, status } = describeFailure(error);
    const isUnknown = name === "NoSuchUpload" || status === undefined;
    if (isUnknown && (await isStored())) return;
    throw s3Failure(STORE, error);
  }

  async function isStored(): Promise<boolean> {
    const found = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(() => undefined);
    return found !== undefined && (found.ContentLength ?? byteSize) === byteSize;
  }
}

const MIB = 1024 * 1024;
const SMALLEST_BYTES = 8 * MIB;
const LARGEST_BYTES = 256 * MIB;

/** Some providers allow only 1,000 parts. A file of the expected size has fewer. */
const PARTS_EXPECTED = 800;
/** Parts of the same size. Some providers require it, so only a file of unexpected size has others. */
const PARTS_ALIKE = 850;
const PARTS_PER_DOUBLING = 30;

/**
 * The size of part `number` (from 1) in bytes; `expectedBytes` is an upper bound of the file, where
 * it is known. It grows, so that parts do not run out.
 */
export function partSize(number: number, expectedBytes = 0): number {
  const needed = Math.ceil(expectedBytes / PARTS_EXPECTED / MIB) * MIB;
  const base = Math.min(Math.max(SMALLEST_BYTES, needed), LARGEST_BYTES);
  const doublings = Math.max(0, Math.ceil((number - PARTS_ALIKE) / PARTS_PER_DOUBLING));
  return Math.min(base * 2 ** Math.min(doublings, 10), LARGEST_BYTES);
}
