import { openWorkbook } from "./open-workbook";
import { readXml } from "./read-xml";
import { startTable, type TableCell, type TableRow } from "./table";

/**
 * The rows of the first sheet of a workbook, without empty ones. A formula has its saved value.
 * Throws `Unreadable` for a file that is no workbook or above the limits.
 */
export async function readXlsx(bytes: Buffer): Promise<readonly TableRow[]> {
  const { sheet, sharedTexts, dayZero } = await openWorkbook(bytes);
  return readSheet(sheet, { shared: readSharedTexts(sharedTexts), dayZero });
}

/**
 * The text of a cell or of a shared string. Characters that XML does not have are written as
 * `_x000D_`, and an underscore that looks like one as `_x005F_` (ECMA-376, ST_Xstring).
 */
const plainText = (text: string): string =>
  text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The texts that cells refer to by number. Phonetic hints are omitted. */
function readSharedTexts(xml: string | undefined): readonly string[] {
  if (xml === undefined) return [];
  const texts: string[] = [];
  let current = "";
  let inText = false;
  let hints = 0;
  readXml(xml, {
    open(name) {
      if (name === "si") current = "";
      else if (name === "rPh") hints++;
      inText = name === "t" && hints === 0;
    },
    text(part) {
      if (inText) current += part;
    },
    close(name) {
      if (name === "si") texts.push(plainText(current));
      else if (name === "rPh") hints--;
      inText = false;
    },
  });
  return texts;
}

function readSheet(
  xml: string,
  { shared, dayZero }: { readonly shared: readonly string[]; readonly dayZero: number },
): readonly TableRow[] {
  const table = startTable();
  let cells: TableCell[] = [];
  let number = 0;
  let column = 0;
  let type = "";
  let value = "";
  let inValue = false;
  let hints = 0;
  const cellOf = (): TableCell => {
    if (value === "") return { text: "" };
    if (type === "s") return { text: shared[Number(value)] ?? "" };
    if (type === "b") return { text: value === "1" ? "true" : "false" };
    return type === "" || type === "n" ? { text: value, dayZero } : { text: plainText(value) };
  };
  readXml(xml, {
    open(name, attributes) {
      if (name === "row") {
        number = Number(attributes.r ?? number + 1);
        cells = [];
        column = -1;
      } else if (name === "c") {
        column = columnOf(attributes.r) ?? column + 1;
        type = attributes.t ?? "";
        value = "";
      } else if (name === "rPh") hints++;
      inValue = name === "v" || (name === "t" && hints === 0);
    },
    text(part) {
      if (inValue) value += part;
    },
    close(name) {
      inValue = false;
      if (name === "rPh") hints--;
      else if (name === "c") {
        const cell = cellOf();
        table.admitCell(column, cell.text);
        if (cell.text === "") return;
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
