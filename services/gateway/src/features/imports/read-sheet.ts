import type { Shown } from "./cell-formats";
import { collectText, unescaped } from "./cell-texts";
import { readXml } from "./read-xml";
import { startTable, type TableCell, type TableRow, Unreadable } from "./table";

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

export function readSheet(xml: string, facts: SheetFacts): readonly TableRow[] {
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
