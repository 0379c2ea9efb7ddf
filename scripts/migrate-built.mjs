// Migrates DATABASE_URL with the built code: the command of the image, which installs nothing.
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { migrate } = createRequire(import.meta.url)("@polls/db");

try {
  const url = process.env.DATABASE_URL?.trim();
  if (!url) throw new Error("DATABASE_URL is missing");
  const applied = await migrate(url, path.join(root, "prisma/migrations"));
  for (const name of applied) process.stdout.write(`applied ${name}\n`);
  if (applied.length === 0) process.stdout.write("The database is up to date.\n");
} catch (error) {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  process.stderr.write(
    `The database cannot be brought up to date: ${error.message || error.code}${cause}\n`,
  );
  process.exitCode = 1;
}
