import type { Request } from "express";
import { badRequest, tooLarge, unsupportedMediaType } from "../replies/problem";

/** A drawing travels as a `data:` URI inside JSON; everything else is far smaller. */
const JSON_BODY_MAX_BYTES = 100 * 1024;
const JSON_DEPTH_MAX = 20;

/** So long may a whole JSON body take to come. */
const BODY_DEADLINE_MS = 30_000;

/**
 * Reads a whole request body, or refuses it as soon as it is longer than `maxBytes`: 413; 400 when it
 * breaks off or comes too slowly. The request stays open, so that the refusal can be answered.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  deadlineMs = BODY_DEADLINE_MS,
): Promise<Buffer> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes) throw tooLarge(`The body is larger than ${maxBytes} bytes`);
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      request.off("data", take).off("end", end).off("error", breakOff).off("close", breakOff);
      settle();
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      request.pause();
      finish(() => reject(tooLarge(`The body is larger than ${maxBytes} bytes`)));
    };
    const end = () => finish(resolve);
    const breakOff = () => finish(() => reject(badRequest("The body broke off")));
    const timer = setTimeout(
      () => finish(() => reject(badRequest("The body came too slowly"))),
      deadlineMs,
    );
    if (request.destroyed) return breakOff();
    request.on("data", take).on("end", end).on("error", breakOff).on("close", breakOff);
  });
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

/**
 * How deep the braces and brackets of a JSON text nest. Told before parsing, because a deep body
 * parses well and then exhausts the stack of whatever walks it (reliability, F14).
 */
export function jsonDepth(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return deepest;
}

/** Parses the JSON body of a request: 415 for another type, 400 for malformed, 413 for too large. */
export async function readJson(request: Request, maxBytes = JSON_BODY_MAX_BYTES): Promise<unknown> {
  const type = request.headers["content-type"];
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    throw unsupportedMediaType("application/json");
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return undefined;
  if (type === undefined) throw unsupportedMediaType("application/json");
  if (jsonDepth(bytes) > JSON_DEPTH_MAX) throw badRequest("The body is nested too deeply");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw badRequest("The body is not valid JSON", "malformed_json");
  }
}
