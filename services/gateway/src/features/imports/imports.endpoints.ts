import { Invalid } from "@polls/domain/refusals";
import { limitImports } from "../../http/limits/rate-limit";
import { replyToRefusal } from "../../http/replies/error-handler";
import { reply } from "../../http/replies/reply";
import { mailRequestOf } from "../../http/request/mail-request";
import { writeEndpoint } from "../../http/routing/endpoint";
import { rowsToImport } from "./import-columns";
import { importRows } from "./import-rows";
import { IMPORT_MAX_BYTES, ImportBody, ImportResponse } from "./imports.schema";
import { readCsv } from "./read-csv";
import { readXlsx } from "./read-xlsx";

/** Imports options and participants from files (docs/reference/polls.md#import). */
export const importEndpoints = [
  writeEndpoint({
    id: "polls.import",
    method: "post",
    path: "/api/v1/polls/:poll_id/import",
    summary: "Create options or participants from a file",
    description:
      "Creates an option or a participant for each row of a CSV text or a workbook, by the rules of a single creation. Refused rows do not affect the others: `refused` has the number and the error of each.",
    tag: "Polls",
    auth: "private",
    poll: {
      param: "poll_id",
      password: "none",
      restricted: false,
      adminOnly: true,
      lock: "shared",
    },
    body: ImportBody,
    bodyMaxBytes: IMPORT_MAX_BYTES,
    responses: { 200: ImportResponse },
    async prepare({ actor, clientAddress, body, admit }, deps) {
      const { kind, csv, xlsx } = body();
      if ((csv === undefined) === (xlsx === undefined)) {
        throw new Invalid({ base: ["needs either `csv` or `xlsx`"] });
      }
      await admit();
      limitImports(actor, clientAddress, deps);
      const rows =
        xlsx === undefined
          ? rowsToImport(kind, readCsv(csv ?? ""), "csv")
          : rowsToImport(kind, await readXlsx(Buffer.from(xlsx, "base64")), "xlsx");
      return { kind, rows };
    },
    async handle(input, { config, storedKeys }) {
      const { kind, rows } = input.prepared;
      const caller = { ...input, mail: mailRequestOf(input) };
      const report = await importRows(input.tx, kind, rows, caller, { config, storedKeys });
      const refused = report.refused.map(({ row, refusal }) => ({
        row,
        error: replyToRefusal(refusal).body as never,
      }));
      const { created } = report;
      return { ...reply(200, { created, refused }), unchanged: created.length === 0 };
    },
  }),
];
