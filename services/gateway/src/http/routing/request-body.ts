import { Readable } from "node:stream";
import { accepted, isObject, readBody } from "@polls/domain/input";
import { Invalid } from "@polls/domain/refusals";
import type { Request } from "express";
import type { z } from "zod";
import type { Deps } from "../../deps";
import { unsupportedEncoding } from "../replies/problem";
import { convertStrings } from "../request/form-values";
import { JSON_BODY_MAX_BYTES, readJson, requireUtf8 } from "../request/json-body";
import { readForm } from "../uploads/multipart";
import type { AdmitFiles } from "../uploads/store-uploads";
import { type FilesOf, type Form, isMultipart, type Upload } from "../uploads/uploads";
import type { Endpoint } from "./endpoint";

const JSON_OR_FORM = "application/json or multipart/form-data";

export interface RequestBody<File = Upload> extends Form<File> {
  /** Parses the body with a schema. Throws 422 with all problems. */
  readonly read: <Value>(schema: z.ZodType<Value>) => Value;
  /** What is equal for equal bodies: the JSON value, or the fields with the digests of files. */
  readonly compared: unknown;
}

/** None, JSON, or JSON and forms with files. Open uploads are counted for `client`. */
export async function readRequestBody<File extends Pick<Upload, "sha256">>(
  endpoint: Endpoint,
  request: Request,
  deps: Pick<Deps, "config" | "uploadSlots">,
  client: string,
  admitFiles: AdmitFiles<File>,
): Promise<RequestBody<File>> {
  if (endpoint.method !== "post" && endpoint.method !== "patch") {
    return {
      uploads: [],
      rawBody: undefined,
      read: (schema) => read(schema, undefined),
      compared: "",
    };
  }
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
    throw unsupportedEncoding();
  }
  if (endpoint.files === undefined) {
    const rawBody = await readJson(request, deps.config.bodies, endpoint.bodyMaxBytes);
    return {
      uploads: [],
      rawBody,
      read: (schema) => read(schema, rawBody),
      compared: rawBody,
    };
  }
  const freeSlot = mayHoldFiles(request) ? deps.uploadSlots.take(client) : () => {};
  try {
    return await readWithFiles(request, endpoint.files, deps, admitFiles);
  } finally {
    freeSlot();
  }
}

async function readWithFiles<File extends Pick<Upload, "sha256">>(
  request: Request,
  of: FilesOf,
  deps: Pick<Deps, "config">,
  admitFiles: AdmitFiles<File>,
): Promise<RequestBody<File>> {
  if (isMultipart(request)) {
    requireUtf8(request.headers["content-type"]);
    // `admitFiles` throws here, before the files are read.
    const form = await readForm(request, deps, of, await admitFiles());
    const digests = form.uploads.map(({ sha256 }) => sha256);
    return {
      ...form,
      read: (schema) => read(schema, convertStrings(schema, form.rawBody)),
      compared: [form.rawBody, digests],
    };
  }
  const { uploads, dataUriMaxBytes } = deps.config;
  const json = await readJson(request, uploads, dataUriMaxBytes, JSON_OR_FORM);
  const form = await extractDataUri(json, of, admitFiles);
  return {
    ...form,
    read: (schema) => read(schema, form.rawBody),
    compared: json,
  };
}

/** A small JSON body needs no upload slot, because its files are small. */
function mayHoldFiles(request: Request): boolean {
  const length = request.headers["content-length"];
  return isMultipart(request) || length === undefined || Number(length) > JSON_BODY_MAX_BYTES;
}

const read = <Value>(schema: z.ZodType<Value>, input: unknown): Value =>
  accepted(readBody(schema, input));

const DATA_URI = /^data:[^,]{0,255};base64,/i;

/** Takes a `data:` URI in `attachment` of `of` out of the body, like an uploaded file. */
async function extractDataUri<File>(
  json: unknown,
  of: FilesOf,
  admitFiles: AdmitFiles<File>,
): Promise<Form<File>> {
  const attachment = attachmentOf(json, of);
  if (attachment === undefined) return { rawBody: json, uploads: [] };
  const { bytes, rawBody } = attachment;
  if (bytes === undefined) throw new Invalid({ attachment: ["must be a data: URI in base64"] });
  const takeFile = await admitFiles();
  return { rawBody, uploads: [await takeFile(Readable.from([bytes]), {})] };
}

function attachmentOf(json: unknown, of: FilesOf) {
  const object = isObject(json) ? json[of] : undefined;
  if (!isObject(json) || !isObject(object)) return undefined;
  const { attachment, ...others } = object;
  if (typeof attachment !== "string" || !/^data:/i.test(attachment)) return undefined;
  return { bytes: bytesOf(attachment), rawBody: { ...json, [of]: others } };
}

function bytesOf(uri: string): Buffer | undefined {
  const start = DATA_URI.exec(uri)?.[0].length;
  if (start === undefined) return undefined;
  const text = uri.slice(start).trim();
  return /^(?:[A-Za-z0-9+/_-]+={0,2})?$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
