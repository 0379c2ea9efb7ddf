import { absentOrNull } from "@polls/domain/input";
import { z } from "zod";
import { errorBodies } from "../../http/replies/error-bodies";
import { field, named } from "../../http/replies/schema-parts";
import { importKinds } from "./import-rows";

/** A body of 4 MiB can contain a workbook of 3 MB in base64. */
export const IMPORT_MAX_BYTES = 4 * 1024 * 1024;

export const ImportBody = named(
  "Import",
  "A file with options or participants: either `csv` or `xlsx`.",
  {
    kind: z.enum(importKinds).describe("What each row of the file creates."),
    csv: absentOrNull(z.string()).describe(
      "A CSV text. Its first line has the names of the columns, which are fields of the object.",
    ),
    xlsx: absentOrNull(z.base64()).describe("A workbook in base64. Its first worksheet is read."),
  },
);

const row = field.whole(
  "The number of the row in the file, starting at 1. In a CSV: the line in which the row ends.",
);

export const ImportResponse = named("ImportReport", "The result of each row of a file.", {
  created: z
    .array(
      named("ImportedRow", "A created row.", {
        row,
        id: field.text("The id of the created object."),
      }),
    )
    .describe("The created rows, in the order of the file."),
  refused: z
    .array(
      named("RefusedRow", "A refused row.", {
        row,
        error: z
          .union([errorBodies[404], errorBodies[422]])
          .describe("The error body that a single creation would get."),
      }),
    )
    .describe("The first refused rows, in the order of the file, with about 50 problems in all."),
  more_refused: field.whole("How many more rows were refused. Absent: none.").optional(),
});
