import { setFlagsFromString } from "node:v8";
import type { OutgoingProxy } from "@polls/config";
import {
  createLogger,
  createMetrics,
  type Logger,
  type Metrics,
  openTracing,
  rateLimited,
  type TraceSettings,
  type Tracing,
} from "@polls/telemetry";
import { Lifecycle } from "./lifecycle";
import { useProxy } from "./outgoing-proxy";
import { trustAuthorities } from "./trust-authorities";

export interface ServiceContext {
  readonly life: Lifecycle;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined when tracing is off. */
  readonly tracing: Tracing | undefined;
}

export interface ProcessConfig {
  readonly logLevel: string;
  /** Undefined when tracing is off. No tracing code is then loaded. */
  readonly traces?: TraceSettings | undefined;
  /** Whether to end when the parent process ends. A parent that is killed cannot send a signal. */
  readonly exitWithParent: boolean;
  readonly production: boolean;
  /** Settings that production does not allow, or allows because it was told to. */
  readonly unsafeSettings: readonly string[];
  /** Certificates of private authorities that all connections trust. */
  readonly extraAuthorities: readonly string[];
  /** The proxy of outgoing `https:` connections. */
  readonly proxy: OutgoingProxy | undefined;
  /** Variables with a known prefix and an unknown name. */
  readonly unknownVariables: readonly string[];
}

/** 0: ended as requested. 1: a defect, or a part did not close. 2: invalid configuration. */
type ExitCode = 0 | 1 | 2;

/** The interval between two log lines about a collector that refuses spans. */
const TRACES_LOG_MS = 60_000;

/** Errors whose message is enough for operators: wrong settings of environment or server. */
const configurationErrors: ReadonlySet<string> = new Set(["InvalidEnvironment", "WrongSetting"]);

/**
 * Runs a service for the life of its process. SIGTERM, SIGINT, the end of the parent or a defect
 * end it, and a second signal exits at once (docs/reliability.md#ending-a-process).
 */
export async function runService<Config extends ProcessConfig>(
  name: string,
  loadConfig: () => Config,
  start: (config: Config, context: ServiceContext) => Promise<void>,
): Promise<void> {
  // A service is one busy thread (docs/adr/0132-young-garbage-is-collected-by-one-thread.md).
  setFlagsFromString("--no-parallel-scavenge");
  const config = readConfig(name, loadConfig);
  if (config.extraAuthorities.length > 0) trustAuthorities(config.extraAuthorities);
  if (config.proxy !== undefined) useProxy(config.proxy);
  const log = createLogger(name, { level: config.logLevel });
  for (const variable of config.unknownVariables) {
    log.warn({ variable }, `no variable is named ${variable}: it has no effect`);
  }
  if (config.production) for (const setting of config.unsafeSettings) log.warn(setting);
  const ended = endOfLife(process.versions.node);
  // `npm start` has said it once for all.
  if (ended !== undefined && !config.exitWithParent) log.warn(ended);
  const life = new Lifecycle();
  const metrics = createMetrics(name);

  let exitCode: ExitCode = 0;
  const end = async (why: string, code: ExitCode, announced = false): Promise<void> => {
    if (code !== 0) exitCode = code;
    const ended = life.signal.aborted;
    if (!ended) log.info({ why }, "ending");
    const problems = await life.end({ announced });
    if (ended) return;
    for (const error of problems) log.error({ err: error }, "not ended cleanly");
    process.exit(problems.length === 0 ? exitCode : 1);
  };
  endBySignal((signal) => end(signal, 0, true));
  const onDefect = (error: unknown) => {
    log.fatal({ err: error }, "defect");
    void end("defect", 1);
  };
  process.on("uncaughtException", onDefect);
  process.on("unhandledRejection", onDefect);
  if (config.exitWithParent) watchParent(() => void end("the parent is gone", 0));

  try {
    const tracing = await openTraces(name, config.traces, { life, log });
    await start(config, { life, log, metrics, tracing });
    if (!life.signal.aborted) log.info("ready");
  } catch (error) {
    // A part that is starting when the end begins fails because of the end.
    if (life.signal.aborted) return;
    if (isConfigurationError(error)) {
      log.fatal(error.message);
      await end("cannot start as configured", 2);
    } else {
      log.fatal({ err: error }, "did not start");
      await end("did not start", 1);
    }
  }
}

/** Starts tracing first, so that it ends last. */
async function openTraces(
  service: string,
  settings: TraceSettings | undefined,
  { life, log }: Pick<ServiceContext, "life" | "log">,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const complain = rateLimited((facts, text) => log.warn(facts, text), TRACES_LOG_MS);
  const onError = (err: Error) => complain({ err }, "traces are not exported");
  const tracing = await openTracing({ ...settings, service, onError });
  return life.add("traces", tracing, () => tracing.close());
}

const isConfigurationError = (error: unknown): error is Error =>
  error instanceof Error && configurationErrors.has(error.name);

function readConfig<Config>(name: string, loadConfig: () => Config): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    return process.exit(2);
  }
}

function endBySignal(end: (signal: string) => Promise<void>): void {
  let isEnding = false;
  const onSignal = (signal: string) => {
    if (isEnding) process.exit(1);
    isEnding = true;
    void end(signal);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

/** The end of a parent closes standard input, and the IPC channel if there is one. */
function watchParent(gone: () => void): void {
  process.once("disconnect", gone);
  for (const event of ["end", "close", "error"]) process.stdin.once(event, gone);
  process.stdin.resume();
}

/** What to say about a Node without fixes. The same rule as in scripts/setup/check-node.mjs. */
export function endOfLife(version: string): string | undefined {
  const major = Number.parseInt(version, 10);
  return major < 22
    ? `Node ${major} still works, but has reached its end of life: better run Node 22 or 24`
    : undefined;
}
