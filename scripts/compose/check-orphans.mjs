// An orphan ends with the exit code 2 in each container of the stack, as the child of a health check that was killed.
// PostgreSQL as process 1 would take it for a crashed process of its own, and restart.
import { setTimeout as pause } from "node:timers/promises";

const ORPHAN_MS = 1_000;

/** `docker` and `compose` run commands asynchronously, and resolve with their output. */
export async function checkOrphans({ docker, compose }) {
  const containers = (await compose(["ps", "--status", "running", "-q"])).trim().split("\n");
  const stateOf = async (id) =>
    docker(["inspect", "-f", "{{.Name}} {{.RestartCount}} {{.State.StartedAt}}", id]);
  const before = await Promise.all(containers.map(stateOf));
  for (const id of containers) {
    await docker([
      "exec",
      id,
      "sh",
      "-c",
      `(sleep ${ORPHAN_MS / 1_000}; exit 2) > /dev/null 2>&1 &`,
    ]);
  }
  await pause(3 * ORPHAN_MS);
  const after = await Promise.all(containers.map(stateOf));
  const restarted = before.filter((state, index) => state !== after[index]);
  if (restarted.length > 0) throw new Error(`an orphan restarted ${restarted.join(", ")}`);
  const log = await compose(["logs", "--no-log-prefix", "postgres"]);
  if (/terminating any other active server processes/.test(log)) {
    throw new Error("an orphan crashed PostgreSQL");
  }
}
