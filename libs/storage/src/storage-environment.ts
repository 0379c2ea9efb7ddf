import { flag, httpUrl, megabytes } from "@polls/config";
import { z } from "zod";
import { isKey } from "./keys";
import type { StorageLocation } from "./open-storage";

/** The variables of every service that opens the storage. */
export const storageVariables = {
  DATA_DIR: z.string().default(".data"),
  STORAGE_DIR: z.string().optional(),
  /** Free space that must remain on the disk of the directory. */
  STORAGE_MIN_FREE_MB: megabytes.default(200_000_000),
  S3_BUCKET: z.string().optional(),
  /** A folder of the bucket, such as `polls` or `of/polls/`. */
  S3_PREFIX: z
    .string()
    .transform((text) => text.replace(/^\/|\/$/g, ""))
    .refine((text) => text === "" || isKey(text), {
      error: "must be words of lower-case letters and digits, separated by slashes",
    })
    .transform((text) => (text === "" ? "" : `${text}/`))
    .optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ENDPOINT: httpUrl.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  S3_CHECKSUMS: z.enum(["WHEN_REQUIRED", "WHEN_SUPPORTED"]).optional(),
};

type StorageEnvironment = z.output<z.ZodObject<typeof storageVariables>>;

/** One credential without the other is an error. Used with the schema's `refine`. */
export const storageCredentialsArePaired = [
  (env: StorageEnvironment): boolean =>
    (env.S3_ACCESS_KEY_ID === undefined) === (env.S3_SECRET_ACCESS_KEY === undefined),
  { error: "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together" },
] as const;

/** The configured bucket, or else a directory. */
export function storageLocation(env: StorageEnvironment): StorageLocation {
  if (env.S3_BUCKET === undefined) {
    const directory = env.STORAGE_DIR ?? `${env.DATA_DIR}/storage`;
    return { kind: "disk", directory, minFreeBytes: env.STORAGE_MIN_FREE_MB };
  }
  const ownServer = env.S3_ENDPOINT !== undefined;
  const [accessKeyId, secretAccessKey] = [env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  const paired = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    kind: "s3",
    bucket: env.S3_BUCKET,
    prefix: env.S3_PREFIX ?? "",
    region: env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? ownServer,
    checksums: env.S3_CHECKSUMS ?? (ownServer ? "WHEN_REQUIRED" : "WHEN_SUPPORTED"),
    ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
    ...(paired ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  };
}
