import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Cell } from "./export-row";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of a workbook with one sheet, without the sheet. */
const parts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/></Types>`,
  "_rels/.rels": `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Votes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Text of an XML document, without the characters that XML excludes. */
const xmlText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 excludes
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, "")
    .replace(/[&<>]/g, (character) => escapes[character] ?? "");

/** A cell of a sheet. Texts are inline strings, which no spreadsheet computes. */
export function xlsxCell(cell: Cell): string {
  if (cell === null) return "<c/>";
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

const sheetRow = (cells: readonly Cell[]): string => `<row>${cells.map(xlsxCell).join("")}</row>`;

async function* sheet(rows: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const batch of rows) yield batch.map(sheetRow).join("");
  yield "</sheetData></worksheet>";
}

/** A workbook with one sheet, written while the stream is read. */
export function xlsxStream(rows: AsyncIterable<readonly (readonly Cell[])[]>): Readable {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  const content = Readable.from(sheet(rows), { objectMode: false });
  zip.addReadStream(content, "xl/worksheets/sheet1.xml");
  const output = new Readable().wrap(zip.outputStream);
  content.once("error", (error) => output.destroy(error));
  zip.end();
  return output;
}
