import path from "node:path";
import { spawnSync } from "../../libs/devstack/children.cjs";

test("a step is told beside what a command prints, so that its output can be redirected", () => {
  const code = `import { step } from ${JSON.stringify(path.join(__dirname, "step.mjs"))};
    await step("Building", async () => {});
    console.log("printed");`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    encoding: "utf8",
  });
  expect(stdout).toBe("printed\n");
  expect(stderr).toMatch(/^Building[ .]+ \d+\.\d s\n$/);
});
