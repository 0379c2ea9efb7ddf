/** Ids, counts, patterns and outcomes. Never a secret, a path or a text of users. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** `server` handles a request, `producer` publishes a job, `consumer` runs a job. */
export type SpanKind = "internal" | "server" | "producer" | "consumer";

/** A unit of work in a trace. Its methods never throw. */
export interface Span {
  /** The W3C Trace Context header with which further work joins the trace. */
  readonly traceparent: string;
  child(name: string, facts?: SpanFacts): Span;
  rename(name: string): void;
  note(facts: SpanFacts): void;
  /** Ends the span. A span that never ends is not exported. */
  end(outcome?: "ok" | "failed"): void;
}

export interface NewSpan {
  readonly name: string;
  readonly kind: SpanKind;
  /** The `traceparent` of the cause. A new trace begins if it is absent or malformed. */
  readonly parent?: string | undefined;
  /** A `traceparent` of related work in another trace. */
  readonly link?: string | undefined;
  readonly facts?: SpanFacts;
  /** How long ago the work began. The default is 0. */
  readonly agoMs?: number;
}

/** The tracing of a process (docs/operations.md#traces). Absent when it is off. */
export interface Tracing {
  start(span: NewSpan): Span;
  /** Exports the remaining spans, for at most two seconds. */
  close(): Promise<void>;
}

export interface TraceSettings {
  /** The address of the collector: OTLP over HTTP, without the path `/v1/traces`. */
  readonly endpoint: string;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
}

/** Runs work in a child span of `parent`. Without a parent, only runs the work. */
export const inSpan = <Result>(
  parent: Span | undefined,
  name: string,
  work: () => Promise<Result>,
  facts?: SpanFacts,
): Promise<Result> => (parent === undefined ? work() : endAfter(parent.child(name, facts), work));

async function endAfter<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end("failed");
    throw error;
  }
}
