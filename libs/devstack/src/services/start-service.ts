import path from "node:path";
import type { Env } from "@polls/config";
import { askUntil, describeExit, type RunningProcess, runProcess } from "../process/run-process";
import { UserError } from "../user-error";
import type { Service } from "./service";

export interface ServiceOptions {
  readonly root: string;
  readonly from: "dist" | "source";
  /** The port for requests of a gateway, or for health checks of a worker. */
  readonly port: number;
  /** The port for metrics of a gateway. By default any available port. */
  readonly metricsPort?: number;
  readonly env: Env;
  readonly onLine?: (line: string) => void;
}

export interface RunningService extends RunningProcess {
  readonly port: number;
  /** The variable by which the user names the ports. Undefined: they are chosen at each start. */
  readonly portVariable: "PORT" | undefined;
  /** The port of health and metrics. 0 if the service chose it. */
  readonly metricsPort: number;
  readonly url: string;
}

const probeDeadlineMs = 2_000;
/** The level of a log entry after which a service ends. */
const fatal = 60;

/** Starts a service process. Use `waitUntilReady` before sending requests. */
export async function startService(
  { name, portVariable, nodeArguments = [] }: Service,
  { root, from, port, metricsPort = 0, env, onLine }: ServiceOptions,
): Promise<RunningService> {
  const running = await runProcess({
    name,
    command: process.execPath,
    args: [...nodeArguments, ...nodeArgs(from, `services/${name}`, "main")],
    cwd: root,
    env: {
      ...env,
      METRICS_PORT: String(metricsPort),
      [portVariable]: String(port),
      EXIT_WITH_PARENT: "1",
    },
    ...(onLine === undefined ? {} : { onLine }),
  });
  const ofHealth = portVariable === "METRICS_PORT" ? port : metricsPort;
  return {
    ...running,
    port,
    portVariable: portVariable === "PORT" ? portVariable : undefined,
    metricsPort: ofHealth,
    url: `http://127.0.0.1:${port}`,
  };
}

/** The same sentence as in scripts/setup/check-ports.mjs, because another program can take a port after that. */
export const portInUse = (variable: "PORT" | "METRICS_PORT", port: number): UserError =>
  new UserError(
    `Port ${port} is in use: name a free one with ${variable}, for example ${variable}=${port + 1} npm start.`,
  );

/** Whether a service has ended or has given up. What answers on its port is then another program. */
const hasFailed = (service: RunningService): boolean =>
  !service.isRunning() || service.lastLines().some((line) => parseLogLine(line)?.level === fatal);

/** Throws `UserError` if a service has ended or has given up. */
export async function failIfEnded(service: RunningService): Promise<void> {
  if (!hasFailed(service)) return;
  const words = lastWords(service);
  const taken = /EADDRINUSE.*:(\d+)/.exec(words)?.[1];
  const { port, portVariable } = service;
  if (portVariable !== undefined && taken === String(port)) throw portInUse(portVariable, port);
  if (taken !== undefined) {
    const remedy = portVariable === undefined ? "" : ", or name a free one with METRICS_PORT";
    throw new UserError(
      `Another program took port ${taken} during the start: start again${remedy}.`,
    );
  }
  const exit = describeExit(await service.stop());
  throw new UserError(`The ${service.name} ended during its start (${exit}): ${words}`);
}

/** Waits until `/readyz` returns 200. Throws `UserError` if it ends or is late. */
export async function waitUntilReady(service: RunningService, deadlineMs: number): Promise<void> {
  let said = "it does not answer";
  const outcome = await askUntil(
    async () => {
      if (hasFailed(service)) return "ended";
      const answer = await probe(service.url);
      if (answer?.status === 200) return "ready";
      said = answer?.text ?? said;
      return undefined;
    },
    { deadlineMs, everyMs: 50 },
  );
  if (outcome === "ready") return;
  await failIfEnded(service);
  throw new UserError(`The ${service.name} is not ready after ${deadlineMs / 1_000} s: ${said}`);
}

async function probe(url: string): Promise<{ status: number; text: string } | undefined> {
  try {
    const response = await fetch(`${url}/readyz`, {
      signal: AbortSignal.timeout(probeDeadlineMs),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** The message of the last error in a log, or of its last line. */
export function lastWords({ lastLines }: Pick<RunningProcess, "lastLines">): string {
  const entries = lastLines().map((line) => parseLogLine(line) ?? { level: 0, text: line });
  const telling = entries.findLast(({ level }) => level >= 50) ?? entries.at(-1);
  return telling?.text ?? "it said nothing";
}

export interface LogEntry {
  /** Levels of pino: 30 info, 40 warn, 50 error, 60 fatal. */
  readonly level: number;
  readonly text: string;
}

const levels: Readonly<Record<string, number>> = { info: 30, warn: 40, error: 50, fatal: 60 };

/** Parses a line of a service's log. `undefined` if it is not a log entry. */
export function parseLogLine(line: string): LogEntry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: unknown;
      msg?: unknown;
      err?: { message?: unknown };
    };
    const number = typeof level === "number" ? level : levels[String(level)];
    if (number === undefined) return undefined;
    return {
      level: number,
      text: [msg, err?.message].filter((part) => typeof part === "string").join(": "),
    };
  } catch {
    return undefined;
  }
}

/** Arguments with which Node runs TypeScript sources. */
export const fromSource: readonly string[] = [
  "--conditions=@polls/source",
  "--require",
  path.resolve(__dirname, "../../../../scripts/typescript.cjs"),
];

/** Node's arguments for a file of a package: the built file or the TypeScript source. */
export const nodeArgs = (
  from: "dist" | "source",
  packageDir: string,
  file: string,
): readonly string[] =>
  from === "dist"
    ? [path.join(packageDir, "dist", `${file}.js`)]
    : [...fromSource, path.join(packageDir, "src", `${file}.ts`)];
