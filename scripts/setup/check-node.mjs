import { giveUp, say } from "./say.mjs";

const least = [20, 19];

export function checkNode() {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > least[0] || (major === least[0] && minor >= least[1])) return;
  giveUp(`Node ${least.join(".")} or newer is needed and this is ${version}: install a newer one.`);
}

/** Says that this Node gets no more fixes. The same rule as in libs/runtime/src/run-service.ts. */
export function tellEndOfLife(version = process.versions.node) {
  const major = Number.parseInt(version, 10);
  if (major < 22) {
    say(`Node ${major} still works, but has reached its end of life: better run Node 22 or 24.`);
  }
}
