import fs from "node:fs";
import path from "node:path";
import { type RunningPostgres, startPostgres } from "@polls/devstack";
import { atFileEnd } from "../at-file-end";
import { type Describe, describeWhere } from "../describe-where";

/** A server of the installed PostgreSQL, which includes pg_dump. The npm package has only the server. */
export interface InstalledPostgres {
  readonly server: RunningPostgres;
  /** The directory of pg_dump, pg_restore and psql. */
  readonly tools: string;
  /** The major version, such as 15. */
  readonly major: number;
}

const home = "/usr/lib/postgresql";

const newest = (fs.existsSync(home) ? fs.readdirSync(home) : [])
  .filter((version) =>
    ["postgres", "initdb", "pg_dump", "pg_restore", "psql"].every((name) =>
      fs.existsSync(path.join(home, version, "bin", name)),
    ),
  )
  .sort((one, other) => Number(other) - Number(one))[0];

/** `describe` if a PostgreSQL server is installed. Otherwise the tests are skipped. */
export const describeWithInstalledPostgres: Describe = describeWhere(
  newest !== undefined,
  "no server of PostgreSQL is installed",
);

/** Starts the server with a database without tables. It stops after the test file. */
export async function startInstalledPostgres(): Promise<InstalledPostgres> {
  if (newest === undefined) {
    throw new Error("no PostgreSQL is installed: use describeWithInstalledPostgres");
  }
  const installed = path.join(home, newest);
  const server = await startPostgres({ installed });
  atFileEnd("the installed PostgreSQL", () => server.stop());
  return { server, tools: path.join(installed, "bin"), major: Number(newest) };
}
