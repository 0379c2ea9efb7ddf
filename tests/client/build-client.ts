import { mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { waitFor } from "@polls/testing";

export const root = path.resolve(__dirname, "../..");

/** Runs a program and returns its output; throws when the program fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

const lock = path.join(root, "libs/client/dist.lock");

/** Builds the published files of the client from its current sources. Test files take turns. */
export async function buildClient(): Promise<void> {
  await waitFor(() => takeLock(), { deadlineMs: 180_000, what: "the build of another test file" });
  try {
    run(process.execPath, ["scripts/client/declarations.mjs"], root);
    run(process.execPath, ["scripts/client/bundle.mjs"], root);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Whether this process has the lock. The lock of a killed test expires. */
function takeLock(): boolean {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - since > 120_000) rmSync(lock, { recursive: true, force: true });
  mkdirSync(lock);
  return true;
}
