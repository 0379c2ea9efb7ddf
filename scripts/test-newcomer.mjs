// `npm run test:newcomer [-- user] [-- root]`: does what a newcomer does on a bare machine: without root and with the base
// system alone, then as root, where apt-get may install. It needs Linux with Node, npm, git and curl, and clones HEAD:
// changes that are not committed are not in it. The last line is the count of its steps.
import { asRoot } from "./newcomer/as-root.mjs";
import { asUser } from "./newcomer/as-user.mjs";
import { openCleaner } from "./newcomer/cleaner.mjs";
import { isRoot } from "./newcomer/machine.mjs";
import { takePorts } from "./newcomer/ports.mjs";
import { openReport } from "./newcomer/report.mjs";
import { checkNode } from "./setup/check-node.mjs";
import { answerHelp } from "./setup/help.mjs";
import { giveUp, say } from "./setup/say.mjs";
import { countLine } from "./test/count-line.mjs";

answerHelp(import.meta.filename);
checkNode();
if (process.platform !== "linux") giveUp("This runs on Linux only.");
const parts = { user: asUser, root: asRoot };
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const unknown = names.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined)
  giveUp(`There is no part "${unknown}": ${Object.keys(parts).join(", ")}.`, 2);

const cleaner = openCleaner();
const freePorts = await takePorts();
const report = openReport();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => void cleaner.finish().then(() => process.exit(1)));
}
try {
  for (const name of names) {
    if (name === "root" && !isRoot()) report.skip("as root", "this is another user");
    else await parts[name](report, cleaner);
  }
} finally {
  freePorts();
  await cleaner.finish();
}
const { passed, failed, skipped } = report.count;
const { line, passed: good } = countLine({
  ...{ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped },
  ...{ numRuntimeErrorTestSuites: 0, numTodoTests: 0 },
});
say(line);
process.exitCode = good ? 0 : 1;
