import { randomUUID } from "node:crypto";
import type { RequestHandler, Response } from "express";

const HEADER = "X-Request-Id";

/** Gives a request the id that the logs and the answer carry; the client may choose it. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers["x-request-id"];
  const id = typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  response.setHeader(HEADER, id);
  next();
};

export const requestIdOf = (response: Response): string => String(response.getHeader(HEADER));
