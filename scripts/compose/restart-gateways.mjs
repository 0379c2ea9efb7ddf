// Rolling restarts in the stack: gateways are restarted, replaced and killed while votes are cast through the balancer.
import { voteDuring } from "./vote-during.mjs";

/** More than the 10 s of SHUTDOWN_DELAY_SECONDS plus the 25 s of the shutdown. */
const STOP_SECONDS = 40;
const READY_MS = 180_000;

/** `docker` and `compose` run commands asynchronously, and resolve with their output. */
export async function restartGateways({ url, token, docker, compose }) {
  const gateways = async () =>
    (await compose(["ps", "-q", "gateway"])).trim().split("\n").filter(Boolean);
  const healthy = async (id) => {
    const end = performance.now() + READY_MS;
    for (;;) {
      const state = (await docker(["inspect", "-f", "{{.State.Health.Status}}", id])).trim();
      if (state === "healthy") return;
      if (performance.now() > end) throw new Error(`gateway ${id} is ${state}`);
    }
  };
  const up = (count) =>
    compose([
      ...["up", "-d", "--no-deps", "--no-recreate", "--wait", "--wait-timeout", "180"],
      ...["--scale", `gateway=${count}`, "gateway"],
    ]);
  const before = await gateways();
  const restarted = await voteDuring({ url, token }, async () => {
    for (const id of before) {
      await docker(["restart", "-t", String(STOP_SECONDS), id]);
      await healthy(id);
    }
    // As for a new release: start new gateways first, then stop the old ones.
    await up(2 * before.length);
    for (const id of before) {
      await docker(["stop", "-t", String(STOP_SECONDS), id]);
      await docker(["rm", id]);
    }
  });
  const left = await gateways();
  if (left.length !== before.length || left.some((id) => before.includes(id))) {
    throw new Error(`the gateways were not replaced: ${left.length} run`);
  }
  const [victim] = left;
  const killed = await voteDuring({ url, token, again: true }, async () => {
    await docker(["kill", "-s", "KILL", victim]);
    await docker(["start", victim]);
    await healthy(victim);
  });
  return { restarted, killed };
}
