import { spawnSync } from "./children.mjs";
import { say } from "./say.mjs";

const TIMEOUT_MS = 10 * 60_000;

export const hasApt = () => spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;

/** Installs packages of Debian as root. Returns whether they are installed; false without root or apt. */
export function aptInstall(names) {
  if (process.getuid?.() !== 0 || !hasApt()) return false;
  say(`Installing ${names.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    spawnSync("apt-get", args, { env, stdio: "ignore", timeout: TIMEOUT_MS }).status === 0;
  const install = () => apt("install", "-y", "-q", "--no-install-recommends", ...names);
  // Package lists of a new machine are empty or old.
  if (install() || (apt("update", "-q") && install())) return true;
  say("They cannot be installed.");
  return false;
}
