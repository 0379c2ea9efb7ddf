import { posix } from "node:path";
import { SaxesParser } from "saxes";
import { limits, startTable, type TableCell, type TableRow, Unreadable } from "./table";
import { openParts, refusalOfArchive, type WorkbookParts, workbookKinds } from "./workbook-parts";

/**
 * The rows of the first visible worksheet, without empty ones; a formula has its saved value. Throws
 * `Unreadable`, before anything is unpacked beyond the limits.
 */
export async function readXlsx(bytes: Buffer): Promise<readonly TableRow[]> {
  const parts = await openParts(bytes);
  const root = await relationsOf(parts, "");
  const path = root.find(({ type }) => type === "officeDocument")?.path ?? "xl/workbook.xml";
  const workbook = path.endsWith(".bin") ? undefined : await parts.read(path);
  if (workbook === undefined) {
    throw new Unreadable(refusalOfArchive(await parts.read("mimetype"), path));
  }
  const { sheets, dayZero } = readWorkbook(workbook);
  const relations = await relationsOf(parts, path);
  const pathOf = (type: string, usual: string) =>
    relations.find((relation) => relation.type === type)?.path ??
    posix.join(posix.dirname(path), usual);
  const sheet = await parts.read(firstWorksheet(sheets, relations));
  if (sheet === undefined) throw new Unreadable(workbookKinds.chartsOnly.refusal);
  const shared = sharedTexts(await parts.read(pathOf("sharedStrings", "sharedStrings.xml")));
  const styles = readStyles(await parts.read(pathOf("styles", "styles.xml")));
  return readSheet(sheet, { shared, dayZero, styles });
}

interface Relation {
  readonly id: string;
  /** The last part of its URI, which is the same in the strict and the transitional standard. */
  readonly type: string | undefined;
  readonly path: string;
}

/** What a part refers to (ECMA-376, part 2). The part without a name is the file itself. */
async function relationsOf(parts: WorkbookParts, path: string): Promise<readonly Relation[]> {
  const folder = path === "" ? "" : posix.dirname(path);
  const relations: Relation[] = [];
  const xml = await parts.read(posix.join(folder, "_rels", `${posix.basename(path)}.rels`));
  readXml(xml ?? "<none/>", {
    open(name, { Id: id = "", Type, Target = "", TargetMode }) {
      if (name !== "Relationship" || TargetMode === "External") return;
      const target = Target.startsWith("/") ? Target : posix.join("/", folder, Target);
      relations.push({ id, type: Type?.split("/").at(-1), path: posix.normalize(target).slice(1) });
    },
  });
  return relations;
}

/** Tabs that have no cells of their own. */
const otherTabs: ReadonlySet<string | undefined> = new Set([
  ...["chartsheet", "dialogsheet", "xlMacrosheet", "xlIntlMacrosheet"],
]);

function firstWorksheet(sheets: readonly Sheet[], relations: readonly Relation[]): string {
  const tabs = sheets.map(({ id, isHidden }) => ({
    tab: relations.find((relation) => relation.id === id),
    isHidden,
  }));
  if (tabs.every(({ tab }) => tab === undefined)) {
    throw new Unreadable(workbookKinds.other.refusal);
  }
  const first = tabs.find(
    ({ tab, isHidden }) => tab !== undefined && !isHidden && !otherTabs.has(tab.type),
  );
  if (first?.tab === undefined) throw new Unreadable(workbookKinds.chartsOnly.refusal);
  return first.tab.path;
}

interface Handlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Reads an XML part. Custom entities are not resolved, and names are without their prefix. */
function readXml(xml: string, { open: opened, text, close }: Handlers): void {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  let elements = 0;
  let depth = 0;
  let attributeCount = 0;
  parser.on("opentagstart", () => {
    elements++;
    depth++;
    attributeCount = 0;
    if (elements > limits.elements) {
      throw new Unreadable(`has a part with more than ${limits.elements} elements`);
    }
    if (depth > limits.depth) {
      throw new Unreadable(`has a part with more than ${limits.depth} levels`);
    }
  });
  parser.on("attribute", () => {
    attributeCount++;
    if (attributeCount > limits.attributes) {
      throw new Unreadable(`has an element with more than ${limits.attributes} attributes`);
    }
  });
  parser.on("opentag", ({ name, attributes }) => {
    opened?.(local(name), attributes as Readonly<Record<string, string>>);
  });
  parser.on("text", (part) => text?.(part));
  parser.on("cdata", (part) => text?.(part));
  parser.on("closetag", ({ name }) => {
    depth--;
    close?.(local(name));
  });
  parser.on("error", () => {
    throw new Unreadable("is broken");
  });
  parser.write(xml).close();
}

