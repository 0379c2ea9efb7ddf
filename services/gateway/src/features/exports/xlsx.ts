import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { offsetMs } from "@polls/domain/time";
import { ZipFile } from "yazl";
import { createPauses } from "../ratings/in-slices";
import type { Cell } from "./export-row";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The largest number of rows of a sheet, including its header. */
const ROWS_MAX = 1_048_576;
/** Longer texts are written in parts, because each part is compressed at a stretch. */
const PART_LENGTH = 65_536;
const TEXT_MAX = 32_767;

/** A day or time as spreadsheets store it: in days since 30 December 1899. */
export interface MomentCell {
  readonly serial: number;
  /** In ISO 8601 for programs, or as usual in the country of the reader. */
  readonly style: "time" | "day" | "usualTime" | "usualDay";
}

/** A text or number that looks different from others. */
export interface StyledCell {
  readonly value: string | number;
  readonly style: Exclude<Style, MomentCell["style"]>;
}

export type SheetCell = Cell | MomentCell | StyledCell;

/** The formats of cells, by the indexes of their parts. The first one is that of cells without a style. */
const formats = {
  plain: {},
  time: { numFmtId: 164, applyNumberFormat: 1 },
  day: { numFmtId: 165, applyNumberFormat: 1 },
  usualTime: { numFmtId: 22, applyNumberFormat: 1 },
  usualDay: { numFmtId: 14, applyNumberFormat: 1 },
  bold: { fontId: 1, applyFont: 1 },
  head: { fontId: 1, applyFont: 1, applyAlignment: 1 },
  yes: { fillId: 2, applyFill: 1 },
  maybe: { fillId: 3, applyFill: 1 },
  no: { fillId: 4, applyFill: 1 },
} as const;
type Style = keyof typeof formats;
const styleNumbers = Object.fromEntries(
  Object.keys(formats).map((style, index) => [style, index]),
) as Readonly<Record<Style, number>>;

/** Light green, yellow and red, on which black text reads well. */
const fillColors = ["FFD3EBD9", "FFFBE7C2", "FFF6D3CE"];
const fills = [
  '<patternFill patternType="none"/>',
  '<patternFill patternType="gray125"/>',
  ...fillColors.map(
    (color) => `<patternFill patternType="solid"><fgColor rgb="${color}"/></patternFill>`,
  ),
];

const listOf = (name: string, items: readonly string[]): string =>
  `<${name} count="${items.length}">${items.join("")}</${name}>`;

