import { within } from "@polls/jobs";
import { redactText } from "@polls/telemetry";

/** `warning`: it works, and an operator should know. `failed`: something does not work. */
export type FindingState = "ok" | "warning" | "failed";

/** What a diagnostic found, for the operator of the service. It has no secrets. */
export interface Finding {
  readonly state: FindingState;
  /** One sentence without a dot. */
  readonly found: string;
  /** What the operator can do about it. */
  readonly remedy?: string;
}

/** A closer look at a part than readiness has: it may write, log in, or start a program. */
export interface Diagnostic {
  readonly name: string;
  /** What it throws is a failure. */
  readonly run: (signal: AbortSignal) => Promise<Finding>;
  /** What the operator can do where it throws, or gives no answer in time. */
  readonly remedy?: string;
}

/** A finding with the name of its diagnostic. */
export interface DiagnosticResult extends Finding {
  readonly check: string;
}

/** What `GET /diagnosis` answers. */
export interface Diagnosis {
  readonly service: string;
  /** The most connections that the process opens to its database. */
  readonly connections: number;
  readonly results: readonly DiagnosticResult[];
}

/** A diagnostic that takes longer has failed. */
const DIAGNOSTIC_MS = 5_000;

/** Runs all diagnostics at once. Each of them ends with a finding, in time. */
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

/** Node has no message for some errors, only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first instanceof Error) return reasonOf(first);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}

export const ok = (found: string): Finding => ({ state: "ok", found });

export const warning = (found: string, remedy: string): Finding => ({
  state: "warning",
  found,
  remedy,
});

export const failed = (found: string, remedy?: string): Finding => ({
  state: "failed",
  found,
  ...(remedy === undefined ? {} : { remedy }),
});

/**
 * Lets requests that come together share one call of `work`, and those of the next `keepMs` its result: no
 * number of requests makes it run more often.
 */
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
