import type { RequestHandler } from "express";

/**
 * Several handlers as one, in order: a layer of the router costs more than most of them do. What one
 * throws, or rejects with, goes on as the router's own handlers pass it on.
 */
export const together =
  (...handlers: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    const from = (at: number): void => {
      const handler = handlers[at];
      if (handler === undefined) {
        next();
        return;
      }
      const goOn = (error?: unknown) => (error === undefined ? from(at + 1) : next(error));
      try {
        const result: unknown = handler(request, response, goOn);
        if (result instanceof Promise) result.catch(next);
      } catch (error) {
        next(error);
      }
    };
    from(0);
  };
