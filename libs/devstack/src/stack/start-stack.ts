import fs from "node:fs";
import path from "node:path";
import type { Env } from "@polls/config";
import { parts } from "../parts/index";
import { type LogFile, openLogFile } from "../process/log-file";
import { isPortFree, portNear } from "../process/ports";
import { describeExit } from "../process/run-process";
import { ensureFirstAccount } from "../services/first-account";
import { services, usualMetricsPorts } from "../services/service";
import {
  failIfEnded,
  lastWords,
  parseLogLine,
  portInUse,
  type RunningService,
  startService,
  waitUntilReady,
} from "../services/start-service";
import type { StackSettings } from "../settings";
import { UserError } from "../user-error";
import type { StackPart } from "./part";
import { claimDataDir } from "./stack-file";

export interface StackOptions {
  readonly settings: StackSettings;
  readonly env: Env;
  readonly say: (line: string) => void;
}

const readyDeadlineMs = 60_000;

/** Starts the parts, then the services. `stop` may be called at any time and leaves nothing. */
export function startStack({ settings, env, say }: StackOptions) {
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
    for (const [variable, port] of [
      ["PORT", settings.port],
      ["METRICS_PORT", settings.metricsPort],
    ] as const) {
      if (port !== undefined && !(await isPortFree(port))) throw portInUse(variable, port);
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
          port:
            service.portVariable === "PORT"
              ? settings.port
              : await portNear(usualMetricsPorts.workers),
          metricsPort: settings.metricsPort ?? (await portNear(usualMetricsPorts.gateway)),
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
    /** Resolves when all services are ready. */
    ready: starting.then((account) => {
      if (account === undefined) throw new UserError("The start was interrupted.");
      return { account, logDir };
    }),
    /** Resolves with a sentence when a part or service ends unexpectedly. */
    failed,
    /** Stops everything in reverse order. Call it once. */
    async stop() {
      stopping = true;
      // A part cannot be stopped before it has started, so `stop` waits for the start. It does not
      // wait for services to become ready.
      if (!started) for (const service of running.toReversed()) service.signal("SIGTERM");
      await starting.catch(() => undefined);
      for (const { stop } of ends.toReversed()) await stop().catch(() => undefined);
    },
    /** Kills the services. The servers end with this process. */
    kill() {
      for (const service of running) service.signal("SIGKILL");
    },
  };
}

const warning = 40;

/** Writes a service's log to a file; shows warnings, errors, and what is no log entry. */
function openServiceLog(dir: string, name: string, show: (line: string) => void): LogFile {
  fs.mkdirSync(dir, { recursive: true });
  const log = openLogFile(path.join(dir, `${name}.log`));
  return {
    write(line) {
      log.write(line);
      const entry = parseLogLine(line);
      if (entry === undefined) show(`${name}: ${line}`);
      else if (entry.level >= warning) show(`${name}: ${entry.text}`);
    },
    close: log.close,
  };
}

interface PartsOptions {
  readonly settings: StackSettings;
  readonly env: Env;
  readonly say: (line: string) => void;
  /** Receives the stop function of each started part, in start order. */
  readonly onStarted: (name: string, stop: () => Promise<unknown>) => void;
  readonly onEnded: (name: string, reason: string) => void;
}

/** Starts parts in order. Returns the services' environment, where settings take precedence. */
export async function startParts(parts: readonly StackPart[], options: PartsOptions): Promise<Env> {
  let env = options.env;
  for (const part of parts) {
    if (part.unless?.some((name) => env[name]?.trim())) continue;
    const context = { settings: options.settings, env };
    const started = await timed(`Starting: ${part.name}`, options.say, () => part.start(context));
    if (started.stop !== undefined) options.onStarted(part.name, started.stop);
    void started.ended?.then((reason) => options.onEnded(part.name, reason));
    if (started.says !== undefined) options.say(started.says);
    env = { ...env, ...started.env };
  }
  return env;
}

/** A line is printed whenever this time has passed, so that a slow step is seen to go on. */
const aliveMs = 10_000;
/** The time of a shorter step is of no interest. */
const tellingMs = 100;

/** Does a step of the start, and prints its name and how long it took. */
async function timed<Result>(
  name: string,
  say: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  const line = () => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    return `${name.padEnd(34, " .")} ${seconds.padStart(6)} s`;
  };
  const alive = setInterval(() => say(`${line()}, goes on`), aliveMs);
  try {
    const result = await work();
    if (performance.now() - began >= tellingMs) say(line());
    return result;
  } finally {
    clearInterval(alive);
  }
}
