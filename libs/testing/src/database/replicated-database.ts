import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { migrate } from "@polls/db/migrations";
import { freePort, type RunningPostgres, runProcess, startPostgres } from "@polls/devstack";
import { spawnSync } from "@polls/devstack/children";
import { Client } from "pg";
import { atFileEnd } from "../at-file-end";
import { type Describe, describeWhere, installedProgram } from "../describe-where";
import { waitFor } from "../wait-for";

const root = path.resolve(__dirname, "../../../..");
const database = "polls";
const LOOKS = 6;
const haproxyProgram = installedProgram("haproxy");

/** `describe` if HAProxy is installed. Otherwise the tests are skipped. */
export const describeWithHaproxy: Describe = describeWhere(
  haproxyProgram !== undefined,
  "haproxy is not installed",
);

async function ask<Row>(url: string, sql: string): Promise<Row | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows[0] as Row | undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const isStandby = async (url: string): Promise<boolean | undefined> =>
  (await ask<{ standby: boolean }>(url, "SELECT pg_is_in_recovery() AS standby"))?.standby;

/**
 * Starts a primary and a synchronous standby, without which no commit is acknowledged, with a
 * migrated, empty database. They stop after the test file.
 */
export async function startReplicatedDatabase() {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), "polls-replicated-"));
  // The servers run under a separate account.
  fs.chmodSync(parent, 0o755);
  const [dir, copy] = [path.join(parent, "a"), path.join(parent, "b")];
  const running = new Set<RunningPostgres>();
  atFileEnd("the replicated database", async () => {
    for (const server of running) await server.stop("immediate");
    fs.rmSync(parent, { recursive: true, force: true });
  });
  const start = async (options: Parameters<typeof startPostgres>[0]) => {
    const server = await startPostgres({ durable: false, ...options });
    running.add(server);
    return server;
  };
  const crash = async (server: RunningPostgres) => {
    running.delete(server);
    await server.stop("immediate");
  };

  const empty = await start({ dir });
  await empty.ensureDatabase(database);
  await migrate(empty.url(database), path.join(root, "prisma/migrations"));
  running.delete(empty);
  await empty.stop("fast");
  if (spawnSync("cp", ["-a", dir, copy]).status !== 0) throw new Error("the copy failed");
  fs.writeFileSync(path.join(copy, "data/standby.signal"), "");

  const primary = await start({ dir, settings: { synchronous_standby_names: "*" } });
  const standby = await start({
    dir: copy,
    settings: { primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres` },
  });
  const follows = async () =>
    (
      await ask<{ state: string }>(
        primary.url(database),
        "SELECT sync_state AS state FROM pg_stat_replication",
      )
    )?.state === "sync";
  await waitFor(follows, { what: "the standby to follow" });

  const standbyUrl = standby.url(database);
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  await startHaproxy({
    LISTEN_PRIMARY: `127.0.0.1:${primaryPort}`,
    LISTEN_REPLICA: `127.0.0.1:${replicaPort}`,
    SERVER_A: `127.0.0.1:${primary.port}`,
    SERVER_B: `127.0.0.1:${standby.port}`,
    PATRONI_PORT_A: String(await startRoleServer(primary.url(database))),
    PATRONI_PORT_B: String(await startRoleServer(standbyUrl)),
  });
  const [url, replicaUrl] = [primaryPort, replicaPort].map((port) => {
    const address = new URL(standbyUrl);
    address.port = String(port);
    return address.toString();
  }) as [string, string];
  // Before its first checks, HAProxy uses every server for both roles.
  const roles = async () => {
    for (let look = 0; look < LOOKS; look++) {
      if ((await isStandby(url)) !== false || (await isStandby(replicaUrl)) !== true) return false;
    }
    return true;
  };
  await waitFor(() => roles().catch(() => false), { what: "HAProxy to know both" });

  return {
    /** Connects through HAProxy to the primary. */
    url,
    /** Connects through HAProxy to the standby. */
    replicaUrl,
    standbyUrl,
    crashPrimary: () => crash(primary),
    /** Promotes the standby. Resolves once it accepts writes. */
    async promote() {
      await ask(standbyUrl, "SELECT pg_promote()");
      await waitFor(async () => (await isStandby(standbyUrl)) === false, { what: "the promotion" });
    },
    /** Whether the standby replays what it receives. */
    async setReplay(on: boolean) {
      await ask(standbyUrl, `SELECT pg_wal_replay_${on ? "resume" : "pause"}()`);
      // The standby pauses some time after the call.
      const state = on ? "not paused" : "paused";
      const sql = `SELECT pg_get_wal_replay_pause_state() = '${state}' AS done`;
      await waitFor(async () => (await ask<{ done: boolean }>(standbyUrl, sql))?.done, {
        what: `a replay that is ${state}`,
      });
    },
  };
}

const isRefused = (error: unknown): boolean =>
  ["ECONNREFUSED", "ECONNRESET"].includes(String(Reflect.get(Object(error), "code")));

/**
 * Reports a server's role like Patroni, at once, by its last query: one that waited would time out
 * on a busy machine, and HAProxy would close all connections.
 */
async function startRoleServer(url: string): Promise<number> {
  let role: "/primary" | "/replica" | undefined;
  let looking: Promise<void> | undefined;
  const look = async () => {
    try {
      const standby = await isStandby(url);
      role = standby === undefined ? undefined : standby ? "/replica" : "/primary";
    } catch (error) {
      // If a server is slow to respond, its role stays the same.
      if (isRefused(error)) role = undefined;
    }
    looking = undefined;
  };
  const server = http.createServer((request, response) => {
    looking ??= look();
    response.writeHead(request.url === role ? 200 : 503).end();
  });
  await look();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd("the role of a server", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await looking;
  });
  return (server.address() as AddressInfo).port;
}

async function startHaproxy(env: Readonly<Record<string, string>>): Promise<void> {
  if (haproxyProgram === undefined)
    throw new Error("there is no HAProxy here: use describeWithHaproxy");
  const haproxy = await runProcess({
    name: "haproxy",
    command: haproxyProgram,
    env,
    args: ["-db", "-f", path.join(root, "deploy/haproxy/postgres.cfg")],
  });
  atFileEnd("HAProxy", async () => {
    await haproxy.stop();
  });
}
