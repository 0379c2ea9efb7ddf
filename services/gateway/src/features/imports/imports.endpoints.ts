import { Invalid } from "@polls/domain/refusals";
import { mailRequestOf } from "../../http/limits/mail-request";
import { clientOf, limitImports } from "../../http/limits/rate-limit";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import { adminRule } from "../../http/routing/poll-rules";
import { replyToRefusal } from "../../http/server/error-handler";
import { importRows, rowsToImport } from "./import-rows";
import { IMPORT_MAX_BYTES, ImportBody, ImportResponse } from "./imports.schema";
import { Unreadable } from "./table";

const endpoint = endpointsOf({ tag: "Polls", auth: "private" });

/** Imports options and participants from files (docs/reference/polls.md#import). */
export const importEndpoints = [
  endpoint({
    run: "transaction",
    id: "polls.import",
    method: "post",
    path: "/api/v1/polls/:poll_id/import",
    summary: "Create options or participants from a file",
    description:
      "Creates an option or a participant for each row of a CSV text or a workbook, by the rules of a single creation. Refused rows do not affect the others: `refused` has the number and the error of each.",
    poll: { ...adminRule, lock: "shared" },
    body: ImportBody,
    bodyMaxBytes: IMPORT_MAX_BYTES,
    responses: { 200: ImportResponse },
    async prepare({ actor, clientAddress, body, admit }, deps) {
      const { kind, csv, xlsx } = body.read();
      if ((csv === undefined) === (xlsx === undefined)) {
        throw new Invalid({ base: ["needs either `csv` or `xlsx`"] });
      }
      const { poll } = await admit();
      limitImports(actor, clientAddress, deps);
      const field = xlsx === undefined ? "csv" : "xlsx";
      if ((csv ?? xlsx) === "") throw new Invalid({ [field]: ["is empty"] });
      const file = xlsx === undefined ? { csv: csv ?? "" } : { xlsx: bytesOf(xlsx) };
      const client = clientOf(actor, clientAddress);
      const table = await deps.tableReader.read(client, file).catch((error) => {
        if (error instanceof Unreadable) throw new Invalid({ [field]: [error.sentence] });
        throw error;
      });
      return {
        kind,
        rows: rowsToImport(kind, table, field, poll.settings.additional_attributes),
      };
    },
    async handle(input, { config, storedKeys }) {
      const { kind, rows } = input.prepared;
      const caller = { ...input, mail: mailRequestOf(input) };
      const report = await importRows(input.tx, kind, rows, caller, { config, storedKeys });
      const refused = report.refused.map(({ row, refusal }) => ({
        row,
        error: replyToRefusal(refusal).body as never,
      }));
      const { created, moreRefused } = report;
      const more = moreRefused > 0 ? { more_refused: moreRefused } : {};
      return { ...reply(200, { created, refused, ...more }), unchanged: created.length === 0 };
    },
  }),
];

/** In memory of its own, which can be given to a thread. */
const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, "base64"));
