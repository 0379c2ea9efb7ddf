import type { ProblemSentence } from "@polls/domain/refusals";

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

/** The refusal of a file that is no ZIP archive. */
export function refusalOfOtherFile(bytes: Buffer): ProblemSentence {
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
