import { type DestinationStream, type Logger as Pino, pino } from "pino";
import { currentContext } from "./context";
import { redactNames, redactText } from "./redact";

/** `log.info({ facts }, "what happened")`, by pino. `error`: an operator must act. */
export type Logger = Pino;

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: unknown;
  readonly cause?: LoggedError;
}

/** The fields of an error that may be logged. Others may contain values of rows. */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return {
      type: typeof error,
      message: redactText(String(error)),
      stack: undefined,
      code: undefined,
    };
  return {
    type: error.name,
    message: redactText(error.message),
    stack: error.stack === undefined ? undefined : redactText(error.stack),
    code: "code" in error ? error.code : undefined,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/**
 * Creates a logger that writes one JSON object per line to standard output. Every line has the
 * service and the context of the request or job. Fields are redacted by name. Messages and stacks of
 * errors are also redacted by pattern. Other texts are not (docs/reliability.md#secrets-in-logs).
 */
export function createLogger(
  service: string,
  options: { readonly level?: string; readonly destination?: DestinationStream } = {},
): Logger {
  const settings = {
    level: options.level ?? "info",
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...currentContext() }),
    formatters: {
      level: (label: string) => ({ level: label }),
      log: redactNames,
    },
    serializers: {
      err: describeError,
      error: describeError,
    },
  };
  return pino(settings, options.destination ?? standardOutput());
}

/**
 * Node's stream: with no reader of the pipe, pino's faster one retries forever, and the process
 * never ends.
 */
function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", () => undefined);
  return process.stdout;
}

type Complain = (facts: Record<string, unknown>, text: string) => void;

/** Reports a problem once in `everyMs`, with the number of reports that it left out. */
export function rateLimited(
  complain: Complain,
  everyMs = 10_000,
  nowMs: () => number = () => performance.now(),
): Complain {
  const seen = new Map<string, { readonly since: number; suppressed: number }>();
  return (facts, text) => {
    const entry = seen.get(text);
    const now = nowMs();
    if (entry !== undefined && now - entry.since < everyMs) {
      entry.suppressed += 1;
      return;
    }
    complain({ ...facts, suppressed: entry?.suppressed ?? 0 }, text);
    seen.set(text, { since: now, suppressed: 0 });
  };
}
