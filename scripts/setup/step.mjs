import { spawn } from "./children.mjs";
import { root } from "./root.mjs";
import { sayProgress } from "./say.mjs";

/** A terminal shows the seconds as they pass; a file gets a line whenever this time has passed. */
const ALIVE_MS = 10_000;
const TICK_MS = 1_000;

/** A command that failed, with all that it said. */
export class CommandFailed extends Error {
  constructor(what, said) {
    super(`${what} failed.`);
    this.said = said;
  }
}

/** Does a step of the setup, and prints its name and how long it took. */
export async function step(name, work) {
  const began = performance.now();
  const line = () => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    return `${name.padEnd(34, " .")} ${seconds.padStart(6)} s`;
  };
  const { isTTY } = process.stderr;
  const show = () =>
    isTTY ? process.stderr.write(`\r${line()}`) : sayProgress(`${line()}, goes on`);
  if (isTTY) show();
  const alive = setInterval(show, isTTY ? TICK_MS : ALIVE_MS);
  try {
    await work();
    sayProgress(`${isTTY ? "\r" : ""}${line()}`);
  } catch (error) {
    if (isTTY) sayProgress("");
    throw error;
  } finally {
    clearInterval(alive);
  }
}

/** Runs a command of the project. Throws `CommandFailed`. */
export function runCommand(what, command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    child.once("error", ({ message }) => reject(new CommandFailed(what, message)));
    child.once("close", (status) =>
      status === 0 ? resolve() : reject(new CommandFailed(what, said)),
    );
  });
}

/** Runs a script of the project, or a program of a package, with this Node. */
export const runScript = (what, file, ...args) =>
  runCommand(what, process.execPath, [file, ...args]);
