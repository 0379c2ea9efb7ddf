import { outboxOfShelves } from "@polls/db";
import { command, UsageError } from "../command";
import { withShelves } from "../with-shelves";

const usualLimit = 50;

function readLimit(text: string | undefined): number {
  if (text === undefined) return usualLimit;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError("--limit must be a whole number above 0");
  return Number(text);
}

function readIds(text: string, allowed: string): readonly string[] {
  const ids = text.split(",").map((id) => id.trim());
  if (ids.every((id) => /^[1-9]\d{0,18}$/.test(id))) return ids;
  throw new UsageError(`--id must be ${allowed} of "ops outbox list", separated by commas`);
}

export const outboxCommands = [
  command({
    name: "ops outbox list",
    summary: "Lists dead jobs, the newest first.",
    options: {
      limit: { value: "N", description: `largest number of jobs to list (${usualLimit})` },
    },
    run: async (db, { limit }) => {
      const most = readLimit(limit);
      const rows = await withShelves(db, (shelves) => outboxOfShelves(shelves).listDead(most));
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
    summary: "Enqueues dead jobs again; workers start them within a second.",
    options: {
      id: { value: "IDS", description: 'ids separated by commas, or "all"', required: true },
    },
    run: async (db, { id }) => {
      const ids = id === "all" ? undefined : readIds(id, '"all" or ids');
      return withShelves(db, async (shelves) => ({
        sent_again: await outboxOfShelves(shelves).retryDead(ids),
      }));
    },
  }),
  command({
    name: "ops outbox delete",
    summary: "Deletes dead jobs that can never succeed; their work is lost.",
    options: { id: { value: "IDS", description: "ids separated by commas", required: true } },
    run: (db, { id }) => {
      const ids = readIds(id, "ids");
      return withShelves(db, async (shelves) => ({
        deleted: await outboxOfShelves(shelves).deleteDead(ids),
      }));
    },
  }),
];
