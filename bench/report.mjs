import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { runSync } from "../scripts/setup/children.mjs";
import { root } from "./servers.mjs";

/** Tells what a benchmark does, with the seconds since it began. */
export const say = (text) =>
  process.stderr.write(`${String(Math.round(performance.now() / 1_000)).padStart(4)} s  ${text}\n`);

/** The median; for an even count the upper middle value. */
export const median = (numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The name of the machine in tables and files. */
export const machine = () =>
  `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}`;

const folder = path.join(root, "bench/results");

/** The saved measurements of a name; parts that are not measured again stay. */
export function kept(name) {
  const file = path.join(folder, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Writes figures and charts to `bench/results`, in the format of the repository. */
export function save(files) {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : JSON.stringify(content, undefined, 2);
    writeFileSync(path.join(folder, name), `${text}\n`);
  }
  runSync("npx", ["biome", "format", "--write", folder], { cwd: root, stdio: "ignore" });
}
