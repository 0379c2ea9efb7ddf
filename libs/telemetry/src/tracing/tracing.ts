/** Facts of a span: ids, counts, patterns and outcomes, never a secret, a path or a text of users. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** `server` answers a request, `producer` publishes a job, `consumer` runs one. */
export type SpanKind = "internal" | "server" | "producer" | "consumer";

/** A piece of work in a trace. Its methods never throw. */
export interface Span {
  /** The header of W3C Trace Context by which further work joins the trace. */
  readonly traceparent: string;
  /** Begins a span below this one. */
  child(name: string, facts?: SpanFacts): Span;
  rename(name: string): void;
  note(facts: SpanFacts): void;
  /** A span that is never ended is not exported. */
  end(outcome?: "ok" | "failed"): void;
}

export interface NewSpan {
  readonly name: string;
  readonly kind: SpanKind;
  /** The `traceparent` of the work that causes this one; absent or malformed: a new trace begins. */
  readonly parent?: string | undefined;
  /** A `traceparent` that this work has to do with, although it is in another trace. */
  readonly link?: string | undefined;
  readonly facts?: SpanFacts;
  /** How long ago the work began; 0 where absent. */
  readonly agoMs?: number;
}

/** The traces of a process (docs/operations.md#traces). Where they are off there is no such object. */
export interface Tracing {
  start(span: NewSpan): Span;
  /** Exports what is left, for two seconds at most. */
  close(): Promise<void>;
}

/** Where traces go. */
export interface TraceSettings {
  /** The collector: OTLP over HTTP, without the path `/v1/traces`. */
  readonly endpoint: string;
  /** The share of requests that are traced. */
  readonly share: number;
}

/** Runs work in a span below `parent`; where there is none, it only runs the work. */
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
