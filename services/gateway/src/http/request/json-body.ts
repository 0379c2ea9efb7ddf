import type { Request } from "express";
import {
  badRequest,
  Problem,
  tooLarge,
  unsupportedCharset,
  unsupportedMediaType,
} from "../replies/problem";
import { type BodyPace, watchPace } from "./body-pace";
import { jsonShape, parseJson } from "./parse-json";

export const JSON_BODY_MAX_BYTES = 100 * 1024;
const JSON_DEPTH_MAX = 20;
/** 30 for each option of the largest poll. */
const JSON_KEYS_MAX = 30_000;
const JSON_ENTRIES_MAX = 200_000;
/** Of a body with a file: one option, whose objects have at most 10,000 values. */
const LARGE_ENTRIES_MAX = 20_000;
/** Only a body with a file is larger, and files are ASCII. Other characters take ten times as long to decode. */
const TEXT_MAX_BYTES = 4 * 1024 * 1024;
const FOREIGN_MAX_BYTES = 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a whole request body. Throws 413 as soon as it is larger than `maxBytes`, and 400 if it
 * breaks off or arrives too slowly. The request stays open for the response. Written by hand,
 * because `raw-body` has no minimum rate.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  pace: BodyPace,
): Promise<Buffer> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes) throw tooLarge(`The body is larger than ${maxBytes} bytes`);
  if (declared > 0 && request.readableLength === declared) return takeWhole(request);
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    const finish = (settle: () => void) => {
      stopWatching();
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
    const breakOff = () => finish(() => reject(badRequest("The body is incomplete")));
    const stopWatching = watchPace(request, pace, (problem) => finish(() => reject(problem)));
    if (request.destroyed) return breakOff();
    request.on("data", take).on("end", end).on("error", breakOff).on("close", breakOff);
  });
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

/** A body that arrived with the headers, as most do. Node tells its end later, and to wait for that takes a tenth of a vote. */
function takeWhole(request: Request): Buffer {
  const bytes: Buffer = request.read();
  // For the event `end`, after which Node is done with the request.
  request.resume();
  return bytes;
}

/** Throws 415 if a `Content-Type` names another character set than UTF-8. */
export function requireUtf8(type = ""): void {
  if (!type.includes(";")) return;
  for (const [, name = ""] of type.matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi)) {
    if (!/^utf-?8$/i.test(name)) throw unsupportedCharset();
  }
}

/** Throws 415 for another type, 400 for malformed JSON, and 413 for a large body. */
export async function readJson(
  request: Request,
  pace: BodyPace,
  maxBytes = JSON_BODY_MAX_BYTES,
  accepted = "application/json",
): Promise<unknown> {
  const type = request.headers["content-type"];
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    throw unsupportedMediaType(accepted);
  }
  requireUtf8(type);
  const bytes = await readBytes(request, maxBytes, pace);
  if (bytes.length === 0) return undefined;
  if (type === undefined) throw unsupportedMediaType(accepted);
  const shape = jsonShape(bytes);
  const { depth, keys, entries, foreign } = shape;
  const isLarge = bytes.length > TEXT_MAX_BYTES;
  if (depth > JSON_DEPTH_MAX) throw badRequest("The body is nested too deeply");
  const [keysMax, entriesMax] = isLarge
    ? [LARGE_ENTRIES_MAX, LARGE_ENTRIES_MAX]
    : [JSON_KEYS_MAX, JSON_ENTRIES_MAX];
  if (keys > keysMax || entries > entriesMax) {
    throw badRequest("The body has too many keys or entries");
  }
  if (isLarge && foreign > FOREIGN_MAX_BYTES) {
    throw badRequest("The body has too many characters outside of ASCII");
  }
  try {
    return parseJson(utf8.decode(bytes), shape);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw badRequest("The body is not valid JSON", "malformed_json");
  }
}
