// `npm run verify [-- gate …]`: one line for each gate, with its time; the output of a failed gate follows its line.
import { spawnSync } from "node:child_process";
import { checkNode } from "./setup/check-node.mjs";

checkNode();
const { ensureInstalled } = await import("./setup/install.mjs");
const { root } = await import("./setup/root.mjs");
const { giveUp, say } = await import("./setup/say.mjs");
const { gates } = await import("./verify/gates.mjs");

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => gates.every((gate) => gate.name !== name));
if (unknown !== undefined) {
  giveUp(`There is no gate "${unknown}": ${gates.map(({ name }) => name).join(", ")}.`);
}
ensureInstalled();

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" };
let failures = 0;
for (const { name, args } of gates) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  say(`${status === 0 ? "ok    " : "FAILED"}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  if (status === 0) continue;
  failures += 1;
  say(`${stdout}${stderr}`.trimEnd());
}
if (failures > 0) giveUp(`${failures} gate(s) failed.`);
