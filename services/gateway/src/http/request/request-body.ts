import { readBody } from "@polls/domain/input";
import { Invalid } from "@polls/domain/refusals";
import type { Request } from "express";
import type { z } from "zod";
import type { Deps } from "../../deps";
import { unsupportedEncoding } from "../replies/problem";
import type { Endpoint } from "../routing/endpoint";
import type { FileRule } from "../uploads/file-rule";
import { readForm } from "../uploads/multipart";
import { type Form, isMultipart } from "../uploads/uploads";
import { extractDataUri } from "./data-uri";
import { convertStrings } from "./form-values";
import { JSON_BODY_MAX_BYTES, readJson } from "./json-body";

/**
 * Refuses a request before its files are read. Returns the files that it may send, if a rule for
 * them is known.
 */
export type MayUpload = () => Promise<FileRule | undefined>;

/** The body of a request, read completely. */
export interface RequestBody extends Form {
  /** Parses the body with a schema. Throws 422 with all problems. */
  readonly read: <Value>(schema: z.ZodType<Value>) => Value;
  /** A text that is equal for equal bodies. It includes the digests of files. */
  readonly canonical: () => string;
}

const noFiles = { uploads: [], discard: async () => {} };

/**
 * Reads the body that the endpoint accepts: none, JSON, or JSON and forms with files. Open uploads
 * are counted for `client`.
 */
export async function readRequestBody(
  endpoint: Endpoint,
  request: Request,
  deps: Deps,
  client: string,
  mayUpload: MayUpload,
): Promise<RequestBody> {
  if (request.method !== "POST" && request.method !== "PATCH") {
    return {
      ...noFiles,
      rawBody: undefined,
      read: (schema) => read(schema, undefined),
      canonical: () => "",
    };
  }
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
    throw unsupportedEncoding();
  }
  if (endpoint.files !== true) {
    const rawBody = await readJson(request, deps.config.bodies, endpoint.bodyMaxBytes);
    return {
      ...noFiles,
      rawBody,
      read: (schema) => read(schema, rawBody),
      canonical: () => JSON.stringify(rawBody) ?? "",
    };
  }
  const freeSlot = mayHoldFiles(request) ? deps.uploadSlots.take(client) : () => {};
  try {
    return await readWithFiles(request, deps, mayUpload);
  } finally {
    freeSlot();
  }
}

async function readWithFiles(
  request: Request,
  deps: Deps,
  mayUpload: MayUpload,
): Promise<RequestBody> {
  if (isMultipart(request)) {
    // `mayUpload` throws here, before the files are read.
    const form = await readForm(request, deps, await mayUpload());
    const digests = form.uploads.map(({ sha256 }) => sha256);
    return {
      ...form,
      read: (schema) => read(schema, convertStrings(schema, form.rawBody)),
      canonical: () => JSON.stringify([form.rawBody, digests]),
    };
  }
  const { uploads, dataUriMaxBytes } = deps.config;
  const json = await readJson(request, uploads, dataUriMaxBytes);
  const form = await extractDataUri(json, deps, mayUpload);
  return {
    ...form,
    read: (schema) => read(schema, form.rawBody),
    canonical: () => JSON.stringify(json) ?? "",
  };
}

/** A small JSON body needs no upload slot, because its files are small. */
function mayHoldFiles(request: Request): boolean {
  const length = request.headers["content-length"];
  return isMultipart(request) || length === undefined || Number(length) > JSON_BODY_MAX_BYTES;
}

function read<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const reading = readBody(schema, input);
  if (!reading.ok) throw new Invalid(reading.errors);
  return reading.value;
}
