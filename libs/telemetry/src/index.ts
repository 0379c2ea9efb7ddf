export { type Context, currentContext, extendContext, withContext } from "./context";
export { createLogger, type Logger, rateLimited } from "./logger";
export {
  type LabelsOf,
  type MetricName,
  metricTable,
  type NamesOf,
  type Reporter,
  reporters,
} from "./metric-table";
export { createMetrics, type Metrics, type Sample } from "./metrics";
export { redactDeep, redactText } from "./redact";
export { releaseVersion } from "./release-version";
export { type OpenTracingOptions, openTracing } from "./tracing/open-tracing";
export {
  inSpan,
  type NewSpan,
  type Span,
  type SpanFacts,
  type TraceSettings,
  type Tracing,
} from "./tracing/tracing";
