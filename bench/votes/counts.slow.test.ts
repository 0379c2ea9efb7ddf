import { resolve } from "node:path";
import { fromSource } from "@polls/devstack";
import { run } from "@polls/devstack/children";

const root = resolve(__dirname, "../..");

describe("the counts of a vote", () => {
  test("are at most a tenth above the stored ones", async () => {
    await run(process.execPath, [...fromSource, "bench/bench-counts.mjs"], { cwd: root });
  }, 600_000);
});
