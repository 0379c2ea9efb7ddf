export { type ClientOptions, createRequestClient, type RequestClient } from "./client";
export { type Client, createClient } from "./create-client";
export {
  ApiError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type ErrorBody,
  type ErrorCode,
  ForbiddenError,
  hasCode,
  NotFoundError,
  ServiceError,
  TooLargeError,
  TooManyRequestsError,
  UnauthorizedError,
  UnavailableError,
  UnprocessableError,
  UnsupportedMediaTypeError,
} from "./errors";
export { follow } from "./follow";
export type * from "./generated/named-types";
export type { AnswerTo, ArgumentsOf, Operation, OperationId, Page } from "./operation-types";
export type { RequestOptions } from "./transport";
export type { Fetch, UploadProgress } from "./upload";
export { type DeliveryHeaders, type WebhookEvent, WebhookVerificationError } from "./webhooks";
