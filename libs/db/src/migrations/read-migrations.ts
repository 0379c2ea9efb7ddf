import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
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
