import { SaxesParser } from "saxes";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { limits, startTable, type TableCell, type TableRow, Unreadable } from "./table";

/**
 * The rows of the first sheet of a workbook, without empty ones. A formula has its saved value.
 * Throws `Unreadable` for a file that is no workbook or above the limits. Nothing is unpacked beyond
 * the limits.
 */
export async function readXlsx(bytes: Buffer): Promise<readonly TableRow[]> {
  const parts = await readParts(bytes);
  const { path, dayZero } = firstSheet(parts);
  const sheet = parts.get(path);
  if (sheet === undefined) throw new Unreadable("has no sheet");
  const shared = sharedTexts(parts.get("xl/sharedStrings.xml"));
  return readSheet(sheet, { shared, dayZero });
}

const isWanted = (name: string): boolean =>
  name === "xl/workbook.xml" ||
  name === "xl/_rels/workbook.xml.rels" ||
  name === "xl/sharedStrings.xml" ||
  /^xl\/worksheets\/[^/]+\.xml$/.test(name);

/** Unpacks the parts that are needed, each up to the limit. */
async function readParts(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await open(bytes);
  const parts = new Map<string, string>();
  let left: number = limits.partBytes;
  let count = 0;
  for await (const entry of entriesOf(zip)) {
    count++;
    if (count > limits.entries) throw new Unreadable(`has more than ${limits.entries} parts`);
    if (!isWanted(entry.fileName)) continue;
    const part = await unpack(zip, entry, left);
    left -= part.length;
    parts.set(entry.fileName, part.toString("utf8"));
  }
  return parts;
}

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(new Unreadable("is not an XLSX workbook"));
    });
  });

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once("end", () => resolve(undefined));
      zip.once("error", () => reject(new Unreadable("is not an XLSX workbook")));
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (entry === undefined) return;
    yield entry;
  }
}

/**
 * Unpacks one part. Stops as soon as it has more than `most` bytes, because its header may claim
 * less.
 */
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
  let given = 0;
  parser.on("opentagstart", () => {
    elements++;
    depth++;
    given = 0;
    if (elements > limits.elements) {
      throw new Unreadable(`has a part with more than ${limits.elements} elements`);
    }
    if (depth > limits.depth) {
      throw new Unreadable(`has a part with more than ${limits.depth} levels`);
    }
  });
  parser.on("attribute", () => {
    given++;
    if (given > limits.attributes) {
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

/** The path of the first sheet, in the order of the workbook, and day 0 of the workbook. */
function firstSheet(parts: ReadonlyMap<string, string>) {
  let relation: string | undefined;
  let dayZero: number = dayZeros[1900];
  readXml(parts.get("xl/workbook.xml") ?? "<none/>", {
    open(name, attributes) {
      if (name === "sheet") relation ??= attributes["r:id"];
      if (name !== "workbookPr") return;
      const { date1904 } = attributes;
      if (date1904 === "1" || date1904 === "true") dayZero = dayZeros[1904];
    },
  });
  let target: string | undefined;
  readXml(parts.get("xl/_rels/workbook.xml.rels") ?? "<none/>", {
    open(name, attributes) {
      if (name === "Relationship" && attributes.Id === relation) target ??= attributes.Target;
    },
  });
  if (target === undefined) throw new Unreadable("is not an XLSX workbook");
  const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  return { path, dayZero };
}

/** The texts that cells refer to by number. Phonetic hints are omitted. */
function sharedTexts(xml: string | undefined): readonly string[] {
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
      if (name === "si") texts.push(current);
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
  const cellOf = (): TableCell => {
    if (type === "s") return { text: shared[Number(value)] ?? "" };
    if (type === "b") return { text: value === "1" ? "true" : "false" };
    return type === "" || type === "n" ? { text: value, dayZero } : { text: value };
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
      }
      inValue = name === "v" || name === "t";
    },
    text(part) {
      if (inValue) value += part;
    },
    close(name) {
      inValue = false;
      if (name === "c") {
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
