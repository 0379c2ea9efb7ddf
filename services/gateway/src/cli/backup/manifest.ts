import type { NamedFile } from "@polls/db";
import { z } from "zod";

/**
 * Where the parts of a backup are. Files are shared by all backups of a place, as the content of a key never
 * changes.
 */
export const keys = {
  media: "media/",
  sets: "backups/",
  dump: (set: string) => `backups/${set}/database.dump`,
  files: (set: string) => `backups/${set}/files.jsonl`,
  /** Written last: a backup without it is incomplete. */
  manifest: (set: string) => `backups/${set}/manifest.json`,
};

/** The name of a backup, by its moment: names sort as moments do. */
export const setNameOf = (moment: Date): string =>
  moment.toISOString().replace(/[-:]/g, "").toLowerCase();

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.strictObject({ bytes: z.number().int().min(0), sha256: digest });

/** What a backup consists of. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  postgres: z.strictObject({ server: z.number().int(), tools: z.number().int() }),
  /** The rows of each table at that moment. */
  rows: z.record(z.string().regex(/^[a-z_][a-z0-9_]*$/), z.number().int().min(0)),
  dump: part,
  /** The list of files, and how many bytes they have together. */
  files: part.extend({ count: z.number().int().min(0), bytesOfFiles: z.number().int().min(0) }),
  /** Keys that rows name, and that the storage did not have, or had with another content. */
  lost: z.array(z.string()),
});

export type Manifest = z.output<typeof manifestSchema>;

/** A line of the list of files. */
const fileSchema: z.ZodType<NamedFile> = z.strictObject({
  key: z.string(),
  byteSize: z.number().int().min(0),
  contentType: z.string(),
  sha256: z.string().regex(/^[0-9a-f]*$/),
});

/** The list of files as text, one JSON in a line. */
export const writeFileList = (files: readonly NamedFile[]): string =>
  files.map((file) => `${JSON.stringify(file)}\n`).join("");

/** Reads what `writeFileList` wrote. */
export const readFileList = (text: string): readonly NamedFile[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => fileSchema.parse(JSON.parse(line)));
