import type { Readable } from "node:stream";
import { Invalid } from "@polls/domain/refusals";
import busboy, { type Busboy } from "busboy";
import type { Request } from "express";
import type { Deps } from "../../deps";
import { badRequest, tooLarge } from "../replies/problem";
import { watchPace } from "../request/body-pace";
import { characterSetOf } from "../request/character-sets";
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

const BYTES = "latin1";
const UTF_8 = "utf-8";
const plainEncodings: ReadonlySet<string> = new Set(["7bit", "8bit", "binary"]);

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
  const fields = createFormFields(FIELDS_MAX_BYTES);
  const uploads: Promise<File | undefined>[] = [];
  const broken = new AbortController();
  const boundary = boundaryOf(request.headers["content-type"]);
  if (boundary === undefined) throw badRequest("The form is malformed: it has no boundary");
  const parser = openParser(request, limits.maxFiles);
  const sent = createPartStream(boundary);
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

    const nameOf = (raw: string | undefined): string => {
      if (raw === undefined) throw badRequest("A part of the form has no name");
      return unescaped(decode(raw, UTF_8, "The name of a field"));
    };

    parser.on("field", (rawName: string | undefined, value: string, info) => {
      read += 1;
      const head = sent.nextHead();
      if (info.nameTruncated || info.valueTruncated)
        return fail(tooLarge(`A field is larger than ${FIELD_MAX_BYTES} bytes`));
      attempt(() => {
        const name = nameOf(rawName);
        requirePlain(info.encoding);
        if (!fileFields[of].includes(name))
          fields.add(name, decode(value, head?.charset ?? UTF_8, "A field"));
        else if (value !== "") throw new Invalid({ attachment: ["is not a file"] });
      }, fail);
    });
    parser.on("file", (rawName: string | undefined, content, info) => {
      read += 1;
      const head = sent.nextHead();
      // The code that reads the content gets its errors too.
      content.on("error", () => {});
      attempt(() => {
        const name = nameOf(rawName);
        requirePlain(info.encoding);
        if (!fileFields[of].includes(name)) throw new Invalid({ [name]: ["is not a known field"] });
        const fileName = head?.hasExtendedName ? info.filename : paramText(info.filename);
        const upload = takePart(content, displayName(fileName), takeFile, broken.signal);
        uploads.push(upload);
        upload.catch(fail);
      }, fail);
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      parser.on(limit, () => fail(tooLarge("The form has too many parts")));
    }
    parser.on("error", (error) =>
      fail(badRequest(`The form is malformed: ${(error as Error).message}`)),
    );
    parser.on("close", () => {
      if (read < sent.parts() || sent.isUnreadable())
        return fail(badRequest("A part of the form cannot be read"));
      // When the last byte has arrived, the storage may still be writing files.
      Promise.all(uploads).then(() => settle(resolve), fail);
    });
    request.once("close", () => {
      if (!request.complete) fail(badRequest("The form is incomplete"));
    });
    request.pipe(sent.stream).pipe(parser);
  }).catch(async (error: unknown) => {
    await Promise.allSettled(uploads);
    throw error;
  });
  const stored = (await Promise.all(uploads)).filter((upload) => upload !== undefined);
  // A form with only a file cannot express the empty object that the file belongs to.
  return { sent: { [of]: {}, ...(fields.value() as object) }, uploads: stored };
}

function openParser(request: Request, files: number): Busboy {
  try {
    return busboy({
      headers: { "content-type": withoutEmptyParameters(request.headers["content-type"]) },
      // The bytes as they are, because the parser would replace what it cannot decode.
      defCharset: BYTES,
      defParamCharset: BYTES,
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

/** Headers may have empty parameters (RFC 9110, section 5.6.6), which the parser does not read. */
const withoutEmptyParameters = (type = ""): string =>
  type
    .split(";")
    .filter((part) => part.trim() !== "")
    .join(";");

/** A browser sends an empty file input as an empty file without a name. This is not a file. */
async function takePart<File>(
  content: Readable,
  fileName: string | undefined,
  takeFile: TakeFile<File>,
  signal: AbortSignal,
): Promise<File | undefined> {
  if (fileName !== undefined) return takeFile(content, { fileName, signal });
  const { head, whole } = await readHead(content, 1);
  if (head.length === 0) return undefined;
  return takeFile(whole, { signal });
}

/**
 * Decodes the name of a file, which has one character for each byte. Browsers send UTF-8, other clients Latin-1.
 */
const paramText = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : unescaped(textOf(Buffer.from(value, BYTES)));

/** Browsers encode three characters that would end a parameter (HTML, multipart form data). */
const unescaped = (text: string): string => text.replace(/%(?:22|0D|0A)/g, decodeURIComponent);

/** Decodes a text that has one character for each byte. Throws 400 if it is not in its character set. */
function decode(text: string, charset: string, what: string): string {
  const set = characterSetOf(charset);
  if (set === undefined) throw badRequest(`${what} has an unknown character set`);
  const decoded = set.decode(Buffer.from(text, BYTES));
  if (decoded === undefined) throw badRequest(`${what} is not valid ${set.name.toUpperCase()}`);
  return decoded;
}

/** Senders must not encode parts (RFC 7578, section 4.7). */
function requirePlain(encoding: string): void {
  if (!plainEncodings.has(encoding.trim().toLowerCase()))
    throw badRequest("A part has a Content-Transfer-Encoding: send its bytes as they are");
}

function attempt(work: () => void, fail: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    fail(error);
  }
}
