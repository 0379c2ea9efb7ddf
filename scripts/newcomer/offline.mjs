// The second start of a newcomer, run by `unshare` in a network of its own that has nothing but loopback. Standard
// input has the facts; standard output is what is wrong, as JSON.
import { readFileSync } from "node:fs";
import { startAgain } from "./second-start.mjs";

const { machine, facts } = JSON.parse(readFileSync(0, "utf8"));
try {
  await startAgain(machine, facts);
} catch (error) {
  process.stdout.write(JSON.stringify({ message: error.message, log: error.log }));
  process.exitCode = 1;
}
