import type { Readable } from "node:stream";
import { Invalid } from "@polls/domain/refusals";
import busboy, { type Busboy, type FileInfo } from "busboy";
import type { Request } from "express";
import type { Deps } from "../../deps";
import { badRequest, tooLarge } from "../replies/problem";
import { watchPace } from "../request/body-pace";
import { displayName } from "../request/display-name";
import { createFormFields } from "../request/form-fields";
import { readHead } from "../request/read-head";
import { textOf } from "../request/text-headers";
import { boundaryOf, createPartStream } from "./part-stream";
import type { TakeFile } from "./store-uploads";
import type { FilesOf, Form } from "./uploads";

/** The names of file fields (docs/reference/options.md#files). Other names are unknown fields. */
const fileFields: Readonly<Record<FilesOf, readonly string[]>> = {
  option: ["option_attachments[]", "option_attachments", "option[attachment]"],
  cover: ["cover[attachment]"],
};

/** `description` may have 20,000 characters of four bytes each. */
const FIELD_MAX_BYTES = 100 * 1024;
const FIELDS_MAX_BYTES = 1024 * 1024;
const FIELDS_MAX = 1_000;
const FIELD_NAME_MAX_BYTES = 255;
const PART_HEADERS_MAX = 20;

/**
 * Reads `multipart/form-data`. Fields get the shape of the JSON body, with strings as values. Files
 * are taken while they arrive. Throws 400, 413, 422 or 503 after the last of them has been taken.
 */
export async function readForm<File>(
  request: Request,
  { config }: Pick<Deps, "config">,
  of: FilesOf,
  takeFile: TakeFile<File>,
): Promise<Form<File>> {
  const { uploads: limits } = config;
  const parser = openParser(request, limits.maxFiles);
  const fields = createFormFields(FIELDS_MAX_BYTES);
  const uploads: Promise<File | undefined>[] = [];
  const broken = new AbortController();
  const boundary = boundaryOf(request.headers["content-type"]);
  const sent = boundary === undefined ? undefined : createPartStream(boundary);
  let read = 0;

  await new Promise<void>((resolve, reject) => {
    const settle = (finish: () => void) => {
      stopWatching();
      finish();
    };
    const fail = (error: unknown) => {
      if (broken.signal.aborted) return;
      request.unpipe();
      broken.abort(error);
      parser.destroy();
      settle(() => reject(error));
    };
    const stopWatching = watchPace(request, limits, fail);

    parser.on("field", (rawName: string | undefined, value: string | undefined, info) => {
      read += 1;
      const name = paramText(rawName);
      if (name === undefined) return fail(badRequest("A part of the form has no name"));
      if (value === undefined) return fail(badRequest("A field has an unknown character set"));
      if (info.nameTruncated || info.valueTruncated)
        return fail(tooLarge(`A field is larger than ${FIELD_MAX_BYTES} bytes`));
      attempt(() => fields.add(name, value), fail);
    });
    parser.on("file", (rawName: string | undefined, content, info) => {
      read += 1;
      const name = paramText(rawName);
      // The code that reads the content gets its errors too.
      content.on("error", () => {});
      if (name === undefined) return fail(badRequest("A part of the form has no name"));
      if (!fileFields[of].includes(name))
        return fail(new Invalid({ [name]: ["is not a known field"] }));
      const upload = takePart(content, info, takeFile, broken.signal);
      uploads.push(upload);
      upload.catch(fail);
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      parser.on(limit, () => fail(tooLarge("The form has too many parts")));
    }
    parser.on("error", (error) =>
      fail(badRequest(`The form is malformed: ${(error as Error).message}`)),
    );
    parser.on("close", () => {
      if (sent !== undefined && (read < sent.parts() || sent.isUnreadable()))
        return fail(badRequest("A part of the form cannot be read"));
      // When the last byte has arrived, the storage may still be writing files.
      Promise.all(uploads).then(() => settle(resolve), fail);
    });
    request.once("close", () => {
      if (!request.complete) fail(badRequest("The form is incomplete"));
    });
    if (sent === undefined) request.pipe(parser);
    else request.pipe(sent.stream).pipe(parser);
  }).catch(async (error: unknown) => {
    await Promise.allSettled(uploads);
    throw error;
  });
  const stored = await Promise.all(uploads);
  // A form with only a file cannot express the empty object that the file belongs to.
  const rawBody = { [of]: {}, ...(fields.value() as object) };
  return { rawBody, uploads: stored.filter((upload) => upload !== undefined) };
}

function openParser(request: Request, files: number): Busboy {
  try {
    return busboy({
      headers: request.headers,
      // The bytes as they are. `paramText` decodes them.
      defParamCharset: "latin1",
      limits: {
        files,
        fields: FIELDS_MAX,
        parts: FIELDS_MAX + files,
        fieldSize: FIELD_MAX_BYTES,
        fieldNameSize: FIELD_NAME_MAX_BYTES,
        headerPairs: PART_HEADERS_MAX,
      },
    });
  } catch (error) {
    throw badRequest(`The form is malformed: ${(error as Error).message}`);
  }
}

/** A browser sends an empty file input as an empty file without a name. This is not a file. */
async function takePart<File>(
  content: Readable,
  info: FileInfo,
  takeFile: TakeFile<File>,
  signal: AbortSignal,
): Promise<File | undefined> {
  const fileName = displayName(paramText(info.filename));
  if (fileName !== undefined) return takeFile(content, { fileName, signal });
  const { head, whole } = await readHead(content, 1);
  if (head.length === 0) return undefined;
  return takeFile(whole, { signal });
}

/**
 * Decodes the parameter of a part, which has one character for each byte. Browsers send UTF-8,
 * other clients Latin-1. A parameter that names its character set is already decoded. Browsers
 * encode three characters that would end the parameter (HTML, multipart form data).
 */
function paramText(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const bytes = Buffer.from(value, "latin1");
  const text = bytes.toString("latin1") === value ? textOf(bytes) : value;
  return text.replace(/%(?:22|0D|0A)/g, decodeURIComponent);
}

function attempt(work: () => void, fail: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    fail(error);
  }
}
