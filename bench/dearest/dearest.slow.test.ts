// Covers docs/reference/polls.md: import
// Covers docs/reliability.md: expensive-requests

import { resolve } from "node:path";
import { fromSource } from "@polls/devstack";
import { run } from "@polls/devstack/children";
import { describeWhere } from "@polls/testing";

const root = resolve(__dirname, "../..");
const small = ["--options", "2000", "--participants", "200", "--votes", "20000", "--answers"];

const onLinux = describeWhere(
  process.platform === "linux",
  "only Linux tells the processor time of a thread",
);

onLinux("the dearest request of each endpoint", () => {
  test("is one for every endpoint, and its answer is the expected one", async () => {
    const args = [...fromSource, "bench/bench-dearest.mjs", ...small];
    await run(process.execPath, args, { cwd: root });
  }, 600_000);
});
