import { outboxStore } from "@polls/db";
import { command, UsageError } from "../command";

const usualLimit = 50;

function readLimit(text: string | undefined): number {
  if (text === undefined) return usualLimit;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError("--limit must be a whole number above 0");
  return Number(text);
}

function readIds(text: string): readonly string[] | undefined {
  if (text === "all") return undefined;
  const ids = text.split(",").map((id) => id.trim());
  if (!ids.every((id) => /^[1-9]\d{0,18}$/.test(id)))
    throw new UsageError('--id must be "all" or ids of "ops outbox list", separated by commas');
  return ids;
}

export const outboxCommands = [
  command({
    name: "ops outbox list",
    summary: "Lists dead jobs, the newest first.",
    options: { limit: { value: "N", description: `most jobs to list (${usualLimit})` } },
    run: async (db, { limit }) => {
      const rows = await outboxStore(db).listDead(readLimit(limit));
      return rows.map((row) => ({
        id: row.id,
        job: row.job,
        payload: row.payload,
        tries: row.tries,
        created_at: row.createdAt,
        dead_at: row.deadAt,
        last_error: row.lastError,
      }));
    },
  }),
  command({
    name: "ops outbox retry",
    summary: "Enqueues dead jobs again; workers take them within a second.",
    options: {
      id: { value: "IDS", description: 'ids separated by commas, or "all"', required: true },
    },
    run: async (db, { id }) => ({ sent_again: await outboxStore(db).retryDead(readIds(id)) }),
  }),
];
