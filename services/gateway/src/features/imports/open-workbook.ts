import { posix } from "node:path";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { readXml } from "./read-xml";
import { limits, Unreadable } from "./table";

/** The parts of a workbook, which are found by their relationships (ECMA-376, part 2). */
export interface Workbook {
  /** The XML of the first visible sheet with cells. */
  readonly sheet: string;
  readonly sharedTexts: string | undefined;
  /** Day 0 in milliseconds since 1970. Workbooks of old Macs count from 1904. */
  readonly dayZero: number;
}

/** The paths of parts in a file that does not relate to them. */
const usualPaths = { workbook: "xl/workbook.xml", sharedTexts: "xl/sharedStrings.xml" } as const;

/** Charts, dialogs and macros have sheets of their own. */
const sheetsWithoutCells: ReadonlySet<string> = new Set([
  "chartsheet",
  "dialogsheet",
  "xlMacrosheet",
]);

const dayZeros = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/**
 * Opens a workbook. Nothing is unpacked beyond the limits. Throws `Unreadable`, which names the
 * format of another file.
 */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  refuseOlderFormats(bytes);
  const parts = await openParts(bytes);
  refuseOtherPackages(parts);
  const main = (await relationsOf("", parts)).find(ofType("officeDocument"));
  const path = main?.target ?? usualPaths.workbook;
  const { sheets, dayZero } = readWorkbookPart(await textOf(path, parts));
  const relations = await relationsOf(path, parts);
  const found = sheets.flatMap(({ id }) => relations.find((one) => one.id === id) ?? []);
  if (found.length === 0) throw new Unreadable("is not an XLSX workbook");
  const first = found.find(({ type }) => !sheetsWithoutCells.has(type));
  const sheet = first && (await textOf(first.target, parts));
  if (sheet === undefined) throw new Unreadable("has no sheet");
  const shared = relations.find(ofType("sharedStrings"))?.target ?? usualPaths.sharedTexts;
  return { sheet, sharedTexts: await textOf(shared, parts), dayZero };
}

const compoundFile = Buffer.from("d0cf11e0a1b11ae1", "hex");
const encryptedPackage = Buffer.from("EncryptedPackage", "utf16le");

/** Workbooks before 2007, and those with a password, are compound files in place of zip files. */
function refuseOlderFormats(bytes: Buffer): void {
  if (!bytes.subarray(0, compoundFile.length).equals(compoundFile)) return;
  throw new Unreadable(
    bytes.includes(encryptedPackage)
      ? "is protected by a password: save it without one"
      : "is an XLS workbook: save it as an XLSX workbook",
  );
}

/** Parts that only other formats have. */
const otherFormats = [
  ["xl/workbook.bin", "an XLSB workbook"],
  ["content.xml", "an ODS spreadsheet"],
  ["index/document.iwa", "a Numbers spreadsheet"],
  ["word/document.xml", "a DOCX document"],
] as const;

function refuseOtherPackages({ entries }: Parts): void {
  const other = otherFormats.find(([name]) => entries.has(name));
  if (other !== undefined) throw new Unreadable(`is ${other[1]}: save it as an XLSX workbook`);
}

/** The parts of a zip file by their names in lower case, because names of parts ignore case. */
interface Parts {
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
  /** How many bytes may still be unpacked. */
  left: number;
}

const keyOf = (name: string): string =>
  posix
    .normalize(`/${name.replaceAll("\\", "/")}`)
    .slice(1)
    .toLowerCase();

async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await open(bytes);
  const entries = new Map<string, Entry>();
  for await (const entry of entriesOf(zip)) {
    if (entries.size >= limits.entries) {
      throw new Unreadable(`has more than ${limits.entries} parts`);
    }
    entries.set(keyOf(entry.fileName), entry);
  }
  return { zip, entries, left: limits.partBytes };
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

/** The text of a part. Undefined: there is none. */
async function textOf(name: string, parts: Parts): Promise<string | undefined> {
  const entry = parts.entries.get(keyOf(name));
  if (entry === undefined) return undefined;
  const part = await unpack(parts.zip, entry, parts.left);
  parts.left -= part.length;
  const isUtf16 = part[0] === 0xff && part[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(part);
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

interface Relation {
  readonly id: string;
  /** The last part of the type, which is the same in both forms of the standard. */
  readonly type: string;
  readonly target: string;
}

const ofType =
  (type: string) =>
  (relation: Relation): boolean =>
    relation.type === type;

/** The relations of a part, or of the package for the empty name. */
async function relationsOf(name: string, parts: Parts): Promise<readonly Relation[]> {
  const { dir, base } = posix.parse(name);
  const xml = await textOf(`${dir}/_rels/${base}.rels`, parts);
  const relations: Relation[] = [];
  readXml(xml ?? "<none/>", {
    open(element, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (element !== "Relationship" || mode === "External") return;
      relations.push({ id, type: posix.basename(type), target: resolve(dir, target) });
    },
  });
  return relations;
}

/** A target is a path from the folder of its part, or from the root of the package. */
const resolve = (dir: string, target: string): string =>
  target.startsWith("/") ? target : posix.join("/", dir, target);

/** The visible sheets in the order of the workbook, or all if none is visible. */
function readWorkbookPart(xml: string | undefined) {
  const sheets: { readonly id: string; readonly isHidden: boolean }[] = [];
  let dayZero: number = dayZeros[1900];
  readXml(xml ?? "<none/>", {
    open(name, attributes) {
      if (name === "sheet") {
        const { state } = attributes;
        sheets.push({
          id: relationIn(attributes),
          isHidden: state === "hidden" || state === "veryHidden",
        });
      }
      if (name !== "workbookPr") return;
      const { date1904 } = attributes;
      if (date1904 === "1" || date1904 === "true") dayZero = dayZeros[1904];
    },
  });
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  return { sheets: visible.length > 0 ? visible : sheets, dayZero };
}

/** The relation of a sheet, whose attribute may have any prefix. */
const relationIn = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
