import fs from "node:fs";
import { spawnSync } from "../../children.cjs";
import { UserError } from "../user-error";

export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** In order of preference. Every distribution has the second one. */
const preferred = ["postgres", "nobody"];

/**
 * The account of PostgreSQL, which refuses to run as root: an existing unprivileged one.
 * `undefined`: that of this process.
 */
export function serverAccount(
  uid = process.getuid?.(),
  readAccounts = () => fs.readFileSync("/etc/passwd", "utf8"),
): ServerAccount | undefined {
  if (uid !== 0) return undefined;
  const accounts = parseAccounts(readAccounts());
  const found =
    preferred.map((name) => accounts.find((account) => account.name === name)).find(isSomething) ??
    accounts[0];
  if (found === undefined) {
    throw new UserError(
      "PostgreSQL does not run as root and this machine has no other account: start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return { uid: found.uid, gid: found.gid };
}

/** Whether an account may use a path. It needs access to all directories above it. */
export function mayAccess(
  account: ServerAccount | undefined,
  path: string,
  what: "execute" | "write",
): boolean {
  const test = what === "execute" ? 'test -x "$1"' : 'test -w "$1" && test -x "$1"';
  return (
    account === undefined ||
    spawnSync("/bin/sh", ["-c", test, "sh", path], { ...account, cwd: "/" }).status === 0
  );
}

function parseAccounts(passwd: string) {
  return passwd
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => Number.isInteger(uid) && uid > 0 && Number.isInteger(gid) && gid > 0);
}

const isSomething = <Value>(value: Value | undefined): value is Value => value !== undefined;
