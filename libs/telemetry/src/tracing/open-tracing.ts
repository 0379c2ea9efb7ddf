import { setTimeout as pause } from "node:timers/promises";
import type * as Api from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { NewSpan, Span, SpanFacts, SpanKind, TraceSettings, Tracing } from "./tracing";

export interface OpenTracingOptions extends TraceSettings {
  readonly service: string;
  /** Called for each batch that the collector did not accept. */
  readonly onError: (error: Error) => void;
  /** Replaces the default times, in tests. */
  readonly tuning?: { readonly everyMs?: number; readonly exportMs?: number };
}

/** Spans that wait for an export: further ones are dropped. They need a few megabytes. */
const MOST_WAITING = 4_096;
const MOST_OF_EXPORT = 512;
/** Concurrent exports: normally one, and at the end one for each waiting batch. */
const MOST_EXPORTS = MOST_WAITING / MOST_OF_EXPORT + 1;
const EVERY_MS = 2_000;
/** Timeout for a response of the collector. */
const EXPORT_MS = 5_000;
const CLOSE_MS = 2_000;

/**
 * Starts tracing: only this loads OpenTelemetry. Spans are exported in the background, and dropped
 * while the collector is away or hangs.
 */
export async function openTracing(options: OpenTracingOptions): Promise<Tracing> {
  const { service, endpoint, share, onError, tuning = {} } = options;
  const { everyMs = EVERY_MS, exportMs = EXPORT_MS } = tuning;
  const [api, { parseTraceParent }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/core"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: exportMs,
    concurrencyLimit: MOST_EXPORTS,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": `polls-${service}` }),
    // A job is traced if its request is traced.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reporting(exporter, onError),
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: MOST_OF_EXPORT,
        scheduledDelayMillis: everyMs,
        exportTimeoutMillis: exportMs,
      }),
    ],
  });
  const tracer = provider.getTracer("polls");
  const adapter = spanAdapter(api, tracer);
  const contextOf = (traceparent: string | undefined) =>
    (traceparent === undefined ? undefined : parseTraceParent(traceparent)) ?? undefined;

  return {
    start({ name, kind, parent, link, facts = {}, agoMs = 0 }: NewSpan): Span {
      const linked = contextOf(link);
      const above = contextOf(parent);
      const context = above && api.trace.setSpanContext(api.ROOT_CONTEXT, above);
      return adapter(
        tracer.startSpan(
          name,
          {
            kind: kindsOf(api)[kind],
            attributes: facts,
            startTime: Date.now() - agoMs,
            ...(linked === undefined ? {} : { links: [{ context: linked }] }),
          },
          context ?? api.ROOT_CONTEXT,
        ),
      );
    },
    async close() {
      const deadline = new AbortController();
      const late = pause(CLOSE_MS, undefined, { signal: deadline.signal });
      // The exporter has already reported errors of this call.
      await Promise.race([provider.shutdown(), late]).catch(() => undefined);
      late.catch(() => undefined);
      deadline.abort();
    },
  };
}

const kindsOf = ({ SpanKind }: typeof Api): Readonly<Record<SpanKind, Api.SpanKind>> => ({
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
});

/** Converts spans of OpenTelemetry to the interface of this project. */
const spanAdapter = (api: typeof Api, tracer: Api.Tracer) => {
  const adapt = (span: Api.Span): Span => {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
      child: (name: string, facts: SpanFacts = {}) =>
        adapt(
          tracer.startSpan(name, { attributes: facts }, api.trace.setSpan(api.ROOT_CONTEXT, span)),
        ),
      rename: (name) => void span.updateName(name),
      note: (facts) => void span.setAttributes(facts),
      end(outcome = "ok") {
        if (outcome === "failed") span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return adapt;
};

/** Wraps an exporter to report its failures, which the batch processor would hide. */
const reporting = (exporter: SpanExporter, onError: (error: Error) => void): SpanExporter => ({
  export(spans, resolve) {
    exporter.export(spans, (result) => {
      if (result.code !== 0) onError(result.error ?? new Error("the collector took no spans"));
      resolve(result);
    });
  },
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
});
