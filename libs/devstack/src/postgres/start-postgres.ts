import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { openLogFile } from "../process/log-file";
import { portOfAttempt } from "../process/ports";
import {
  askUntil,
  type ProcessExit,
  type RunningProcess,
  runProcess,
} from "../process/run-process";
import { UserError } from "../user-error";
import { postgresBinaries } from "./binaries";
import { builtinLocale, type Cluster, password, prepareCluster } from "./cluster";
import { endOrphan, servesFrom } from "./end-orphan";
import { type ServerAccount, serverAccount } from "./server-account";

export interface PostgresOptions {
  /** By default a temporary directory that is removed with the server. */
  readonly dir?: string;
  /** The directory of the temporary directory. By default that of the system. */
  readonly temporaryIn?: string;
  /** By default any available port. */
  readonly port?: number;
  /** The port if it is free when the server starts, else any free port. */
  readonly usualPort?: number;
  /** The directory with bin/ of an installed PostgreSQL. By default PostgreSQL from npm. */
  readonly installed?: string;
  /** Whether commits survive a crash of the machine. False is faster, for tests. */
  readonly durable?: boolean;
  readonly settings?: Readonly<Record<string, string | number>>;
}

export interface RunningPostgres {
  readonly port: number;
  readonly pid: number;
  readonly dir: string;
  readonly url: (database: string) => string;
  /** Creates a database unless it exists. */
  readonly ensureDatabase: (name: string) => Promise<void>;
  readonly exited: Promise<ProcessExit>;
  readonly lastLines: () => readonly string[];
  /** Stops the server. `fast` rolls transactions back; `immediate` is like a crash. */
  readonly stop: (how?: "fast" | "immediate") => Promise<void>;
}

const startDeadlineMs = 60_000;
const stopDeadlineMs = 20_000;
/** Another program may take an available port before the server binds it. */
const attempts = 3;

/**
 * Starts PostgreSQL from npm and waits until it answers. It ends with this process, even after
 * SIGKILL. Throws `UserError` if it cannot run.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const account = serverAccount();
  const binaries = options.installed ?? postgresBinaries(account);
  const ephemeral = options.dir === undefined;
  const dir = path.resolve(
    options.dir ??
      fs.mkdtempSync(path.join(options.temporaryIn ?? os.tmpdir(), "polls-postgres-data-")),
  );
  const cluster = prepareCluster(dir, binaries, {
    account,
    durable: options.durable ?? !ephemeral,
    // PostgreSQL 16 and earlier have no built-in locale.
    locale: options.installed === undefined ? builtinLocale : ["--locale=C"],
  });
  await endOrphan(cluster.data);
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await portOfAttempt(attempt, options.usualPort));
    try {
      return await start({ ...options, dir, port }, { account, binaries, cluster, ephemeral });
    } catch (error) {
      const again = error instanceof PortTaken && options.port === undefined && attempt < attempts;
      if (again) continue;
      if (ephemeral) fs.rmSync(dir, { recursive: true, force: true });
      throw error;
    }
  }
}

class PortTaken extends UserError {}

interface ServerFiles {
  readonly account: ServerAccount | undefined;
  readonly binaries: string;
  readonly cluster: Cluster;
  readonly ephemeral: boolean;
}

async function start(
  options: PostgresOptions & { readonly dir: string; readonly port: number },
  { account, binaries, cluster, ephemeral }: ServerFiles,
): Promise<RunningPostgres> {
  const { dir, port } = options;
  const url = (database: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  const log = openLogFile(cluster.log);
  const server = await runProcess({
    name: "PostgreSQL",
    command: path.join(binaries, "bin/postgres"),
    args: ["-D", cluster.data, ...serverSettings(options, ephemeral)],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    cwd: "/",
    account,
    ending: ephemeral ? { signal: "QUIT", remove: dir } : { signal: "INT" },
    onLine: log.write,
  });
  void server.exited.then(log.close);
  await waitUntilReady(server, port, cluster);
  return {
    port,
    pid: server.pid,
    dir,
    url,
    ensureDatabase: (name) => ensureDatabase(url("postgres"), name),
    exited: server.exited,
    lastLines: server.lastLines,
    async stop(how = ephemeral ? "immediate" : "fast") {
      await server.stop({
        signal: how === "fast" ? "SIGINT" : "SIGQUIT",
        deadlineMs: stopDeadlineMs,
      });
      if (ephemeral) fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

function serverSettings(
  { port, durable, settings }: PostgresOptions,
  ephemeral: boolean,
): readonly string[] {
  // The server still writes commits before it acknowledges them, so its own crash loses none.
  const fast = { fsync: "off", full_page_writes: "off" };
  const all = {
    listen_addresses: "127.0.0.1",
    port,
    // A socket path in a deep directory would be too long. Loopback is sufficient.
    unix_socket_directories: "",
    max_connections: 200,
    timezone: "UTC",
    log_timezone: "UTC",
    ...((durable ?? !ephemeral) ? {} : fast),
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function waitUntilReady(
  server: RunningProcess,
  port: number,
  { data, log }: Cluster,
): Promise<void> {
  // Another server on the port would answer too.
  const ready = await askUntil(
    async () => {
      if (!server.isRunning()) return false;
      return (await servesFrom(data, port)) ? true : undefined;
    },
    { deadlineMs: startDeadlineMs },
  );
  if (ready === true) return;
  await server.stop({ signal: "SIGQUIT", deadlineMs: 5_000 });
  const said = server.lastLines().join("\n");
  if (/Address already in use/.test(said)) {
    throw new PortTaken(`PostgreSQL's port ${port} is in use.`);
  }
  const reason = server.lastLines().findLast((line) => /FATAL|ERROR|PANIC/.test(line));
  throw new UserError(
    `PostgreSQL did not start (see ${log})${reason === undefined ? "" : `: ${reason}`}`,
  );
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
