import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** What a database records of a migration. */
export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
}

export interface Migration extends MigrationRecord {
  readonly sql: string;
}

/** The migrations of a directory, in order. */
export async function readMigrations(dir: string): Promise<readonly Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(path.join(dir, name, "migration.sql"));
      const checksum = createHash("sha256").update(bytes).digest("hex");
      return { name, sql: bytes.toString("utf8"), checksum };
    }),
  );
}
