import { createLogger, createMetrics, type Logger, type Metrics } from "@polls/telemetry";
import { Lifecycle } from "./lifecycle";

/** What a service gets from its process. */
export interface ServiceContext {
  readonly life: Lifecycle;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface ServiceOptions {
  readonly logLevel?: string | undefined;
  /** End when the parent process is gone, which a killed parent cannot ask for. */
  readonly exitWithParent?: boolean | undefined;
}

/** 0: ended as asked; 1: a defect, or something could not be closed; 2: could not start as configured. */
type ExitCode = 0 | 1 | 2;

/**
 * Runs a service for the life of its process: starts it, ends it on SIGTERM, SIGINT, the loss of
 * its parent or a defect, and sets the exit code. A second signal exits at once. An error whose
 * name is `InvalidEnvironment` or `WrongSetting` is told in its own words, without a stack.
 */
export async function runService(
  name: string,
  start: (context: ServiceContext) => Promise<void>,
  options: ServiceOptions = {},
): Promise<void> {
  const log = createLogger(name, options.logLevel === undefined ? {} : { level: options.logLevel });
  const life = new Lifecycle();
  const metrics = createMetrics(name);
  let asked = false;

  const end = async (why: string, code: ExitCode): Promise<void> => {
    if (life.signal.aborted) return;
    log.info({ why }, "ending");
    const problems = await life.end();
    for (const error of problems) log.error({ err: error }, "not ended cleanly");
    exit(problems.length === 0 ? code : 1);
  };
  const onSignal = (signal: string) => {
    if (asked) exit(1);
    asked = true;
    void end(signal, 0);
  };
  const onDefect = (error: unknown) => {
    log.fatal({ err: error }, "defect");
    void end("defect", 1);
  };

  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  process.on("uncaughtException", onDefect);
  process.on("unhandledRejection", onDefect);
  if (options.exitWithParent === true) watchParent(() => void end("parent is gone", 0));

  try {
    await start({ life, log, metrics });
    if (!life.signal.aborted) log.info("ready");
  } catch (error) {
    if (life.signal.aborted) return;
    const expected = error instanceof Error && configurationErrors.has(error.name);
    if (expected) log.fatal(error.message);
    else log.fatal({ err: error }, "did not start");
    await end("did not start", expected ? 2 : 1);
  }
}

const configurationErrors: ReadonlySet<string> = new Set(["InvalidEnvironment", "WrongSetting"]);

/** A parent that dies closes its end of standard input, and of the IPC channel where there is one. */
function watchParent(gone: () => void): void {
  process.once("disconnect", gone);
  process.stdin.once("end", gone);
  process.stdin.once("close", gone);
  process.stdin.once("error", gone);
  process.stdin.resume();
}

function exit(code: ExitCode): never {
  process.exit(code);
}
