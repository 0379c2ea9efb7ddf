import { outboxOfShards } from "@polls/db/outbox";
import { type QueueCounts, type QueueName, readQueueCounts } from "@polls/jobs";
import { command, Printed } from "../command/command";
import { withShards } from "../command/with-shards";
import type { OpsEnvironment } from "./environment";
import { countText, tableOf } from "./table";

const columns = ["waiting", "running", "failed"] as const;

type Counts = ReadonlyMap<QueueName, QueueCounts | undefined>;

/** A report on the queues and the outbox. The exit code is 1 if a queue does not respond. */
function reportOf(
  counts: Counts,
  outbox: { pending: number; oldestAgeSeconds: number; dead: number },
  json: boolean,
): Printed {
  const unavailable = [...counts.values()].some((each) => each === undefined);
  const code = unavailable ? 1 : 0;
  if (json) {
    const { oldestAgeSeconds, ...figures } = outbox;
    const whole = {
      queues: Object.fromEntries([...counts].map(([name, each]) => [name, each ?? null])),
      outbox: { ...figures, oldest_age_seconds: oldestAgeSeconds },
    };
    return new Printed(whole, code);
  }
  const rows = [...counts].map(([name, each]) =>
    each === undefined
      ? [name, "does not answer"]
      : [name, ...columns.map((column) => String(each[column]))],
  );
  const age = Math.round(outbox.oldestAgeSeconds);
  const lines = [
    tableOf([["queue", ...columns], ...rows]),
    "",
    `outbox: ${countText(outbox.pending)} not done, with those in queues, the oldest for ${age} s; ${countText(outbox.dead)} were given up`,
    ...(unavailable
      ? ["Jobs are kept in the outbox until the queue answers: see `ops doctor`."]
      : []),
  ];
  return new Printed(lines.join("\n"), code);
}

/** `ops queues` counts waiting, running and failed jobs. */
export const queuesCommand = (readEnvironment: () => OpsEnvironment) =>
  command({
    name: "ops queues",
    summary: "Counts the jobs of all queues and of the outbox.",
    options: { json: { description: "prints JSON in place of a table" } },
    async run(db, { json }) {
      const [counts, outbox] = await Promise.all([
        readQueueCounts(readEnvironment().backend),
        withShards(db, (shards) => outboxOfShards(shards).figures()),
      ]);
      return reportOf(counts, outbox, json);
    },
  });
