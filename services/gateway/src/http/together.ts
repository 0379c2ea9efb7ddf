import type { RequestHandler } from "express";

/** Several handlers as one, in order: a layer of the router costs more than most of them do. */
export const together =
  (...handlers: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    const from = (at: number): unknown => {
      const handler = handlers[at];
      if (handler === undefined) return next();
      return handler(request, response, (error?: unknown) =>
        error === undefined ? from(at + 1) : next(error),
      );
    };
    return from(0);
  };
