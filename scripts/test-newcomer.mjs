// `npm run test:newcomer [-- user] [-- root]`: does what a newcomer does on a bare machine: without root and with the base
// system alone, then as root, where apt-get may install. It needs Linux with Node, npm, git and curl, and clones HEAD:
// changes that are not committed are not in it. The last line is the count of its steps.

import http from "node:http";
import { asUser } from "./newcomer/as-user.mjs";
import { openCleaner } from "./newcomer/cleaner.mjs";
import { clone, isRoot, moveIn, run } from "./newcomer/machine.mjs";
import { expectMedia } from "./newcomer/media.mjs";
import { expect, openReport } from "./newcomer/report.mjs";
import { endStack, startStack } from "./newcomer/stack.mjs";
import { checkNode } from "./setup/check-node.mjs";
import { answerHelp } from "./setup/help.mjs";
import { giveUp, say } from "./setup/say.mjs";
import { countLine } from "./test/count-line.mjs";

/** The ports that `npm start` takes where they are free: gateway, database, Redis, payments, mails, metrics. */
const usualPorts = [
  ...[3_000, 54_329, 63_799, 12_111, 2_525, 2_580],
  ...[9_091, 9_092, 9_093, 9_094, 9_095],
];

/** Another program on each of the usual ports. One that was taken before stays so. */
async function takePorts() {
  const servers = usualPorts.map((port) => {
    const server = http.createServer((_request, response) => {
      response.writeHead(418).end("Another program answers here.\n");
    });
    return new Promise((resolve, reject) => {
      server.once("error", (error) =>
        error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
      );
      server.listen(port, "127.0.0.1", () => resolve(server));
    });
  });
  const taken = (await Promise.all(servers)).filter((server) => server !== undefined);
  return () => {
    for (const server of taken) {
      server.close();
      server.closeAllConnections();
    }
  };
}

const DEMO_MS = 600_000;

async function asRoot({ step, skip }, cleaner) {
  const machine = moveIn(cleaner, { asRoot: true });
  say("As root, where apt-get may install:");
  const stack = await step(
    "`npm start` comes up in a folder of root",
    "libs/devstack/src/parts, scripts/setup",
    async () => {
      clone(machine);
      const running = await startStack(machine);
      cleaner.tell({ remove: running.places });
      return running;
    },
  );
  if (stack === undefined) {
    skip("everything else of root", "nothing runs");
    return;
  }
  await step(
    "ffmpeg of the machine is used",
    "scripts/setup, libs/devstack/src/parts",
    async () => {
      const said = stack.said();
      const isUsed = /^ffmpeg is \S+ of this machine/m.test(said);
      expect(
        isUsed || /cannot be installed/.test(said),
        "apt-get has installed ffmpeg",
        "no",
        said,
      );
      if (!isUsed) skip("ffmpeg of the machine", "apt-get cannot install it");
    },
  );
  await step(
    "`npm run demo -- --all` ends well, and its files are processed",
    "services/media-worker",
    async () => {
      await run(machine, "npm", ["run", "demo", "--", "--all"], { deadlineMs: DEMO_MS });
      await expectMedia(machine, stack);
    },
  );
  await step("Ctrl-C leaves no process", "libs/devstack/src/cli.ts", () =>
    endStack(machine, stack),
  );
}

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
