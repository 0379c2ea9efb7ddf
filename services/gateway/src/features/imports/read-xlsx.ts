import { posix } from "node:path";
import { readStyles } from "./cell-formats";
import { sharedTexts } from "./cell-texts";
import { readSheet } from "./read-sheet";
import { readXml } from "./read-xml";
import { type TableRow, Unreadable } from "./table";
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
