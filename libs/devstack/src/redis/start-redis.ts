import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { portOfAttempt } from "../process/ports";
import {
  askUntil,
  type ProcessExit,
  type RunningProcess,
  runProcess,
} from "../process/run-process";
import { UserError } from "../user-error";
import type { RedisProgram } from "./find-redis";

export interface RedisOptions {
  readonly program: RedisProgram;
  /** The directory of its append-only file. Without it, no data is stored. */
  readonly dir?: string;
  /** By default any available port. */
  readonly port?: number;
  /** The port where it is free when the server starts, else any free one. */
  readonly usualPort?: number;
  readonly args?: readonly string[];
}

export interface RunningRedis {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<ProcessExit>;
  readonly lastLines: () => readonly string[];
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stop: (options?: { readonly signal?: NodeJS.Signals }) => Promise<void>;
}

const startDeadlineMs = 20_000;
const stopDeadlineMs = 10_000;
const attempts = 3;
const portFile = "port";

/**
 * Starts a Redis that evicts no keys, as BullMQ requires, and waits until it answers. It ends with
 * this process. Throws `UserError` if it does not start.
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  if (options.dir !== undefined) {
    fs.mkdirSync(options.dir, { recursive: true });
    await endOrphan(options.dir);
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(
        options,
        options.port ?? (await portOfAttempt(attempt, options.usualPort)),
      );
    } catch (error) {
      // Another program may take an available port before the server binds it.
      if (options.port !== undefined || attempt === attempts) throw error;
    }
  }
}

async function start(options: RedisOptions, port: number): Promise<RunningRedis> {
  const ephemeral = options.dir === undefined;
  const dir = path.resolve(
    options.dir ?? fs.mkdtempSync(path.join(os.tmpdir(), "polls-redis-data-")),
  );
  const { program } = options;
  const server = await runProcess({
    name: "Redis",
    command: program.command,
    args: [
      ...["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", ""],
      ...["--maxmemory-policy", "noeviction", "--appendonly", ephemeral ? "no" : "yes"],
      ...(options.args ?? []),
    ],
    env: { PATH: process.env.PATH, ...program.env },
    cwd: "/",
    ending: ephemeral ? { remove: dir } : {},
  });
  try {
    await waitUntilReady(server, port);
  } catch (error) {
    if (ephemeral) fs.rmSync(dir, { recursive: true, force: true });
    throw error;
  }
  if (!ephemeral) fs.writeFileSync(path.join(dir, portFile), String(port));
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: server.pid,
    exited: server.exited,
    lastLines: server.lastLines,
    signal: server.signal,
    async stop(stopOptions = {}) {
      await server.stop({ deadlineMs: stopDeadlineMs, ...stopOptions });
      fs.rmSync(ephemeral ? dir : path.join(dir, portFile), { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(server: RunningProcess, port: number): Promise<void> {
  const ready = await askUntil(
    async () => {
      if (!server.isRunning()) return false;
      return (await answers(port, server.pid)) ? true : undefined;
    },
    { deadlineMs: startDeadlineMs },
  );
  if (ready === true) return;
  await server.stop({ signal: "SIGKILL" });
  const reason = server.lastLines().at(-1) ?? "it said nothing";
  throw new UserError(`Redis did not start on port ${port}: ${reason}`);
}

/** Whether this process answers on the port, and not another server. */
async function answers(port: number, pid: number): Promise<boolean> {
  const facts = await askRedis(port, ["INFO", "server"]);
  if (facts?.includes(`process_id:${pid}\r\n`) !== true) return false;
  return (await askRedis(port, ["PING"])) === "+PONG\r\n";
}

/** Ends a server that a killed process left, if it confirms that it uses these files. */
async function endOrphan(dir: string): Promise<void> {
  const file = path.join(dir, portFile);
  if (!fs.existsSync(file)) return;
  const port = Number(fs.readFileSync(file, "utf8"));
  const answer = await askRedis(port, ["CONFIG", "GET", "dir"]);
  if (answer?.split("\r\n").includes(fs.realpathSync(dir)) === true) {
    await askRedis(port, ["SHUTDOWN"]);
    await askUntil(
      async () => ((await askRedis(port, ["PING"])) === undefined ? true : undefined),
      {
        deadlineMs: 10_000,
      },
    );
  }
  fs.rmSync(file);
}

const answerDeadlineMs = 1_000;

/** The first chunk of a local Redis server's raw response to a command, if it responds. */
export function askRedis(port: number, words: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(encode(words)));
    socket.setTimeout(answerDeadlineMs, () => socket.destroy());
    socket.once("data", (bytes) => {
      resolve(bytes.toString());
      socket.destroy();
    });
    socket.once("error", () => resolve(undefined));
    socket.once("close", () => resolve(undefined));
  });
}

const encode = (words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`;
