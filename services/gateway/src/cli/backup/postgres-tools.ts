// biome-ignore lint/style/noRestrictedImports: the programs end when the pipes to this process close
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, readdir } from "node:fs/promises";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { CommandFailure } from "../command";
import type { ProgramsEnvironment } from "./environment";

/** The client programs of PostgreSQL, from one directory. */
export interface PostgresTools {
  readonly directory: string;
  readonly major: number;
  readonly handedOn: ProgramsEnvironment["handedOn"];
}

/** Directories with one directory for each version, and the path of the programs below it. */
const homes = [
  { directory: "/usr/lib/postgresql", below: "bin" },
  { directory: "/opt/homebrew/opt", below: "bin" },
  { directory: "/usr/local/opt", below: "bin" },
] as const;

async function usualDirectories(searchPath: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { directory, below } of homes) {
    const versions = await readdir(directory).catch(() => []);
    found.push(...versions.map((version) => path.join(directory, version, below)));
  }
  return [...found, ...searchPath.split(path.delimiter).filter((each) => each !== "")];
}

async function toolsIn(
  directory: string,
): Promise<readonly Pick<PostgresTools, "directory" | "major">[]> {
  try {
    await Promise.all(
      ["pg_dump", "pg_restore", "psql"].map((name) => access(path.join(directory, name))),
    );
    const { stdout } = await promisify(execFile)(path.join(directory, "pg_dump"), ["--version"]);
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return Number.isInteger(major) ? [{ directory, major }] : [];
  } catch {
    return [];
  }
}

/**
 * Finds the oldest programs that support a version. Newer programs may write statements that an
 * older server does not know. Throws `CommandFailure`, which says what to install.
 */
export async function findPostgresTools(
  major: number,
  { only, handedOn }: ProgramsEnvironment,
): Promise<PostgresTools> {
  const directories = only === undefined ? await usualDirectories(handedOn.PATH ?? "") : [only];
  const all = (await Promise.all(directories.map(toolsIn))).flat();
  const [oldest] = all
    .filter((tools) => tools.major >= major)
    .toSorted((one, other) => one.major - other.major);
  if (oldest !== undefined) return { ...oldest, handedOn };
  const remedy = `install the client programs of PostgreSQL ${major}, such as postgresql-client-${major}, or name their directory in POSTGRES_TOOLS_DIR`;
  const [newest] = all.toSorted((one, other) => other.major - one.major);
  const where = only === undefined ? "on this machine" : `in ${only}`;
  throw new CommandFailure(
    newest === undefined
      ? `There are no pg_dump, pg_restore and psql ${where}: ${remedy}`
      : `pg_dump is of PostgreSQL ${newest.major} (${newest.directory}), and the database of ${major}: ${remedy}`,
  );
}

/** URL parameters that the programs of PostgreSQL know. The library `pg` knows more. */
const known = new Set([
  ...["sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "channel_binding", "host", "port"],
  ...["options", "connect_timeout", "target_session_attrs", "application_name"],
]);

/**
 * The connection of a program. The password is in its environment, because all users of a machine
 * can see the arguments of a process.
 */
function connectionOf(databaseUrl: string, { handedOn }: PostgresTools) {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  for (const name of [...url.searchParams.keys()]) {
    if (!known.has(name)) url.searchParams.delete(name);
  }
  return {
    argument: `--dbname=${url}`,
    env: { ...handedOn, ...(password === "" ? {} : { PGPASSWORD: password }) },
  };
}

interface StartedProgram {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the program has succeeded. Rejects with the last error that it printed. */
  readonly ended: Promise<void>;
  kill(): void;
}

function start(
  { directory }: PostgresTools,
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): StartedProgram {
  const child = spawn(path.join(directory, name), args, { env, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  // If writing fails, the program has ended, and `ended` has its error.
  child.stdin.on("error", () => undefined);
  const ended = once(child, "close").then(([code]) => {
    if (code === 0) return;
    const lines = said.split("\n").filter((line) => line.trim() !== "");
    const error = lines.find((line) => /\b(?:ERROR|FATAL|error):/.test(line)) ?? lines.at(-1);
    throw new CommandFailure(`${name} failed: ${error ?? `its exit code is ${code}`}`);
  });
  ended.catch(() => undefined);
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => child.kill() };
}

/** Dumps a database as an exported snapshot shows it. The stream fails if `pg_dump` fails. */
export async function* dumpDatabase(
  tools: PostgresTools,
  databaseUrl: string,
  snapshot: string,
): AsyncGenerator<Buffer> {
  const { argument, env } = connectionOf(databaseUrl, tools);
  const dump = start(
    tools,
    "pg_dump",
    // The tables of the queue are not part of a backup: the outbox publishes its jobs again.
    [
      "--format=custom",
      "--exclude-schema=bullmq",
      `--snapshot=${snapshot}`,
      "--no-password",
      argument,
    ],
    env,
  );
  try {
    yield* dump.stdout;
    await dump.ended;
  } finally {
    dump.kill();
  }
}

/**
 * Restores a dump. The statements before it open a transaction, and the statements after it commit,
 * so the database is restored completely or not at all.
 */
export async function restoreDatabase(
  tools: PostgresTools,
  databaseUrl: string,
  dump: { readonly file: string; readonly before: string; readonly after: string },
): Promise<void> {
  const { argument, env } = connectionOf(databaseUrl, tools);
  const psql = start(
    tools,
    "psql",
    [
      ...["--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1"],
      ...["--output=/dev/null", "--file=-", argument],
    ],
    env,
  );
  const read = start(
    tools,
    "pg_restore",
    ["--no-owner", "--no-privileges", "--file=-", dump.file],
    env,
  );
  try {
    psql.stdin.write(dump.before);
    const fed = pipeline(read.stdout, psql.stdin, { end: false }).then(() => read.ended);
    // A failure of psql also breaks the pipe, but the error of psql is more useful.
    await Promise.race([fed, psql.ended]).catch(async (error: unknown) => {
      read.kill();
      psql.stdin.destroy();
      await psql.ended;
      throw error;
    });
    psql.stdin.end(dump.after);
    await psql.ended;
  } finally {
    read.kill();
    psql.kill();
  }
}
