import path from "node:path";
import type { Env } from "@polls/config";
import { parts } from "../parts/index";
import { isPortFree, portNear } from "../process/ports";
import { describeExit } from "../process/run-process";
import { ensureFirstAccount, type FirstAccount } from "../services/first-account";
import { services, usualMetricsPort } from "../services/service";
import { openServiceLog } from "../services/service-log";
import {
  failIfEnded,
  lastWords,
  portInUse,
  type RunningService,
  startService,
  waitUntilReady,
} from "../services/start-service";
import type { StackSettings } from "../settings";
import { UserError } from "../user-error";
import { claimDataDir } from "./stack-file";
import { startParts } from "./start-parts";
import { timed } from "./timed";

export interface StackOptions {
  readonly settings: StackSettings;
  readonly env: Env;
  /** Prints a line for the user. */
  readonly say: (line: string) => void;
}

/** The running or starting parts and services. */
export interface Stack {
  /** Resolves when all services are ready. */
  readonly ready: Promise<{ readonly account: FirstAccount; readonly logDir: string }>;
  /** Resolves with a sentence when a part or service ends unexpectedly. */
  readonly failed: Promise<string>;
  /** Stops everything in reverse order. Call it once. */
  readonly stop: () => Promise<void>;
  /** Kills the services. The servers end with this process. */
  readonly kill: () => void;
}

const readyDeadlineMs = 60_000;

/** Starts the parts, then the services. `stop` may be called at any time and leaves nothing. */
export function startStack({ settings, env, say }: StackOptions): Stack {
  const ends: { readonly name: string; readonly stop: () => Promise<unknown> }[] = [];
  const running: RunningService[] = [];
  const logDir = path.join(settings.dataDir, "logs");
  let stopping = false;
  let started = false;
  let fail: (sentence: string) => void = () => undefined;
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  const onEnded = (name: string, reason: string) => {
    if (!stopping) fail(`${name} ended unexpectedly (${reason}): everything stops.`);
  };

  const startAll = async () => {
    const claim = await claimDataDir(settings.dataDir);
    ends.push({ name: "claim", stop: async () => claim.release() });
    if (!(await isPortFree(settings.port))) {
      throw portInUse(settings.port);
    }
    const serviceEnv: Env = {
      ...(await startParts(parts, {
        settings,
        env,
        say,
        onEnded,
        onStarted: (name, stop) => ends.push({ name, stop }),
      })),
      BASE_URL: settings.baseUrl,
      DATA_DIR: settings.dataDir,
      // By default, only this machine can connect to the stack of a developer.
      HOST: settings.host,
    };
    const startServices = async () => {
      for (const service of services) {
        if (stopping) return;
        const log = openServiceLog(logDir, service.name, say);
        const process = await startService(service, {
          root: settings.root,
          from: settings.from,
          env: serviceEnv,
          onLine: log.write,
          port: service.portVariable === "PORT" ? settings.port : await portNear(usualMetricsPort),
          metricsPort: await portNear(settings.metricsPort),
        });
        running.push(process);
        ends.push({ name: service.name, stop: () => process.stop().then(log.close) });
      }
      await Promise.all(running.map((service) => waitUntilReady(service, readyDeadlineMs)));
    };
    await timed("Starting the services", say, startServices);
    if (stopping) return;
    for (const service of running) {
      void service.exited.then((exit) =>
        onEnded(
          `The ${service.name}`,
          `${describeExit(exit)}; it last said: ${lastWords(service)}`,
        ),
      );
    }
    claim.publish({
      baseUrl: settings.baseUrl,
      databaseUrl: String(serviceEnv.DATABASE_URL),
      ...(serviceEnv.REDIS_URL === undefined ? {} : { redisUrl: serviceEnv.REDIS_URL }),
      services: Object.fromEntries(
        running.map(({ name, pid, port, metricsPort }) => [name, { pid, port, metricsPort }]),
      ),
    });
    const [gateway] = running;
    const account = await timed("Finding the first account", say, () =>
      ensureFirstAccount({
        root: settings.root,
        from: settings.from,
        dataDir: settings.dataDir,
        env: serviceEnv,
        url: gateway?.url ?? settings.baseUrl,
      }),
    );
    for (const service of running) await failIfEnded(service);
    return account;
  };

  const starting = startAll().finally(() => {
    started = true;
  });
  starting.catch(() => undefined);
  return {
    ready: starting.then((account) => {
      if (account === undefined) throw new UserError("The start was interrupted.");
      return { account, logDir };
    }),
    failed,
    async stop() {
      stopping = true;
      // A part cannot be stopped before it has started, so `stop` waits for the start. It does not
      // wait for services to become ready.
      if (!started) for (const service of running.toReversed()) service.signal("SIGTERM");
      await starting.catch(() => undefined);
      for (const { stop } of ends.toReversed()) await stop().catch(() => undefined);
    },
    kill() {
      for (const service of running) service.signal("SIGKILL");
    },
  };
}
