import { once } from "node:events";
import path from "node:path";
import { fork } from "../../scripts/setup/children.mjs";
import { root } from "../servers.mjs";

const answerMs = 60_000;

/** Starts a consumer (`ours` or `bare`) in a process of its own. */
export async function startConsumer(kind, { databaseUrl, redisUrl, concurrency }) {
  const child = fork(path.join(root, "bench/queue/worker.mjs"), [], {
    env: {
      PATH: process.env.PATH,
      KIND: kind,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      CONCURRENCY: String(concurrency),
    },
    ...(process.env.PROFILE === undefined
      ? {}
      : { execArgv: ["--cpu-prof", `--cpu-prof-dir=${process.env.PROFILE}`] }),
  });
  const answer = (name) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${kind}: no "${name}"`)), answerMs);
      const listen = (message) => {
        if (!(name in message)) return;
        clearTimeout(late);
        child.off("message", listen);
        resolve(message[name]);
      };
      child.on("message", listen);
    });
  await answer("ready");
  return {
    pid: child.pid,
    /** Forgets earlier jobs and waits for `jobs` new ones; `ran` resolves when the last has started. */
    async expect(jobs) {
      const ran = answer("ran");
      const expecting = answer("expecting");
      child.send({ expect: jobs });
      await expecting;
      return { ran };
    },
    /** When each job started, by its number. */
    async began() {
      const answered = answer("began");
      child.send({});
      return new Map(await answered);
    },
    async stop() {
      child.disconnect();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
