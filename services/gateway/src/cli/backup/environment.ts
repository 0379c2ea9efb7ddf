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

/** A part of a storage: all keys of it begin with the prefix. */
export interface StoragePlace {
  readonly location: StorageLocation;
  /** Empty, or a folder that ends in `/`. */
  readonly prefix: string;
}

/** Where the programs of PostgreSQL are, and what they are told of the environment. */
export interface ProgramsEnvironment {
  /** The only directory in which they are looked for. */
  readonly only: string | undefined;
  readonly handedOn: Readonly<Record<"PATH" | "HOME" | "LANG", string | undefined>>;
}

/** What backups and restores read of the environment. */
export interface BackupEnvironment {
  readonly databaseUrl: string;
  /** Where the deployment keeps its files. */
  readonly storage: StorageLocation;
  readonly programs: ProgramsEnvironment;
  /** The place that an address of the command line names. Throws `UsageError`. */
  readonly placeOf: (address: string) => StoragePlace;
}

const schema = z
  .object({
    ...storageVariables,
    DATABASE_URL: postgresUrl,
    /** The directory of pg_dump, pg_restore and psql. */
    POSTGRES_TOOLS_DIR: z.string().optional(),
    PATH: z.string().optional(),
    HOME: z.string().optional(),
    LANG: z.string().optional(),
  })
  .refine(...storageCredentialsArePaired);

/** The environment of the server of backups: `BACKUP_S3_…` stands in for `S3_…`. */
const ofBackups = (env: Env): Env => ({
  ...env,
  ...Object.fromEntries(
    Object.keys(storageVariables)
      .filter((name) => name.startsWith("S3_") && (env[`BACKUP_${name}`] ?? "").trim() !== "")
      .map((name) => [name, env[`BACKUP_${name}`]]),
  ),
});

/** Reads the environment; throws `InvalidEnvironment` with every problem and no value. */
export function readBackupEnvironment(env: Env): BackupEnvironment {
  const own = parseEnv(schema, env);
  return {
    databaseUrl: own.DATABASE_URL,
    storage: storageLocation(own),
    programs: {
      only: own.POSTGRES_TOOLS_DIR,
      handedOn: { PATH: own.PATH, HOME: own.HOME, LANG: own.LANG },
    },
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
          "The place of backups must be a directory, or like s3://bucket/folder in small letters",
        );
      }
      return { location: { kind: "disk", directory: path.resolve(address) }, prefix: "" };
    },
  };
}
