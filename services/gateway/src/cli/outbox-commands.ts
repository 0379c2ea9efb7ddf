import { outboxStore } from "@polls/db";
import { command, Mistake } from "./command";

const usualLimit = 50;

function readLimit(text: string | undefined): number {
  if (text === undefined) return usualLimit;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Mistake("--limit must be a whole number above 0");
  return Number(text);
}

function readIds(text: string): readonly string[] | undefined {
  if (text === "all") return undefined;
  const ids = text.split(",").map((id) => id.trim());
  if (!ids.every((id) => /^[1-9]\d{0,18}$/.test(id)))
    throw new Mistake('--id must be "all" or ids of "outbox dead", separated by commas');
  return ids;
}

/** What the operator does with jobs that were given up (architecture section 3). */
export const outboxCommands = [
  command({
    name: "outbox dead",
    summary: "Lists the jobs that were given up, the newest first.",
    options: { limit: { value: "N", says: `how many at most (${usualLimit})` } },
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
    name: "outbox retry",
    summary: "Sends jobs again that were given up; the service takes them within a second.",
    options: { id: { value: "IDS", says: 'ids separated by commas, or "all"', required: true } },
    run: async (db, { id }) => ({ sent_again: await outboxStore(db).retryDead(readIds(id)) }),
  }),
];
