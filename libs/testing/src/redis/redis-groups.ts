import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort, type RunningRedis, runProcess } from "@polls/devstack";
import { Redis } from "ioredis";
import { atFileEnd } from "../at-file-end";
import { waitFor } from "../wait-for";
import { redisProgram, startTestRedis } from "./start-test-redis";

/** Several Redis servers, of which one may be killed. */
export interface RedisGroup {
  /** The value for `REDIS_URL`. */
  readonly url: string;
  /** Kills the server that currently holds the queues. */
  killPrimary(): Promise<void>;
}

const durable = ["--appendonly", "yes"];

/** Sends commands to one server of a group. */
async function withServer<Result>(
  port: number,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: 1 });
  redis.on("error", () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function kill(servers: readonly RunningRedis[], port: number): Promise<void> {
  const server = servers.find((one) => one.port === port);
  if (server === undefined) throw new Error(`no server of the group has port ${port}`);
  await server.stop({ signal: "SIGKILL" });
}

const SENTINELS = 3;

/** A primary and its replica, watched by three sentinels. */
export async function startSentinels(): Promise<RedisGroup> {
  const primary = await startTestRedis({ args: durable });
  const replica = await startTestRedis({
    args: [...durable, "--replicaof", "127.0.0.1", String(primary.port)],
  });
  const sentinels: number[] = [];
  for (let n = 0; n < SENTINELS; n++) sentinels.push(await startSentinel(primary.port));
  const [asked = 0] = sentinels;
  const isWatched = () =>
    withServer(asked, async (redis) => {
      const facts = (await redis.call("SENTINEL", "MASTER", "polls")) as readonly string[];
      const fact = (name: string) => Number(facts[facts.indexOf(name) + 1]);
      return fact("num-other-sentinels") === SENTINELS - 1 && fact("num-slaves") === 1;
    });
  await waitFor(isWatched, { what: "sentinels that know each other and the replica" });
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(",")}/polls`,
    async killPrimary() {
      const [, port] = await withServer(
        asked,
        (redis) =>
          redis.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "polls") as Promise<[string, string]>,
      );
      await kill([primary, replica], Number(port));
    },
  };
}

async function startSentinel(primaryPort: number): Promise<number> {
  const { command, env } = redisProgram();
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "polls-sentinel-"));
  const port = await freePort();
  const file = path.join(directory, "sentinel.conf");
  const watch = "sentinel";
  fs.writeFileSync(
    file,
    [
      `port ${port}`,
      "bind 127.0.0.1",
      `dir ${directory}`,
      `${watch} monitor polls 127.0.0.1 ${primaryPort} 2`,
      `${watch} down-after-milliseconds polls 500`,
      `${watch} failover-timeout polls 3000`,
      "",
    ].join("\n"),
  );
  const sentinel = await runProcess({
    name: "sentinel",
    command,
    args: [file, "--sentinel"],
    cwd: directory,
    env: { PATH: process.env.PATH, ...env },
  });
  atFileEnd(`the sentinel on port ${port}`, async () => {
    await sentinel.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  });
  return port;
}

const PRIMARIES = 3;
const SLOTS = 16_384;

/** A cluster of three primaries, each with a replica. */
export async function startCluster(): Promise<RedisGroup> {
  const servers: RunningRedis[] = [];
  const busPorts = new Map<number, number>();
  for (let n = 0; n < 2 * PRIMARIES; n++) {
    const busPort = await freePort();
    const server = await startTestRedis({
      args: [
        ...[...durable, "--cluster-enabled", "yes", "--cluster-port", String(busPort)],
        ...["--cluster-node-timeout", "1000", "--cluster-require-full-coverage", "no"],
      ],
    });
    servers.push(server);
    busPorts.set(server.port, busPort);
  }
  const cluster = (server: RunningRedis, ...words: readonly (string | number)[]) =>
    withServer(server.port, (redis) => redis.call("CLUSTER", ...words) as Promise<string>);
  const [first] = servers;
  if (first === undefined) throw new Error("the cluster has no server");

  for (const [index, server] of servers.slice(0, PRIMARIES).entries()) {
    const from = Math.floor((index * SLOTS) / PRIMARIES);
    const to = Math.floor(((index + 1) * SLOTS) / PRIMARIES) - 1;
    await cluster(server, "ADDSLOTSRANGE", from, to);
  }
  for (const { port } of servers.slice(1)) {
    await cluster(first, "MEET", "127.0.0.1", port, busPorts.get(port) ?? 0);
  }
  const knowAll = async (server: RunningRedis) =>
    (await cluster(server, "INFO")).includes(`cluster_known_nodes:${servers.length}`);
  for (const server of servers) {
    await waitFor(() => knowAll(server), { what: "nodes that know each other" });
  }
  for (const [index, server] of servers.slice(PRIMARIES).entries()) {
    const primary = servers[index] ?? first;
    await cluster(server, "REPLICATE", await cluster(primary, "MYID"));
  }
  const isReplicated = async (server: RunningRedis) =>
    /master_link_status:up/.test(await withServer(server.port, (redis) => redis.info()));
  for (const server of servers.slice(PRIMARIES)) {
    await waitFor(() => isReplicated(server), { what: "a replica with its data" });
  }
  return {
    url: `redis+cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
    async killPrimary() {
      const slot = Number(await cluster(first, "KEYSLOT", "{polls}"));
      const at = Math.floor((slot * PRIMARIES) / SLOTS);
      await kill(servers, servers[at]?.port ?? 0);
    },
  };
}
