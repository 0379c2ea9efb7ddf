import { spawnSync } from "node:child_process";
import path from "node:path";

export const root = path.resolve(__dirname, "../..");

/** Runs a program and gives what it prints; fails when the program does. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** Writes what is published of the client, from its present sources. */
export function buildClient(): void {
  run(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "libs/client"], root);
  run(process.execPath, ["scripts/client/bundle.mjs"], root);
}
