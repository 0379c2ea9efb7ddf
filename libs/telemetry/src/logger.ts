import { type DestinationStream, type Logger as Pino, pino } from "pino";
import { currentContext } from "./context";
import { redactText } from "./redact";
import { redactNames } from "./redact-names";

/** pino: `log.info({ facts }, "what happened")`. `error` means that an operator must act. */
export type Logger = Pino;

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: unknown;
  readonly cause?: LoggedError;
}

/**
 * The fields of an error that may be logged: errors of a driver have values of rows in their own fields.
 */
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
 * A logger that writes one JSON object a line to standard output. Every line has the service and the
 * context of the request or job. Secrets are redacted by name, and by form inside addresses and error
 * messages (docs/reliability.md#secrets-in-logs).
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
 * The stream of Node instead of the faster one of pino, which retries its last lines forever when the pipe
 * has no reader, so that the process never ends.
 */
function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", () => undefined);
  return process.stdout;
}
