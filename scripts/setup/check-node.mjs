import { giveUp } from "./say.mjs";

const least = [20, 19];

/** Exits if this Node is too old. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > least[0] || (major === least[0] && minor >= least[1])) return;
  giveUp(`Node ${least.join(".")} or newer is needed and this is ${version}: install a newer one.`);
}
