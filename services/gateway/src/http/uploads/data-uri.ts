import { Readable } from "node:stream";
import { Invalid } from "@polls/domain/refusals";
import type { AdmitFiles } from "./store-uploads";
import type { FilesOf, Form } from "./uploads";

const DATA_URI = /^data:[^,]{0,255};base64,/i;

/** Takes a `data:` URI in `attachment` of `of` like an uploaded file. */
export async function extractDataUri<File>(
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
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
