import { existsSync } from "node:fs";
import { spawn } from "../setup/children.mjs";

const probeMs = 500;

/**
 * Runs a program that writes its results to a file and then exits. If an open resource of a test
 * keeps it running, it is killed `killAfterMs` after its results: then `ended` is false.
 */
export function runToResults(command, args, { cwd, resultsFile, killAfterMs }) {
  return new Promise((resolve) => {
    // jest also writes its results to standard output; messages for the reader go to standard error.
    const child = spawn(command, args, { cwd, stdio: ["inherit", "ignore", "inherit"] });
    // Ctrl-C reaches this process only. jest stops its servers and then exits.
    const passOn = () => child.kill("SIGINT");
    process.on("SIGINT", passOn);
    let ended = true;
    let insist;
    const watch = setInterval(() => {
      if (!existsSync(resultsFile)) return;
      clearInterval(watch);
      insist = setTimeout(() => {
        ended = false;
        child.kill("SIGKILL");
      }, killAfterMs);
    }, probeMs);
    const finish = (status) => {
      clearInterval(watch);
      clearTimeout(insist);
      process.off("SIGINT", passOn);
      resolve({ status, ended });
    };
    child.once("error", () => finish(null));
    child.once("close", finish);
  });
}
