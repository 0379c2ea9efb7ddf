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
import type { Endpoint, RequestBody } from "./endpoint";

const JSON_OR_FORM = "application/json or multipart/form-data";

export interface ReadRequest<File = Upload> {
  readonly body: RequestBody<unknown>;
  readonly uploads: readonly File[];
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
): Promise<ReadRequest<File>> {
  if (endpoint.method !== "post" && endpoint.method !== "patch") {
    return { body: bodyOf(endpoint, undefined), uploads: [], compared: "" };
  }
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
    throw unsupportedEncoding();
  }
  if (endpoint.files === undefined) {
    const sent = await readJson(request, deps.config.bodies, endpoint.bodyMaxBytes);
    return { body: bodyOf(endpoint, sent), uploads: [], compared: sent };
  }
  const freeSlot = mayHoldFiles(request) ? deps.uploadSlots.take(client) : () => {};
  try {
    return await readWithFiles(endpoint, endpoint.files, request, deps, admitFiles);
  } finally {
    freeSlot();
  }
}

async function readWithFiles<File extends Pick<Upload, "sha256">>(
  endpoint: Endpoint,
  of: FilesOf,
  request: Request,
  deps: Pick<Deps, "config">,
  admitFiles: AdmitFiles<File>,
): Promise<ReadRequest<File>> {
  if (isMultipart(request)) {
    requireUtf8(request.headers["content-type"]);
    // `admitFiles` throws here, before the files are read.
    const { sent, uploads } = await readForm(request, deps, of, await admitFiles());
    const digests = uploads.map(({ sha256 }) => sha256);
    return { body: bodyOf(endpoint, sent, convertStrings), uploads, compared: [sent, digests] };
  }
  const { uploads: pace, dataUriMaxBytes } = deps.config;
  const json = await readJson(request, pace, dataUriMaxBytes, JSON_OR_FORM);
  const { sent, uploads } = await extractDataUri(json, of, admitFiles);
  return { body: bodyOf(endpoint, sent), uploads, compared: json };
}

/** A small JSON body needs no upload slot, because its files are small. */
function mayHoldFiles(request: Request): boolean {
  const length = request.headers["content-length"];
  return isMultipart(request) || length === undefined || Number(length) > JSON_BODY_MAX_BYTES;
}

/** A body that was sent to an endpoint, by whose schema it is read. */
export const bodyOf = (
  { body: ownSchema }: Pick<Endpoint, "body">,
  sent: unknown,
  convert = (_: z.ZodType, value: unknown): unknown => value,
): RequestBody<unknown> => ({
  sent,
  read: <Value>(schema: z.ZodType<Value> | undefined = ownSchema) =>
    schema && accepted(readBody(schema, convert(schema, sent))),
});

const DATA_URI = /^data:[^,]{0,255};base64,/i;

/** Takes a `data:` URI in `attachment` of `of` out of the body, like an uploaded file. */
async function extractDataUri<File>(
  json: unknown,
  of: FilesOf,
  admitFiles: AdmitFiles<File>,
): Promise<Form<File>> {
  const attachment = attachmentOf(json, of);
  if (attachment === undefined) return { sent: json, uploads: [] };
  const { bytes, sent } = attachment;
  if (bytes === undefined) throw new Invalid({ attachment: ["must be a data: URI in base64"] });
  const takeFile = await admitFiles();
  return { sent, uploads: [await takeFile(Readable.from([bytes]), {})] };
}

function attachmentOf(json: unknown, of: FilesOf) {
  const object = isObject(json) ? json[of] : undefined;
  if (!isObject(json) || !isObject(object)) return undefined;
  const { attachment, ...others } = object;
  if (typeof attachment !== "string" || !/^data:/i.test(attachment)) return undefined;
  return { bytes: bytesOf(attachment), sent: { ...json, [of]: others } };
}

function bytesOf(uri: string): Buffer | undefined {
  const start = DATA_URI.exec(uri)?.[0].length;
  if (start === undefined) return undefined;
  const text = uri.slice(start).trim();
  return /^(?:[A-Za-z0-9+/_-]+={0,2})?$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
