import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export const workbookXml = (id = "rId1") =>
  `<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="${id}"/></sheets></workbook>`;
const relations = `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`;

export type Parts = Readonly<Record<string, string | Buffer>>;

export const workbook = (parts: Parts): Promise<string> =>
  archive({ "xl/workbook.xml": workbookXml(), "xl/_rels/workbook.xml.rels": relations, ...parts });

export async function archive(parts: Parts): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return (await buffer(zip.outputStream)).toString("base64");
}

export const sheet = (...rows: readonly string[]) =>
  `<worksheet><sheetData>${rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join("")}</sheetData></worksheet>`;
export const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

const NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${NAMESPACE}/${type}" Target="${target}"/>`;
