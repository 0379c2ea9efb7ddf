import path from "node:path";
import { freePort, root, startGateway } from "./servers.mjs";

/**
 * Starts a gateway like `startGateway`, with `stretches()`: the milliseconds of processor time of its main thread since
 * the last call, of the longest stretch and of all.
 */
export async function startWatchedGateway({ env = {}, ...settings }) {
  const probePort = await freePort();
  const gateway = await startGateway({
    ...settings,
    env: { ...env, PROBE_PORT: String(probePort) },
    nodeArguments: ["--require", path.join(root, "bench/stretches.cjs")],
  });
  const stretches = async () => (await fetch(`http://127.0.0.1:${probePort}/`)).json();
  return { ...gateway, stretches };
}
