// `npm run verify [-- gate …]`: prints one line per gate, with its time; after it the output of a failed gate, or
// what a passed gate skipped. The number of parallel gates is the number of CPUs.

import { availableParallelism } from "node:os";
import { checkNode } from "./setup/check-node.mjs";
import { spawn } from "./setup/children.mjs";
import { answerHelp } from "./setup/help.mjs";

answerHelp(import.meta.filename);
checkNode();
const { ensureInstalled } = await import("./setup/install.mjs");
const { root } = await import("./setup/root.mjs");
const { giveUp, say } = await import("./setup/say.mjs");
const { gates } = await import("./verify/gates.mjs");

const names = process.argv.slice(2);
const unknown = names.find((name) => gates.every((gate) => gate.name !== name));
if (unknown !== undefined) {
  giveUp(`There is no gate "${unknown}": ${gates.map(({ name }) => name).join(", ")}.`);
}
await ensureInstalled("tools");

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" };

const run = ({ args }) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    child.once("error", (error) => resolve({ passed: false, said: error.message }));
    child.once("close", (status) => resolve({ passed: status === 0, said }));
  });

const waiting = gates.filter(({ name }) => names.length === 0 || names.includes(name));
let failures = 0;
async function runGates() {
  for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
    const began = performance.now();
    const { passed, said } = await run(gate);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    say(`${passed ? "ok    " : "FAILED"}  ${gate.name.padEnd(28)} ${seconds.padStart(6)} s`);
    if (passed) {
      for (const line of said.split("\n").filter((each) => each.startsWith("skipped: "))) say(line);
      continue;
    }
    failures += 1;
    say(said.trimEnd());
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, runGates));
if (failures > 0) giveUp(`${failures} gate(s) failed.`);
