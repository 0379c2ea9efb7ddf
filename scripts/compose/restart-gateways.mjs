// Gateways are replaced by deploy/restart-gateways.sh, and one is killed, while votes are cast through the balancer.
import { voteDuring } from "./vote-during.mjs";

const READY_MS = 180_000;

/** `docker`, `compose` and `replace` run commands asynchronously, and resolve with their output. */
export async function restartGateways({ url, token, docker, compose, replace }) {
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
  const before = await gateways();
  const replaced = await voteDuring({ url, token }, replace);
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
  return { replaced, killed };
}
