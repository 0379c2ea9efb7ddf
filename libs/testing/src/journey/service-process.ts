import path from "node:path";
import {
  describeExit,
  freePort,
  type RunningService,
  serviceNamed,
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
  /**
   * The environment beside its port. It inherits only the paths of programs and temporary files.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** By default any available port. It stays the same when the service restarts. */
  readonly port?: number;
  /** Sources run without a build; built files must have been built. */
  readonly from?: "source" | "dist";
  /** The root of the project. The default is this project. */
  readonly root?: string;
}

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

/**
 * Starts a service for the test file and waits until it is ready. The file fails if the service
 * does not end cleanly.
 */
export async function startServiceProcess(name: ServiceName, options: ServiceProcessOptions) {
  const port = options.port ?? (await freePort());
  const metricsPort = name === "gateway" ? await freePort() : port;
  const service = serviceNamed(name);
  let running: RunningService | undefined;

  const current = (): RunningService => {
    if (running === undefined) throw new Error(`the ${name} does not run`);
    return running;
  };
  const start = async () => {
    if (running?.isRunning() === true) throw new Error(`the ${name} is already running`);
    running = await startService(service, {
      root: options.root ?? root,
      port,
      metricsPort,
      from: options.from ?? "source",
      env: { ...surroundings(), ...options.env },
    });
    await waitUntilReady(running, readyDeadlineMs);
  };
  const stop = async () => {
    // A suspended process does not handle signals.
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
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    /** Starts the service, or restarts it, and waits until it is ready. */
    start,
    /** Stops the service with SIGTERM and waits. Kills it after 28 s. */
    stop,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    pid: () => current().pid,
    log: () => current().lastLines(),
    /** Kills the service with SIGKILL and waits until the process has ended. */
    kill: async () => {
      await current().stop({ signal: "SIGKILL" });
    },
    /** Suspends the process until `resume`. */
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
