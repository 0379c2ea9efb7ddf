import { once } from "node:events";
import { spawn, spawnSync } from "./children.mjs";
import { root } from "./root.mjs";
import { giveUp } from "./say.mjs";

/** Runs a command of the project and shows its output; exits if the command fails. */
function runOrGiveUp(what, command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (error !== undefined) giveUp(`${what} failed: ${command} cannot be run (${error.code}).`);
  if (status !== 0) giveUp(`${what} failed: see above.`);
}

/** Runs a program of a package with this Node, without a shell and npx. */
export const runBinary = (what, file, args) => runOrGiveUp(what, process.execPath, [file, ...args]);

/** Runs a command instead of this program, with the same terminal and exit code. */
export function runWith(env, command, args) {
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (error !== undefined) giveUp(`${command} cannot be run (${error.code}).`);
  process.exitCode = status ?? 1;
}

/** Likewise, while this program does its own work. */
export async function runMeanwhile(env, command, args) {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const [status] = await once(child, "close");
  process.exitCode = status ?? 1;
}
