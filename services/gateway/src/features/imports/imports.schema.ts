import { z } from "zod";
import { errorBodies } from "../../http/replies/error-bodies";
import { importKinds } from "./import-columns";

/** A body of 4 MiB holds a workbook of 3 MB in base64. */
export const IMPORT_MAX_BYTES = 4 * 1024 * 1024;

export const ImportBody = z
  .strictObject({
    kind: z.enum(importKinds).describe("What a row of the file creates."),
    csv: z
      .string()
      .min(1)
      .optional()
      .describe("A CSV text. Its first line names the columns, which are fields of the object."),
    xlsx: z
      .base64()
      .min(1)
      .optional()
      .describe("A workbook in base64, of which the first sheet is read."),
  })
  .meta({ id: "Import", description: "A file with options or participants; `csv` or `xlsx`." });

const row = z
  .int()
  .describe("The number of the row in the file, from 1; in a CSV the line where it ends.");

export const ImportResponse = z
  .strictObject({
    created: z
      .array(
        z
          .strictObject({
            row,
            id: z.string().describe("The id of what it created."),
          })
          .meta({ id: "ImportedRow", description: "A row that was created." }),
      )
      .describe("The rows that were created, in the order of the file."),
    refused: z
      .array(
        z
          .strictObject({
            row,
            error: z
              .union([errorBodies[404], errorBodies[422]])
              .describe("The body that the row alone would get."),
          })
          .meta({ id: "RefusedRow", description: "A row that was refused." }),
      )
      .describe("The rows that were refused, in the order of the file."),
  })
  .meta({ id: "ImportReport", description: "What became of each row of a file." });
