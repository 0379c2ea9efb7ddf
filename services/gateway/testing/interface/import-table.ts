import { csvFaults } from "../../src/features/imports/read-csv";
import { workbookKinds } from "../../src/features/imports/workbook-parts";
import { list } from "./markdown";

/** The kinds of files of imports, read or refused, as a list for docs/reference/polls.md. */
export function importTable(): string {
  const workbooks = (isRead: boolean) =>
    Object.values(workbookKinds)
      .filter(({ refusal }) => (refusal === undefined) === isRead)
      .map(({ files }) => files)
      .join("; ");
  return list([
    "`csv`: CSV, separated by comma, semicolon or tab",
    `\`csv\`, refused: ${csvFaults.map(({ files }) => files).join("; ")}`,
    `\`xlsx\`: ${workbooks(true)}`,
    `\`xlsx\`, refused: ${workbooks(false)}`,
  ]);
}