/** Day 0 in milliseconds since 1970. Workbooks of old Macs count from 1904. */
const dayZeros = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

interface Sheet {
  /** Of its relation. */
  readonly id: string | undefined;
  readonly isHidden: boolean;
}

/** The sheets, in the order of the workbook, and day 0 of the workbook. */
function readWorkbook(xml: string) {
  const sheets: Sheet[] = [];
  let dayZero: number = dayZeros[1900];
  readXml(xml, {
    open(name, attributes) {
      if (name === "sheet") {
        // The prefix of this attribute differs between programs.
        const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(":id")) ?? [];
        sheets.push({ id, isHidden: ["hidden", "veryHidden"].includes(attributes.state ?? "") });
      }
      if (name !== "workbookPr") return;
      const { date1904 } = attributes;
      if (date1904 === "1" || date1904 === "true") dayZero = dayZeros[1904];
    },
  });
  return { sheets, dayZero };
}

/** What is shown by the formats with a day that have no code in the file (ECMA-376, part 1, 18.8.30). */
function shownByNumber(id: number): Shown {
  if (id === 22) return "moment";
  const isDay =
    (id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58) || id === 36;
  return isDay ? "day" : undefined;
}

type Shown = "day" | "moment" | undefined;

/** Quoted, escaped, bracketed and filling texts of the code of a format, which show nothing of the value. */
const texts = /"[^"]*"|\[[^\]]*\]|[\\_*]./g;

/** What a code shows: `m` is a month, unless hours or seconds are beside it. */
function shownByCode(code: string): Shown {
  const shown = code.replace(texts, "").split(";")[0] ?? "";
  const hasTime = /[hs]/i.test(shown);
  if (!/[dy]|m{3}/i.test(shown) && (hasTime || !/m/i.test(shown))) return undefined;
  return hasTime ? "moment" : "day";
}

