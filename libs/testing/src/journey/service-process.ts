import path from "node:path";
import {
  describeExit,
  freePort,
  type ProcessExit,
  type RunningService,
  services,
  startService,
  waitUntilReady,
} from "@polls/devstack";
import { atFileEnd } from "../at-file-end";

const root = path.resolve(__dirname, "../../../..");
const readyDeadlineMs = 30_000;
const stopDeadlineMs = 28_000;

export type ServiceName =
  | "gateway"
  | "media-worker"
  | "mail-worker"
  | "payment-worker"
  | "webhook-worker";

export interface ServiceProcessOptions {
  /** What it is told, beside its port. Of this process's environment it sees only where programs and temporary files are. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Without it any free one; it stays the same over restarts. */
  readonly port?: number;
  /** Sources run as they are; built files must have been built. */
  readonly from?: "source" | "dist";
  /** The project that it is of; this one if absent. */
  readonly root?: string;
}

/** A real service in a process of its own, to be treated as badly as a test wants. */
export interface ServiceProcess {
  readonly name: ServiceName;
  readonly port: number;
  readonly url: string;
  /** Where its health and metrics are. */
  readonly metricsUrl: string;
  readonly pid: () => number;
  /** The last lines of its log, of the present process only. */
  readonly log: () => readonly string[];
  /** Starts it, again or for the first time, and waits until it is ready. */
  readonly start: () => Promise<void>;
  /** Asks it to end and waits; insists after 28 s. */
  readonly stop: () => Promise<ProcessExit>;
  /** `kill -9`, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** Freezes it where it is, until it is resumed. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Starts a service and waits until it is ready. It ends with the test file, which fails when it
 * does not end cleanly then.
 */
export async function startServiceProcess(
  name: ServiceName,
  options: ServiceProcessOptions,
): Promise<ServiceProcess> {
  const port = options.port ?? (await freePort());
  const metricsPort = name === "gateway" ? await freePort() : port;
  const service = services.find((each) => each.name === name);
  if (service === undefined) throw new Error(`there is no service ${name}`);
  let running: RunningService | undefined;

  const current = (): RunningService => {
    if (running === undefined) throw new Error(`the ${name} does not run`);
    return running;
  };
  const start = async () => {
    if (running?.isRunning() === true) throw new Error(`the ${name} runs already`);
    running = await startService(service, {
      ...{ root: options.root ?? root, port, metricsPort, from: options.from ?? "source" },
      env: { ...surroundings(), ...options.env },
    });
    await waitUntilReady(running, readyDeadlineMs);
  };
  const stop = async () => {
    // What is frozen hears nothing.
    current().signal("SIGCONT");
    return current().stop({ deadlineMs: stopDeadlineMs });
  };

  atFileEnd(`the ${name}`, async () => {
    if (running?.isRunning() !== true) return;
    const exit = await stop();
    if (exit.code === 0) return;
    const log = running.lastLines().slice(-20).join("\n");
    throw new Error(`ended with ${describeExit(exit)}:\n${log}`);
  });
  await start();
  return {
    ...{ name, port, url: `http://127.0.0.1:${port}`, start, stop },
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    pid: () => current().pid,
    log: () => current().lastLines(),
    kill: async () => {
      await current().stop({ signal: "SIGKILL" });
    },
    pause: () => current().signal("SIGSTOP"),
    resume: () => current().signal("SIGCONT"),
  };
}

const surroundings = () => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  NODE_ENV: "test",
});
