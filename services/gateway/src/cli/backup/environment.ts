import path from "node:path";
import { type Env, parseEnv, postgresUrl } from "@polls/config";
import {
  type StorageLocation,
  storageCredentialsArePaired,
  storageLocation,
  storageVariables,
} from "@polls/storage";
import { z } from "zod";
import { UsageError } from "../command/command";

/** A part of a storage: all of its keys begin with the prefix. */
export interface StoragePlace {
  readonly location: StorageLocation;
  /** Empty, or a folder name that ends with `/`. */
  readonly prefix: string;
}

export interface BackupEnvironment {
  readonly databaseUrl: string;
  readonly storage: StorageLocation;
  /** The place that a command-line argument names, on the server of backups. Throws `UsageError`. */
  readonly placeOf: (address: string) => StoragePlace;
  /** The same, on the server of the files. */
  readonly filesAt: (address: string) => StoragePlace;
}

const schema = z
  .object({
    ...storageVariables,
    DATABASE_URL: postgresUrl,
  })
  .refine(...storageCredentialsArePaired);

/** The environment variables for the backup server: `BACKUP_S3_…` replaces `S3_…`. */
const ofBackups = (env: Env): Env => ({
  ...env,
  ...Object.fromEntries(
    Object.keys(storageVariables)
      .filter((name) => name.startsWith("S3_") && (env[`BACKUP_${name}`] ?? "").trim() !== "")
      .map((name) => [name, env[`BACKUP_${name}`]]),
  ),
});

/** Reads the environment. Throws `InvalidEnvironment`, which names every problem but no value. */
export function readBackupEnvironment(env: Env): BackupEnvironment {
  const own = parseEnv(schema, env);
  return {
    databaseUrl: own.DATABASE_URL,
    storage: storageLocation(own),
    placeOf: (address) => placeAt(address, ofBackups(env)),
    filesAt: (address) => placeAt(address, env),
  };
}

function placeAt(address: string, env: Env): StoragePlace {
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]+)((?:\/[a-z0-9][a-z0-9._-]*)*)\/?$/.exec(address);
  if (bucket !== null) {
    const [, name = "", folder = ""] = bucket;
    // The address has the whole folder.
    const variables = { ...env, S3_BUCKET: name, S3_PREFIX: undefined, STORAGE_DIR: undefined };
    const location = storageLocation(parseEnv(schema, variables));
    return { location, prefix: folder === "" ? "" : `${folder.slice(1)}/` };
  }
  if (/^[a-z0-9]+:\/\//i.test(address)) {
    throw new UsageError(
      "The place must be a directory, or have the form s3://bucket/folder in lower case",
    );
  }
  return { location: { kind: "disk", directory: path.resolve(address) }, prefix: "" };
}