/** What each style of cells shows of a day. */
function readStyles(xml: string | undefined): ReadonlyMap<string, Shown> {
  const styles = new Map<string, Shown>();
  const codes = new Map<string, string>();
  let inCells = false;
  readXml(xml ?? "<none/>", {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "cellXfs") inCells = true;
      else if (name === "numFmt") codes.set(numFmtId, formatCode);
      else if (name === "xf" && inCells) {
        const code = codes.get(numFmtId);
        const shown = code === undefined ? shownByNumber(Number(numFmtId)) : shownByCode(code);
        styles.set(String(styles.size), shown);
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return styles;
}

/** Collects the text of `t` elements. Phonetic hints are omitted, and escapes are resolved. */
function collectText() {
  let text = "";
  let run: string | undefined;
  let hints = 0;
  return {
    start() {
      text = "";
    },
    open(name: string) {
      if (name === "rPh") hints++;
      else if (name === "t" && hints === 0) run = "";
    },
    text(part: string) {
      if (run !== undefined) run += part;
    },
    close(name: string) {
      if (name === "rPh") hints--;
      if (name !== "t" || run === undefined) return;
      text += unescaped(run);
      run = undefined;
    },
    value: () => text,
  };
}

/** A text may have a character by its number, such as `_x000D_` (ECMA-376, ST_Xstring). */
const unescaped = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

function sharedTexts(xml: string | undefined): readonly string[] {
  const texts: string[] = [];
  const current = collectText();
  readXml(xml ?? "<none/>", {
    open(name) {
      if (name === "si") current.start();
      current.open(name);
    },
    text: current.text,
    close(name) {
      current.close(name);
      if (name === "si") texts.push(current.value());
    },
  });
  return texts;
}

interface SheetFacts {
  readonly shared: readonly string[];
  readonly dayZero: number;
  readonly styles: ReadonlyMap<string, Shown>;
}

interface RawCell {
  readonly style: string | undefined;
  readonly value: string;
  readonly inline: string;
  /** Whether a program was to compute the value, and has not saved one. */
  readonly isUncomputed: boolean;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Spreadsheets show and keep no more of them. */
const DIGITS = 15;

/**
 * A number as a spreadsheet shows it: files have its last digits too, and exponents. A whole number keeps all its digits,
 * because other programs write longer ones. Without an exponent from 1E-20 on and below 1E+21. Other texts stay.
 */
function shownNumber(value: string): string {
  const text = value.trim();
  if (/^-?\d+$/.test(text)) return text.replace(/^-?0+$/, "0").replace(/^(-?)0+(?=[1-9])/, "$1");
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  const rounded = Number(number.toPrecision(DIGITS));
  if (rounded === 0) return "0";
  const [digits = "", exponent] = String(rounded).split("e");
  if (exponent === undefined) return digits;
  if (Number(exponent) < 0 && Number(exponent) >= -20) {
    return rounded.toFixed(DIGITS - 1 - Number(exponent)).replace(/0+$/, "");
  }
  return `${digits}E${exponent}`;
}

function numberCell({ value, style = "0" }: RawCell, { dayZero, styles }: SheetFacts): TableCell {
  const shows = styles.get(style);
  return { text: shownNumber(value), dayZero, ...(shows !== undefined && { shows }) };
}

/** A day in ISO 8601, of the few programs that write it. */
function dayCell({ value, style = "0" }: RawCell, { styles }: SheetFacts): TableCell {
  const isDay = styles.get(style) === "day" && /^\d{4}-\d\d-\d\dT/.test(value);
  return { text: isDay ? value.slice(0, 10) : value.replace(/T00:00:00(?:\.0+)?Z?$/, "") };
}

/** Longer than all errors of spreadsheets. */
const ERROR_MAX = 20;

/** What a cell with a value means, by its type. Other types have their value as text. */
const cellTypes = new Map<string, (cell: RawCell, facts: SheetFacts) => TableCell>([
  ["s", ({ value }, { shared }) => ({ text: sharedText(shared, value) })],
  ["e", ({ value }) => ({ text: value, problem: `is the error ${value.slice(0, ERROR_MAX)}` })],
  ["b", ({ value }) => ({ text: value === "1" || value === "true" ? "true" : "false" })],
  ["str", ({ value }) => ({ text: unescaped(value) })],
  ["d", dayCell],
  ["n", numberCell],
]);

function sharedText(shared: readonly string[], index: string): string {
  const text = shared[Number(index)];
  if (text === undefined) throw new Unreadable("is broken");
  return text;
}

function cellOf(type: string, cell: RawCell, facts: SheetFacts): TableCell {
  if (cell.isUncomputed) return { text: "=", problem: "is a formula without a saved value" };
  if (cell.value.trim() === "") return { text: cell.inline };
  return cellTypes.get(type)?.(cell, facts) ?? { text: cell.value };
}

function readSheet(xml: string, facts: SheetFacts): readonly TableRow[] {
  const table = startTable();
  const inline = collectText();
  let cells: TableCell[] = [];
  let number = 0;
  let column = 0;
  let type = "";
  let style: string | undefined;
  let value = "";
  let inValue = false;
  let hasFormula = false;
  let hasValue = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === "row") {
        number = Number(attributes.r ?? number + 1);
        cells = [];
        column = -1;
      } else if (name === "c") {
        column = columnOf(attributes.r) ?? column + 1;
        type = attributes.t ?? "n";
        style = attributes.s;
        value = "";
        hasFormula = false;
        hasValue = false;
        inline.start();
      } else if (name === "f") hasFormula = true;
      inValue = name === "v";
      if (inValue) hasValue = true;
      inline.open(name);
    },
    text(part) {
      if (inValue) value += part;
      inline.text(part);
    },
    close(name) {
      inValue = false;
      inline.close(name);
      if (name === "c") {
        const isEmpty = value.trim() === "" && inline.value() === "";
        // The saved value of a text can be empty.
        const isUncomputed = hasFormula && isEmpty && !(hasValue && type === "str");
        const raw = { style, value, inline: inline.value(), isUncomputed };
        const cell = cellOf(type, raw, facts);
        if (cell.text === "") return;
        table.admitCell(column, cell.text);
        while (cells.length < column) cells.push({ text: "" });
        cells[column] = cell;
      } else if (name === "row") table.add({ number, cells });
    },
  });
  return table.rows;
}

/** The index of the column in a cell reference such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? "")?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
