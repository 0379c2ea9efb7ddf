import type { ProblemSentence } from "@polls/domain/refusals";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { characterSetOf } from "../../http/request/character-sets";
import { limits, Unreadable } from "./table";

/** The parts of a workbook. A part is unpacked when it is read; all of them up to the limit. */
export interface WorkbookParts {
  /** The text of a part. Undefined if there is none of this name. Names have no case. */
  readonly read: (name: string) => Promise<string | undefined>;
}

/** Throws `Unreadable` for a file that is no archive, or has too many parts. */
export async function openParts(bytes: Buffer): Promise<WorkbookParts> {
  const zip = await open(bytes);
  const entries = new Map<string, Entry>();
  let count = 0;
  for await (const entry of entriesOf(zip)) {
    count++;
    if (count > limits.entries) throw new Unreadable(`has more than ${limits.entries} parts`);
    const name = entry.fileName.toLowerCase();
    if (!entries.has(name)) entries.set(name, entry);
  }
  let left: number = limits.partBytes;
  return {
    async read(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) return undefined;
      if (entry.isEncrypted()) throw new Unreadable(workbookKinds.encrypted.refusal);
      const part = await unpack(zip, entry, left);
      left -= part.length;
      return textOf(part);
    },
  };
}

/** The first bytes of UTF-16, with a byte order mark or without, and of UTF-8 with one. */
const starts: Readonly<Record<string, string>> = {
  efbb: "utf-8",
  fffe: "utf-16le",
  "3c00": "utf-16le",
  feff: "utf-16be",
  "003c": "utf-16be",
};
const DECLARED = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** XML is UTF-16, or in the character set that it declares, which is UTF-8 by default (XML 1.0, appendix F). */
function textOf(part: Buffer): string {
  const start = starts[part.toString("hex", 0, 2)];
  const declared = DECLARED.exec(part.toString("latin1", 0, 200))?.[1];
  // A part that is no UTF-16 may say so, if another program has converted it.
  const label = start ?? (declared === undefined || /^utf-16/i.test(declared) ? "utf-8" : declared);
  const text = characterSetOf(label)?.decode(part);
  if (text === undefined) throw new Unreadable("is broken");
  return text.replace(/^\uFEFF/, "");
}

const END = Buffer.from("504b0506", "hex");
/** Without the comment, whose length is in the last two bytes. */
const END_BYTES = 22;

/** Without zero bytes after the end of the archive. Some programs and transfers fill the last block. */
function withoutFilling(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(END);
  if (at < 0 || at + END_BYTES > bytes.length) return bytes;
  const end = at + END_BYTES + bytes.readUInt16LE(at + END_BYTES - 2);
  return bytes.subarray(end).every((byte) => byte === 0) ? bytes.subarray(0, end) : bytes;
}

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(
      withoutFilling(bytes),
      { lazyEntries: true, validateEntrySizes: true },
      (error, zip) => {
        if (error === null) resolve(zip);
        else reject(new Unreadable(refusalOfOtherFile(bytes)));
      },
    );
  });

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once("end", () => resolve(undefined));
      zip.once("error", () => reject(new Unreadable(workbookKinds.other.refusal)));
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (entry === undefined) return;
    yield entry;
  }
}

/** Stops at more than `most` bytes, because the header of a part may claim less. */
const unpack = (zip: ZipFile, entry: Entry, most: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(new Unreadable("is broken"));
      const chunks: Buffer[] = [];
      let length = 0;
      stream.on("data", (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length <= most) return;
        stream.destroy();
        reject(new Unreadable(`has more than ${limits.partBytes / 1_000_000} MB unpacked`));
      });
      stream.on("end", () => resolve(Buffer.concat(chunks)));
      stream.on("error", () => reject(new Unreadable("is broken")));
    });
  });

interface WorkbookKind {
  readonly files: string;
  /** Undefined for files that are read. */
  readonly refusal: ProblemSentence | undefined;
}

/** The kinds of files that an import tells apart where it expects a workbook. */
export const workbookKinds = {
  xlsx: { files: "XLSX, XLSM, XLTX, XLTM", refusal: undefined },
  encrypted: {
    files: "workbook with a password",
    refusal: "is protected by a password: save it without one",
  },
  xls: { files: "XLS (Excel 97–2003)", refusal: "is an XLS workbook: save it as XLSX" },
  xlsb: { files: "XLSB", refusal: "is an XLSB workbook: save it as XLSX" },
  ods: { files: "ODS (OpenDocument)", refusal: "is an ODS workbook: save it as XLSX" },
  chartsOnly: {
    files: "workbook without a worksheet, such as one of charts",
    refusal: "has no sheet",
  },
  other: { files: "any other file", refusal: "is not an XLSX workbook" },
} as const satisfies Readonly<Record<string, WorkbookKind>>;

const COMPOUND_FILE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const names = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text, "utf16le"));

/** The entries that tell the kind of a compound file, by the names in its directory (MS-CFB). */
const streams = [
  ["encrypted", names("EncryptedPackage")],
  ["xls", names("Workbook\0", "WORKBOOK\0", "Book\0", "BOOK\0")],
] as const;

function refusalOfOtherFile(bytes: Buffer): ProblemSentence {
  const found = bytes.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)
    ? streams.find(([, entries]) => entries.some((entry) => bytes.includes(entry)))
    : undefined;
  return workbookKinds[found?.[0] ?? "other"].refusal;
}

const OPEN_DOCUMENT = "application/vnd.oasis.opendocument.spreadsheet";

/** The refusal of an archive that has no part with the list of sheets in XML. */
export function refusalOfArchive(mimetype: string | undefined, workbook: string): ProblemSentence {
  if (mimetype?.startsWith(OPEN_DOCUMENT)) return workbookKinds.ods.refusal;
  return workbookKinds[workbook.endsWith(".bin") ? "xlsb" : "other"].refusal;
}
