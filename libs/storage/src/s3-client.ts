import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { S3Client } from "@aws-sdk/client-s3";
import { isStorageError, StorageError, type StorageFailure } from "./storage-error";
import { transferMs } from "./transfer-time";

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** The default is AWS. */
  readonly endpoint?: string;
  /** By default the SDK finds them (instance role, shared configuration). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly forcePathStyle: boolean;
  /**
   * `WHEN_SUPPORTED` sends CRC32 trailers, which servers other than AWS refuse or store inside the
   * file. `WHEN_REQUIRED` sends an MD5 with every body, which all servers check.
   */
  readonly checksums: "WHEN_SUPPORTED" | "WHEN_REQUIRED";
}

const CONNECT_TIMEOUT_MS = 5_000;
/** The maximum silence within a request or a body. */
export const SILENCE_MS = 30_000;
const ATTEMPTS = 3;

/** Creates a client of one S3 server. `silenceMs` is the maximum silence within a request. */
export function connectS3(
  options: S3Options,
  silenceMs = SILENCE_MS,
  requestMs: (byteSize: number) => number = transferMs,
): S3Client {
  const { region, endpoint, credentials, forcePathStyle, checksums } = options;
  const client = new S3Client({
    region,
    forcePathStyle,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: ATTEMPTS,
    // Some servers never answer this header, and the SDK would wait for seconds before each part.
    expectContinueHeader: false,
    // `requestTimeout` would only warn, and would limit the whole request.
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: silenceMs },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });
  if (checksums === "WHEN_REQUIRED") sendBodyDigests(client);
  endRequests(client, requestMs);
  return client;
}

/** Ends each attempt after a time, also one that is answered byte by byte. Files that are read have no end here. */
function endRequests(client: S3Client, requestMs: (byteSize: number) => number): void {
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, options = {}) => {
    const late = new AbortController();
    const byteSize = Number(request.headers["content-length"] ?? 0);
    const timer = setTimeout(() => late.abort(), requestMs(byteSize)).unref();
    const stop = "abortSignal" in options ? (options.abortSignal as AbortSignal) : undefined;
    const abortSignal = stop ? AbortSignal.any([stop, late.signal]) : late.signal;
    try {
      const answer = await handle(request, { ...options, abortSignal });
      const body: Readable = answer.response.body;
      if (request.query["x-id"] === "GetObject") clearTimeout(timer);
      else body.once("close", () => clearTimeout(timer));
      return answer;
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
}

interface SentRequest {
  readonly method: string;
  readonly body?: unknown;
  readonly headers: Record<string, string>;
}

/** Adds the MD5 of each body, also of an empty one. It replaces newer digests, which some servers refuse. */
function sendBodyDigests(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (call) => {
      const { method, body = "", headers } = call.request as SentRequest;
      if (isDigestible(body) && (method === "PUT" || method === "POST")) {
        for (const name of Object.keys(headers)) {
          if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete headers[name];
        }
        headers["content-md5"] = createHash("md5").update(body).digest("base64");
      }
      return next(call);
    },
    // After the middleware that adds the newer digests.
    { step: "build", name: "sendBodyDigests", priority: "low" },
  );
}

const isDigestible = (body: unknown): body is string | Uint8Array =>
  typeof body === "string" || body instanceof Uint8Array;

/** The facts about a failed request. Errors of the SDK have them in several places. */
interface RequestFailure {
  readonly name: string;
  readonly status: number | undefined;
  /** The region of the bucket, if the server says that the request was for another one. */
  readonly region: string | undefined;
}

/** The facts about an error of a request. */
export function describeFailure(error: unknown): RequestFailure {
  const name = property(error, "name");
  const status = property(property(error, "$metadata"), "httpStatusCode");
  const headers = property(property(error, "$response"), "headers");
  const region = property(headers, "x-amz-bucket-region") ?? property(error, "Region");
  const code = property(error, "code");
  return {
    name: [code, name].find((each) => typeof each === "string" && each !== "Error") ?? "no answer",
    status: typeof status === "number" ? status : undefined,
    region: typeof region === "string" ? region : undefined,
  } as RequestFailure;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Converts the error of a request to a `StorageError`. `notFound` is the meaning of a 404. */
export function s3Failure(
  what: string,
  error: unknown,
  notFound: StorageFailure = "unavailable",
): StorageError {
  if (isStorageError(error)) return error;
  const { name, status, region } = describeFailure(error);
  const kind = status === 404 ? notFound : status === 507 ? "full" : "unavailable";
  const reason = status === undefined ? name : `${name}, ${status}`;
  const wrongRegion = status !== undefined && status >= 300 && status < 500 && status !== 404;
  const advice =
    region !== undefined && wrongRegion ? `. The bucket is in the region ${region}` : "";
  return new StorageError(
    kind,
    `The storage server refused to ${what} (${reason})${advice}`,
    error,
  );
}

/** Converts errors to `StorageError`. `notFound`: what a 404 means, if not a missing bucket. */
export async function asS3Failure<Result>(
  what: string,
  run: () => Promise<Result>,
  notFound?: StorageFailure,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw s3Failure(what, error, notFound);
  }
}
