import { connectDatabase, type Db } from "@polls/db/connection";
import { outboxStore } from "@polls/db/outbox";
import { openStorage, type Storage } from "@polls/storage";
import { createLogger, createMetrics } from "@polls/telemetry";
import { z } from "zod";
import { quickHandlers } from "../src/handlers";
import { renderTools } from "./render-tools";

/** Runs one job in a process that is killed at its nth step, like by the system. */
const orders = z.strictObject({
  url: z.string(),
  storageDirectory: z.string(),
  workRoot: z.string(),
  job: z.enum(["media.render-attachment", "media.delete-attachment"]),
  attachmentId: z.string(),
  outboxId: z.string(),
  /** 0 means never. The process then prints the number of steps. */
  dieAt: z.number().int().min(0),
});

type Work = (...args: never[]) => unknown;

async function main(text = ""): Promise<void> {
  const { url, storageDirectory, workRoot, job, attachmentId, outboxId, dieAt } = orders.parse(
    JSON.parse(text),
  );
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps === dieAt) process.kill(process.pid, "SIGKILL");
  };
  /** Adds a step before and after every call with an effect outside of the process. */
  const watched = <Whole extends object>(whole: Whole, names: readonly (keyof Whole)[]): Whole =>
    new Proxy(whole, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (!names.includes(name as keyof Whole)) return member;
        return async (...args: never[]) => {
          step();
          const result = await (member as Work).apply(target, args);
          step();
          return result;
        };
      },
    });

  const db = connectDatabase(url);
  const storage = await openStorage({ kind: "disk", directory: storageDirectory });
  const store = outboxStore(db);
  const deps = {
    db: watched<Db>(db, ["transaction"]),
    storage: watched<Storage>(storage, ["open", "put", "remove", "removePrefix"]),
    tools: await renderTools(),
    workRoot,
    clock: () => new Date(),
    metrics: createMetrics("media-worker"),
  };
  await quickHandlers[job]({ attachmentId }, deps, {
    signal: new AbortController().signal,
    attempt: 1,
    isLast: false,
    log: createLogger("dying", { level: "silent" }),
    async done(tx) {
      await store.finishIn(tx, outboxId);
    },
  });
  await deps.tools.pictures.close();
  await db.close();
  process.stdout.write(`${steps}\n`);
}

void main(process.argv[2]);
