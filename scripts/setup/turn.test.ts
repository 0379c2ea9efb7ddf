import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawn } from "../../libs/devstack/children.cjs";

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-turn-"));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

/** A process that takes its turn, writes when it begins and ends, and ends with its output. */
function worker(): Promise<string> {
  const code = `import { appendFileSync } from "node:fs";
    import { takeTurn } from ${JSON.stringify(path.join(__dirname, "turn.mjs"))};
    const [dir] = process.argv.slice(1);
    const release = await takeTurn(dir + "/setup.pid");
    appendFileSync(dir + "/log", "begins ");
    await new Promise((resolve) => setTimeout(resolve, 20));
    appendFileSync(dir + "/log", "ends ");
    release();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code, dir]);
  let said = "";
  for (const output of [child.stdout, child.stderr]) {
    output.on("data", (bytes) => {
      said += bytes;
    });
  }
  return new Promise((resolve) => child.once("close", () => resolve(said)));
}

test.each([
  ["in a new project", undefined],
  ["after a process that was killed", "2147483646"],
])("processes install and build one after the other, %s", async (_case, left) => {
  if (left !== undefined) fs.writeFileSync(path.join(dir, "setup.pid"), left);
  const said = await Promise.all(Array.from({ length: 4 }, worker));
  expect(fs.readFileSync(path.join(dir, "log"), "utf8")).toBe("begins ends ".repeat(4));
  for (const words of said) {
    expect(words).toMatch(/^(?:Process \d+ installs or builds this project: waiting for it\.\n)?$/);
  }
  expect(fs.readdirSync(dir)).toEqual(["log"]);
});
