import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";

export const REQUEST_ID = "X-Request-Id";

/** Gives the request an id, which the log and the response have. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  response.setHeader(REQUEST_ID, newRequestId(request));
  next();
};

export const isRequestId = (text: string): boolean => /^[\w.-]{1,64}$/.test(text);

/** The id that the client chose, or a new one. */
export function newRequestId({ headers }: IncomingMessage): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && isRequestId(sent) ? sent : randomUUID();
}

export const requestIdOf = (response: Response): string => String(response.getHeader(REQUEST_ID));
