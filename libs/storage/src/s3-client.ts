import { createHash } from "node:crypto";
import { S3Client } from "@aws-sdk/client-s3";

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** The default is AWS. */
  readonly endpoint?: string;
  /** By default the SDK finds them (instance role, shared configuration). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly forcePathStyle: boolean;
  /**
   * `WHEN_SUPPORTED` sends CRC32 trailers. Servers other than AWS refuse these or store them inside
   * the file. With `WHEN_REQUIRED` every body has an MD5, which all servers check.
   */
  readonly checksums: "WHEN_SUPPORTED" | "WHEN_REQUIRED";
}

const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_MS = 30_000;
const ATTEMPTS = 3;

/** Creates a client of one S3 server. `silenceMs` is the maximum silence within a request. */
export function connectS3(options: S3Options, silenceMs = SILENCE_MS): S3Client {
  const { region, endpoint, credentials, forcePathStyle, checksums } = options;
  const client = new S3Client({
    region,
    forcePathStyle,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: ATTEMPTS,
    // `requestTimeout` would only warn, and would limit the whole request.
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: silenceMs },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });
  if (checksums === "WHEN_REQUIRED") sendBodyDigests(client);
  return client;
}

function sendBodyDigests(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (call) => {
      const request = call.request as { body?: unknown; headers: Record<string, string> };
      if (request.body instanceof Uint8Array && request.body.length > 0) {
        request.headers["content-md5"] = createHash("md5").update(request.body).digest("base64");
      }
      return next(call);
    },
    { step: "build", name: "sendBodyDigests", priority: "low" },
  );
}
