export { type Context, currentContext, extendContext, withContext } from "./context";
export { createLogger, type Logger } from "./logger";
export {
  createMetrics,
  type HttpRequestFacts,
  type JobFacts,
  type Metrics,
  type OutboxFigures,
} from "./metrics";
export { redactText } from "./redact";
export { redactDeep } from "./redact-deep";
