import { spawnSync } from "node:child_process";

const isHere = spawnSync("promtool", ["--version"], { stdio: "ignore" }).status === 0;

/** `describe` where the machine has promtool, of Debian's package `prometheus`; elsewhere the tests are skipped. */
export const describeWithPromtool: typeof describe | typeof describe.skip = isHere
  ? describe
  : describe.skip;
if (!isHere) console.warn("promtool is not installed: its tests are skipped");

/** Runs promtool with a text on its standard input. */
export function promtool(
  args: readonly string[],
  input = "",
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync("promtool", args, { input, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}
