import path from "node:path";
import { type Env, parseEnv, postgresUrl } from "@polls/config";
import {
  type StorageLocation,
  storageCredentialsArePaired,
  storageLocation,
  storageVariables,
} from "@polls/storage";
import { z } from "zod";
import { UsageError } from "../command";

/** A part of a storage: all of its keys begin with the prefix. */
export interface StoragePlace {
  readonly location: StorageLocation;
  /** Empty, or a folder name that ends with `/`. */
  readonly prefix: string;
}

/** The settings of backups and restores. */
export interface BackupEnvironment {
  readonly databaseUrl: string;
  /** The storage with the files of the deployment. */
  readonly storage: StorageLocation;
  /** The place that a command-line argument names. Throws `UsageError`. */
  readonly placeOf: (address: string) => StoragePlace;
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
    placeOf(address) {
      const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]+)((?:\/[a-z0-9][a-z0-9._-]*)*)\/?$/.exec(address);
      if (bucket !== null) {
        const [, name = "", folder = ""] = bucket;
        const location = storageLocation(
          parseEnv(schema, { ...ofBackups(env), S3_BUCKET: name, STORAGE_DIR: undefined }),
        );
        return { location, prefix: folder === "" ? "" : `${folder.slice(1)}/` };
      }
      if (/^[a-z0-9]+:\/\//i.test(address)) {
        throw new UsageError(
          "The place of backups must be a directory, or have the form s3://bucket/folder in lower case",
        );
      }
      return { location: { kind: "disk", directory: path.resolve(address) }, prefix: "" };
    },
  };
}
