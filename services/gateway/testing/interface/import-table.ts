import { csvFaults } from "../../src/features/imports/read-csv";
import { workbookKinds } from "../../src/features/imports/workbook-kinds";
import { list } from "./markdown";

/** The row that stands for any row in the sentences. */
const ROW = 3;

/** The kinds of files of imports, read or refused, as a list for docs/reference/polls.md. */
export const importTable = (): string =>
  list([
    "`csv`, CSV, separated by comma, semicolon or tab: is read",
    ...csvFaults.map(({ files, refusal }) => `\`csv\`, ${files}: 422 ${refusal(ROW)}`),
    ...Object.values(workbookKinds).map(
      ({ files, refusal }) =>
        `\`xlsx\`, ${files}: ${refusal === undefined ? "is read" : `422 ${refusal}`}`,
    ),
  ]);
