import { z } from "zod";
import { errorBodies } from "../../http/replies/error-bodies";
import { importKinds } from "./import-rows";

/** A body of 4 MiB can contain a workbook of 3 MB in base64. */
export const IMPORT_MAX_BYTES = 4 * 1024 * 1024;

export const ImportBody = z
  .strictObject({
    kind: z.enum(importKinds).describe("What each row of the file creates."),
    csv: z
      .string()
      .min(1)
      .optional()
      .describe(
        "A CSV text. Its first line has the names of the columns, which are fields of the object.",
      ),
    xlsx: z
      .base64()
      .min(1)
      .optional()
      .describe("A workbook in base64. Its first worksheet is read."),
  })
  .meta({
    id: "Import",
    description: "A file with options or participants: either `csv` or `xlsx`.",
  });

const row = z
  .int()
  .describe(
    "The number of the row in the file, starting at 1. In a CSV: the line in which the row ends.",
  );

export const ImportResponse = z
  .strictObject({
    created: z
      .array(
        z
          .strictObject({
            row,
            id: z.string().describe("The id of the created object."),
          })
          .meta({ id: "ImportedRow", description: "A created row." }),
      )
      .describe("The created rows, in the order of the file."),
    refused: z
      .array(
        z
          .strictObject({
            row,
            error: z
              .union([errorBodies[404], errorBodies[422]])
              .describe("The error body that a single creation would get."),
          })
          .meta({ id: "RefusedRow", description: "A refused row." }),
      )
      .describe("The refused rows, in the order of the file."),
  })
  .meta({ id: "ImportReport", description: "The result of each row of a file." });
