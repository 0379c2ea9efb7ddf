// biome-ignore lint/style/noRestrictedImports: dpkg goes on after this process, because it must not be cut off
import { spawn } from "node:child_process";
import { spawnSync } from "./children.mjs";
import { sayProgress } from "./say.mjs";

/** Only fetching has a deadline: an installation that is cut off leaves packages half installed. */
const FETCHING_SECONDS = 240;
/** Without a network, the first attempt at each server fails by then. */
const ANSWER_SECONDS = 10;

const options = [
  ...["-q", "-y", "--no-install-recommends"],
  ...[`Acquire::http::Timeout=${ANSWER_SECONDS}`, `Acquire::https::Timeout=${ANSWER_SECONDS}`],
  ...["Acquire::Retries=0", "DPkg::Lock::Timeout=60"],
];
const apt = `apt-get ${options.map((each) => (each.includes("=") ? `-o ${each}` : each)).join(" ")}`;

// Package lists of a new machine are empty or old.
const SCRIPT = `
fetch() { timeout ${FETCHING_SECONDS} ${apt} install --download-only "$@"; }
fetch "$@" || { timeout ${FETCHING_SECONDS} ${apt} update && fetch "$@"; } || exit 1
${apt} install --no-download "$@"`;

export const hasApt = () => spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;

/** Installs packages of Debian. Resolves to whether they are there; false without root or apt. */
export async function aptInstall(names) {
  if (process.getuid?.() !== 0 || !hasApt()) return false;
  sayProgress(`Installing ${names.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const child = spawn("/bin/sh", ["-c", SCRIPT, "sh", ...names], { env, stdio: "ignore" });
  const installed = await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
  if (!installed) sayProgress(`${names.join(", ")} cannot be installed.`);
  return installed;
}
