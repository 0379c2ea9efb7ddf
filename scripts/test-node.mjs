// `npm run test:node [-- 22 24]`: runs tests of the parts that depend on Node (HTTP, streams, processes, files)
// under other versions of Node, which npm fetches. A version that cannot be fetched is skipped with a message.
import { spawnSync } from "./setup/children.mjs";
import { answerHelp } from "./setup/help.mjs";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";

answerHelp(import.meta.filename);

const supported = ["22", "24"];
const paths = [
  "libs/storage/src/disk-storage",
  "services/gateway/src/http/raw-http",
  "services/gateway/src/http/request/text-headers",
  "services/gateway/src/http/uploads",
  "services/gateway/src/features/options/option-files",
  "services/webhook-worker/src/delivery/post",
  "tests/journeys/polling",
  "tests/mail/opt-in",
  "tests/runtime/run-service",
];

const versions = process.argv.length > 2 ? process.argv.slice(2) : supported;
for (const version of versions) {
  const node = (...args) => [
    "npm",
    ["exec", "--yes", `--package=node@${version}`, "--", "node", ...args],
  ];
  const [npm, ask] = node("--version");
  const { status, stdout } = spawnSync(npm, ask, { cwd: root, encoding: "utf8" });
  if (status !== 0) {
    say(`skipped: the tests under Node ${version}, which cannot be fetched`);
    continue;
  }
  say(`Node ${stdout.trim()}:`);
  const [command, args] = node("scripts/test.mjs", "--all", "--silent", ...paths);
  const run = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (run.status !== 0) process.exitCode = 1;
}