const styles = [
  `${XML}<styleSheet xmlns="${MAIN}">`,
  listOf("numFmts", [
    '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>',
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/>',
  ]),
  listOf(
    "fonts",
    ["", "<b/>"].map((look) => `<font>${look}<sz val="11"/><name val="Calibri"/></font>`),
  ),
  listOf(
    "fills",
    fills.map((fill) => `<fill>${fill}</fill>`),
  ),
  listOf("borders", ["<border><left/><right/><top/><bottom/><diagonal/></border>"]),
  listOf("cellStyleXfs", ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
  listOf(
    "cellXfs",
    Object.entries(formats).map(([style, parts]) => {
      const indexes = { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0, xfId: 0, ...parts };
      const xf = Object.entries(indexes).map(([name, index]) => `${name}="${index}"`);
      const alignment = style === "head" ? '<alignment vertical="top" wrapText="1"/>' : "";
      return `<xf ${xf.join(" ")}>${alignment}</xf>`;
    }),
  ),
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join("");

const DAY_MS = 86_400_000;
/** The serial number of 1 January 1970. */
const EPOCH_SERIAL = 25_569;

/** More than the rounding error of a serial number: some readers truncate to milliseconds. */
const ROUNDING_MS = 0.01;

/** Spreadsheets have no earlier days, and take 1900 for a leap year. */
export const FIRST_DAY = "1900-03-01";

/** Converts an ISO 8601 time or day to a cell, which is a text before March 1900. A spreadsheet shows a time in the zone. */
export function momentCell(
  iso: string,
  style: MomentCell["style"],
  timezone = "UTC",
): MomentCell | string {
  if (iso < FIRST_DAY) return iso;
  const serial =
    (Date.parse(iso) +
      (timezone === "UTC" ? 0 : offsetMs(timezone, new Date(iso))) +
      (style === "time" || style === "usualTime" ? ROUNDING_MS : 0)) /
      DAY_MS +
    EPOCH_SERIAL;
  return { serial, style };
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Removes characters that XML does not allow. A text such as `_x0041_` would be read as a character
 * (ECMA-376, ST_Xstring), so its first underscore is escaped.
 */
const xmlText = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 excludes these
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, "")
    .replace(/[&<>]/g, (character) => escapes[character] ?? "");

/** The letters of a column: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnLetters(Math.floor(index / 26) - 1)}${letter}`;
}

/** Writes a cell with its reference. Texts are inline strings, which no spreadsheet computes. */
export function xlsxCell(cell: SheetCell, place: string, style: Style = "plain"): string {
  if (cell === null) return "";
  if (typeof cell === "object") {
    if ("value" in cell) return xlsxCell(cell.value, place, cell.style);
    return `<c r="${place}" s="${styleNumbers[cell.style]}"><v>${cell.serial}</v></c>`;
  }
  const look = style === "plain" ? "" : ` s="${styleNumbers[style]}"`;
  if (typeof cell === "number") return `<c r="${place}"${look}><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${place}"${look} t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${place}"${look} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

export type SheetRow = readonly SheetCell[];

/** A sheet. The header of a table is bold, wraps, and stays visible while the table scrolls. */
export interface Sheet {
  readonly name: string;
  readonly widths: readonly number[];
  readonly header: readonly string[] | undefined;
  /** How many columns stay visible at the side while the table scrolls. Default: none. */
  readonly frozenColumns?: number;
  /** Batches of rows, which may be made one by one while they are written. */
  readonly rows: AsyncIterator<Iterable<SheetRow>, unknown>;
  /** The largest number of rows, including the header. Default: the limit of spreadsheets. */
  readonly rowsMax?: number;
}

const frozenPane = (columns: number): string => {
  const [side, active] = columns === 0 ? ["", "Left"] : [`xSplit="${columns}" `, "Right"];
  const pane = `${side}ySplit="1" topLeftCell="${columnLetters(columns)}2" activePane="bottom${active}"`;
  return `<sheetViews><sheetView workbookViewId="0"><pane ${pane} state="frozen"/></sheetView></sheetViews>`;
};

/** Writes rows one after the other, with their numbers. */
function createRows(max: number) {
  let number = 0;
  return {
    isFull: () => number >= max,
    add(cells: SheetRow, style?: Style): string {
      number += 1;
      const texts = cells.map((cell, at) => xlsxCell(cell, `${columnLetters(at)}${number}`, style));
      return `<row r="${number}">${texts.join("")}</row>`;
    },
  };
}

/** Rows that do not fit are left in `rest`, for the next sheet. */
export async function* sheetText(
  { widths, header, frozenColumns = 0, rows, rowsMax = ROWS_MAX }: Sheet,
  rest: SheetRow[],
): AsyncGenerator<string> {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const cols = columns.length === 0 ? "" : `<cols>${columns.join("")}</cols>`;
  const view = header === undefined ? "" : frozenPane(frozenColumns);
  yield `${XML}<worksheet xmlns="${MAIN}">${view}${cols}<sheetData>`;
  const written = createRows(rowsMax);
  if (header !== undefined) yield written.add(header, "head");
  const pauses = createPauses();
  let batch: Iterable<SheetRow> = rest.splice(0);
  for (;;) {
    let text = "";
    for (const row of batch) {
      if (written.isFull()) rest.push(row);
      else text += written.add(row);
      if (text.length >= PART_LENGTH) {
        yield text;
        text = "";
      }
      if (pauses.isDue()) await pauses.take();
    }
    if (text !== "") yield text;
    if (rest.length > 0) break;
    const next = await rows.next();
    if (next.done === true) break;
    batch = next.value;
  }
  yield "</sheetData></worksheet>";
}

const partsOf = (names: readonly string[]): Readonly<Record<string, string>> => {
  const each = (write: (number: number, name: string) => string) =>
    names.map((name, index) => write(index + 1, name)).join("");
  return {
    "xl/styles.xml": styles,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${each((number, name) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${RELATIONS}">${each((number) => `<Relationship Id="rId${number}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "[Content_Types].xml": `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${SHEET}.worksheet+xml"/>`)}</Types>`,
  };
};

/** Written while it is read. A full sheet continues on another one, such as "Votes 2". */
export function xlsxStream(sheets: AsyncGenerator<Sheet>): Readable {
  const zip = new ZipFile();
  const output = new Readable().wrap(zip.outputStream);
  const names: string[] = [];
  let content: Readable | undefined;

  const add = async (sheet: Sheet, name: string, rest: SheetRow[]) => {
    // Nothing would read the sheet, and the rows would keep their connection.
    if (output.destroyed) throw new Error("the workbook is not read any more");
    names.push(name);
    content = Readable.from(sheetText(sheet, rest), { objectMode: false });
    zip.addReadStream(content, `xl/worksheets/sheet${names.length}.xml`);
    await finished(content);
  };
  const fill = async () => {
    for await (const sheet of sheets) {
      const rest: SheetRow[] = [];
      let number = 1;
      do {
        await add(sheet, number === 1 ? sheet.name : `${sheet.name} ${number}`, rest);
        number += 1;
      } while (rest.length > 0);
    }
    for (const [name, text] of Object.entries(partsOf(names))) {
      zip.addBuffer(Buffer.from(text), name);
    }
    zip.end();
  };
  output.once("close", () => content?.destroy());
  fill().catch((error: Error) => output.destroy(error));
  return output;
}
