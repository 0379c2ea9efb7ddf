import { inTransaction, readMoment } from "@polls/db/sql";
import { closeReport, listReports } from "../../features/operators/operate-reports";
import { CommandFailure, command } from "../command/command";
import { operatorOptions, readOperator } from "../command/operator-options";
import { withShards } from "../command/with-shards";
import { limitOption, readIds, readLimit } from "./read-rows";

const LIST = "ops report list";

export const reportCommands = [
  command({
    name: LIST,
    summary: "Lists reports of abuse that are open, the newest first.",
    options: {
      closed: { description: "closed reports too" },
      limit: limitOption("reports"),
    },
    run: async (db, { closed, limit }) =>
      withShards(db, async (shards) =>
        (await listReports(shards, { closed, limit: readLimit(limit) })).map((report) => ({
          id: String(report.id),
          poll: report.pollHash,
          title: report.pollTitle,
          taken_down: report.takenDown,
          text: report.text,
          created_at: report.createdAt,
          closed_at: report.closedAt,
        })),
      ),
  }),
  command({
    name: "ops report close",
    summary: "Closes reports of abuse.",
    options: {
      id: { value: "IDS", description: "ids separated by commas", required: true },
      ...operatorOptions,
    },
    argument: "id",
    run: (db, { id, ...values }) =>
      withShards(db, async (shards) => {
        let closed = 0;
        for (const one of readIds(id, "ids", LIST)) {
          const shard = await shards.ofId(BigInt(one));
          const done = await inTransaction(shard, async (tx) =>
            closeReport(tx, BigInt(one), await readOperator(tx, values), await readMoment(tx)),
          );
          if (done) closed += 1;
        }
        if (closed === 0) throw new CommandFailure("None of these reports is open");
        return { closed };
      }),
  }),
];
