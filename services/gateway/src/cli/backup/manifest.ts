import type { NamedFile } from "@polls/db/backup";
import type { Storage } from "@polls/storage";
import { z } from "zod";

/** All backups of a place share the files, because the content of a key never changes. */
export const keys = {
  media: "media/",
  backups: "backups/",
  table: (name: string, table: string) => `backups/${name}/tables/${table}.copy.gz`,
  files: (name: string) => `backups/${name}/files.jsonl`,
  /** Written last, so a backup without it is incomplete. */
  manifest: (name: string) => `backups/${name}/manifest.json`,
};

/** The name of a backup is made from its time. Names sort like times. */
export const backupNameOf = (moment: Date): string =>
  moment.toISOString().replace(/[-:]/g, "").toLowerCase();

/** Whether a name is one of `backupNameOf`. Other names of a place are foreign. */
const isBackupName = (name: string): boolean => /^\d{8}t\d{6}\.\d{3}z$/.test(name);

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.strictObject({ bytes: z.number().int().min(0), sha256: digest });
const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/);

export const manifestSchema = z.strictObject({
  format: z.literal(2),
  at: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: digest })),
  /** The last value of each sequence that was used. */
  sequences: z.record(identifier, z.string().regex(/^\d+$/)),
  /** The tables with rows. */
  tables: z.record(
    identifier,
    part.extend({ rows: z.number().int().min(1), columns: z.array(z.string()) }),
  ),
  /** The list of files, and their total size in bytes. */
  files: part.extend({ count: z.number().int().min(0), bytesOfFiles: z.number().int().min(0) }),
  /** Keys of rows whose files the storage did not have, or had with other content. */
  lost: z.array(z.string()),
});

export type Manifest = z.output<typeof manifestSchema>;

export const rowsOf = ({ tables }: Manifest): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

/** A line of the list of files. */
const fileSchema: z.ZodType<NamedFile> = z.strictObject({
  key: z.string(),
  byteSize: z.number().int().min(0),
  contentType: z.string(),
  sha256: z.string().regex(/^[0-9a-f]*$/),
});

/** The list of files as text, with one JSON object per line. */
export const writeFileList = (files: readonly NamedFile[]): string =>
  files.map((file) => `${JSON.stringify(file)}\n`).join("");

export const readFileList = (text: string): readonly NamedFile[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => fileSchema.parse(JSON.parse(line)));

/** The names of the backups of a place, oldest first. */
interface BackupList {
  readonly complete: readonly string[];
  readonly incomplete: readonly string[];
}

/** Lists the backups of a place. Foreign names are passed over. */
export async function listBackups(
  target: Storage,
  onForeign: (name: string) => void = () => undefined,
): Promise<BackupList> {
  const all = new Set<string>();
  const complete = new Set<string>();
  for await (const { key } of target.list(keys.backups, onForeign)) {
    const [, name = ""] = key.split("/");
    if (!isBackupName(name)) {
      onForeign(key);
      continue;
    }
    all.add(name);
    if (key === keys.manifest(name)) complete.add(name);
  }
  return {
    complete: [...complete].sort(),
    incomplete: [...all].filter((name) => !complete.has(name)).sort(),
  };
}
