import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

export type MessageClasses = Pick<ServerOptions, "IncomingMessage" | "ServerResponse">;

/**
 * Classes with the methods that an Express application adds to requests and responses. Without them
 * Express changes the prototype of each message, and V8 then keeps all objects of a request until
 * it collects the whole heap (docs/performance.md#votes).
 */
export function messageClassesOf(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as typeof app.request;
  app.response = AppResponse.prototype as typeof app.response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
