export * from "./context";
export * from "./logger";
export * from "./metric-table";
export * from "./metrics";
export { redactDeep, redactText } from "./redact";
export * from "./release-version";
export * from "./tracing/open-tracing";
export {
  inSpan,
  type NewSpan,
  type Span,
  type SpanFacts,
  type TraceSettings,
  type Tracing,
} from "./tracing/tracing";
