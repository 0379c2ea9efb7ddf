import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";

/** The id under which a request is found in the logs; a client may name its own. */
export function requestIdOf(request: Request, response: Response): string {
  const known = response.getHeader("X-Request-Id");
  if (typeof known === "string") return known;
  const given = request.headers["x-request-id"];
  const id = typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  response.setHeader("X-Request-Id", id);
  return id;
}
