import { within } from "@polls/jobs";
import { redactText } from "@polls/telemetry";

/** `warning`: it works, but an operator should know. `failed`: something does not work. */
export type FindingState = "ok" | "warning" | "failed";

/** The finding of a diagnostic, for operators. It contains no secrets. */
export interface Finding {
  readonly state: FindingState;
  /** One sentence without a period. */
  readonly found: string;
  readonly remedy?: string;
  /** The connections to a read replica that the process opens, and those that it allows. */
  readonly replica?: { readonly opens: number; readonly connections: number };
}

/** A check that is more thorough than readiness: it may write, log in, or start a program. */
export interface Diagnostic {
  readonly name: string;
  /** An error counts as a failure. */
  readonly run: (signal: AbortSignal) => Promise<Finding>;
  /** What the operator can do when `run` throws, or exceeds the deadline. */
  readonly remedy?: string;
}

export interface DiagnosticResult extends Finding {
  readonly check: string;
}

/** The response of `GET /diagnosis`. */
export interface Diagnosis {
  readonly service: string;
  /** The maximum number of connections that the process opens to its database. */
  readonly connections: number;
  readonly results: readonly DiagnosticResult[];
}

/** A diagnostic that takes longer fails. */
const DIAGNOSTIC_MS = 5_000;

/** Runs all diagnostics concurrently. Each ends with a finding before the deadline. */
export const diagnose = (
  diagnostics: readonly Diagnostic[],
  deadlineMs: number = DIAGNOSTIC_MS,
): Promise<readonly DiagnosticResult[]> =>
  Promise.all(
    diagnostics.map(async (diagnostic) => ({
      check: diagnostic.name,
      ...(await findingOf(diagnostic, deadlineMs)),
    })),
  );

function findingOf({ run, remedy }: Diagnostic, deadlineMs: number): Promise<Finding> {
  const timeout = new AbortController();
  const finding = Promise.resolve()
    .then(() => run(timeout.signal))
    .catch((error: unknown) => failed(redactText(reasonOf(error)), remedy));
  return within(deadlineMs, finding, () => {
    timeout.abort();
    return failed(`no answer within ${deadlineMs / 1_000} s`, remedy);
  });
}

/** The message of an error, or its code, because some errors of Node have no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first instanceof Error) return reasonOf(first);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}

/** The part works. */
export const ok = (found: string): Finding => ({ state: "ok", found });

/** The part works, but an operator should change something. */
export const warning = (found: string, remedy: string): Finding => ({
  state: "warning",
  found,
  remedy,
});

/** The part does not work. */
export const failed = (found: string, remedy?: string): Finding => ({
  state: "failed",
  found,
  ...(remedy === undefined ? {} : { remedy }),
});

/** Shares a call of `work` between concurrent requests, and keeps its result for `keepMs`. */
export function shared<Result>(work: () => Promise<Result>, keepMs: number): () => Promise<Result> {
  let latest: { readonly result: Promise<Result>; endedAt: number | undefined } | undefined;
  return () => {
    if (latest?.endedAt !== undefined && performance.now() - latest.endedAt >= keepMs) {
      latest = undefined;
    }
    if (latest === undefined) {
      const entry = { result: work(), endedAt: undefined as number | undefined };
      const end = () => {
        entry.endedAt = performance.now();
      };
      entry.result.then(end, end);
      latest = entry;
    }
    return latest.result;
  };
}
