import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

const probeMs = 500;

/**
 * Runs a program that writes its results to a file and then has to end. One that does not, as
 * something that a test left behind keeps it, is killed when the patience is over: `ended` is false.
 */
export function runToResults(command, args, { cwd, resultsFile, patienceMs }) {
  return new Promise((resolve) => {
    // jest writes its results to its standard output as well; what is to be read goes to the other.
    const child = spawn(command, args, { cwd, stdio: ["inherit", "ignore", "inherit"] });
    let ended = true;
    let insist;
    const watch = setInterval(() => {
      if (!existsSync(resultsFile)) return;
      clearInterval(watch);
      insist = setTimeout(() => {
        ended = false;
        child.kill("SIGKILL");
      }, patienceMs);
    }, probeMs);
    const finish = (status) => {
      clearInterval(watch);
      clearTimeout(insist);
      resolve({ status, ended });
    };
    child.once("error", () => finish(null));
    child.once("close", finish);
  });
}
