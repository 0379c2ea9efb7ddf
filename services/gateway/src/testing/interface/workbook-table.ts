import { workbookKinds } from "../../features/imports/workbook-kinds";
import { table } from "./markdown";

/** The kinds of workbooks, read or refused, as a table for docs/reference/polls.md. */
export const workbookTable = (): string =>
  table(
    ["file", "response"],
    Object.values(workbookKinds).map(({ files, refusal }) => [
      files,
      refusal === undefined ? "is read" : `422: ${refusal}`,
    ]),
  );
