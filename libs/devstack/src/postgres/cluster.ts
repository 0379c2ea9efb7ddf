import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "../../children.cjs";
import { UserError } from "../user-error";
import { mayAccess, type ServerAccount } from "./server-account";

/** The password is public, because the server listens on loopback only. */
export const password = "postgres";

export interface Cluster {
  readonly data: string;
  readonly log: string;
}

/** Text sorts the same on every machine with this locale. */
export const builtinLocale: readonly string[] = [
  ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
];

interface ClusterOptions {
  readonly account: ServerAccount | undefined;
  readonly durable: boolean;
  /** The arguments of initdb that set the locale. */
  readonly locale: readonly string[];
}

/** Creates the database cluster of a directory unless it exists. Returns its paths. */
export function prepareCluster(dir: string, binaries: string, options: ClusterOptions): Cluster {
  const { account } = options;
  fs.mkdirSync(dir, { recursive: true });
  if (account !== undefined) fs.chownSync(dir, account.uid, account.gid);
  if (!mayAccess(account, dir, "write")) {
    throw new UserError(
      `PostgreSQL's account (number ${account?.uid}) cannot enter ${dir}: choose a directory outside of a private home with DATA_DIR.`,
    );
  }
  const data = path.join(dir, "data");
  if (!fs.existsSync(path.join(data, "PG_VERSION"))) makeCluster(dir, data, binaries, options);
  return { data, log: path.join(dir, "postgres.log") };
}

/** Under a temporary name first, so that an interrupted start leaves no incomplete cluster. */
function makeCluster(
  dir: string,
  data: string,
  binaries: string,
  { account, durable, locale }: ClusterOptions,
): void {
  const draft = `${data}.new`;
  const passwordFile = path.join(dir, ".password");
  fs.rmSync(draft, { recursive: true, force: true });
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account !== undefined) fs.chownSync(passwordFile, account.uid, account.gid);
  const result = spawnSync(
    path.join(binaries, "bin/initdb"),
    [
      ...["-D", draft, "-U", "postgres", "--pwfile", passwordFile],
      // Checking the password takes most of the time of a connection. The password is public here.
      ...["-A", durable ? "scram-sha-256" : "trust"],
      ...["-E", "UTF8", ...locale],
      ...(durable ? [] : ["--no-sync"]),
    ],
    {
      ...account,
      cwd: "/",
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    },
  );
  fs.rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    const reason = result.error?.message ?? result.stderr.trim().split("\n").at(-1);
    throw new UserError(`PostgreSQL could not create its files in ${dir}: ${reason}`);
  }
  fs.renameSync(draft, data);
}
