import { outboxOfShards } from "@polls/db/outbox";
import { command } from "../command/command";
import { noteDone, operatorOptions } from "../command/operator-options";
import { withShards } from "../command/with-shards";
import { limitOption, readIds, readLimit } from "./read-rows";

const LIST = "ops outbox list";

export const outboxCommands = [
  command({
    name: LIST,
    summary: "Lists dead jobs, the newest first.",
    options: { limit: limitOption("jobs") },
    run: async (db, { limit }) => {
      const most = readLimit(limit);
      const rows = await withShards(db, (shards) => outboxOfShards(shards).listDead(most));
      return rows.map((row) => ({
        id: row.id,
        job: row.job,
        payload: row.payload,
        tries: row.tries,
        created_at: row.createdAt,
        dead_at: row.deadAt,
        last_error: row.lastError ?? undefined,
      }));
    },
  }),
  command({
    name: "ops outbox retry",
    summary: "Enqueues dead jobs again; workers start them within a second.",
    options: {
      id: { value: "IDS", description: 'ids separated by commas, or "all"', required: true },
      ...operatorOptions,
    },
    run: async (db, { id, ...values }) => {
      const ids = id === "all" ? undefined : readIds(id, '"all" or ids', LIST);
      const jobs = await withShards(db, (shards) => outboxOfShards(shards).retryDead(ids));
      await noteDone(db, values, { action: "job.retry", details: { jobs } });
      return { sent_again: jobs };
    },
  }),
  command({
    name: "ops outbox delete",
    summary: "Deletes dead jobs that can never succeed; their work is lost.",
    options: {
      id: { value: "IDS", description: "ids separated by commas", required: true },
      ...operatorOptions,
    },
    run: async (db, { id, ...values }) => {
      const ids = readIds(id, "ids", LIST);
      const jobs = await withShards(db, (shards) => outboxOfShards(shards).deleteDead(ids));
      await noteDone(db, values, { action: "job.delete", details: { jobs } });
      return { deleted: jobs };
    },
  }),
];
