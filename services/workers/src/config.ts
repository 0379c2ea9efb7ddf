import { type Env, parseEnv } from "@polls/config";
import { worker as mail } from "@polls/mail-worker/worker";
import { worker as media } from "@polls/media-worker/worker";
import { worker as payment } from "@polls/payment-worker/worker";
import type { Worker, WorkerList } from "@polls/runtime";
import { worker as webhook } from "@polls/webhook-worker/worker";
import { z } from "zod";

const workers: ReadonlyMap<string, Worker> = new Map(
  Object.entries({ media, mail, payment, webhook }),
);
const names = [...workers.keys()];

const schema = z.object({
  /** A list of names, such as `mail,webhook`. */
  WORKERS: z
    .string()
    .default(names.join())
    .transform((list, context): WorkerList => {
      const wanted = [...new Set(list.split(",").map((name) => name.trim()))];
      const [first, ...others] = wanted.flatMap((name) => workers.get(name) ?? []);
      if (first !== undefined && others.length + 1 === wanted.length) return [first, ...others];
      context.addIssue({ code: "custom", message: `must be a list of ${names.join(", ")}` });
      return z.NEVER;
    }),
});

/** The workers that `WORKERS` names, or all. Throws `InvalidEnvironment` for other names. */
export const workersOf = (env: Env): WorkerList => parseEnv(schema, env).WORKERS;
