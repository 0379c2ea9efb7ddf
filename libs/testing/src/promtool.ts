import { spawnSync } from "@polls/devstack/children";
import { type Describe, describeWhere, installedProgram } from "./describe-where";

/** `describe` where promtool (Debian package `prometheus`) is installed; else skipped. */
export const describeWithPromtool: Describe = describeWhere(
  installedProgram("promtool") !== undefined,
  "promtool is not installed",
);

/** Runs promtool with a text on its standard input. */
export function promtool(
  args: readonly string[],
  input = "",
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync("promtool", args, { input, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}
