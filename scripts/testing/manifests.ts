import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";

const project = path.join(__dirname, "../..");

export type Change = readonly [file: string, from: string, to: string, problem: string];

/** A copy of the manifests for each test, which it changes and checks. */
export function shareManifests() {
  let dir: string;
  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-kubernetes-"));
    fs.cpSync(path.join(project, "deploy/kubernetes"), dir, { recursive: true });
  });
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  /** The output of the check for the copy; without programs it reads the unrendered files. */
  function check(env: NodeJS.ProcessEnv = { PATH: "" }): readonly string[] {
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(project, "scripts/kubernetes-check.mjs"), dir],
      { encoding: "utf8", env },
    );
    expect(status).toBe(stderr === "" ? 0 : 1);
    return stderr.split("\n").filter((line) => line !== "");
  }

  function change(name: string, from: string, to: string): void {
    const file = path.join(dir, name);
    const text = fs.readFileSync(file, "utf8");
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
    fs.writeFileSync(file, text.replace(from, to));
  }

  /** Runs the check once for changes of different places; the test names the problem that was not found. */
  function expectProblems(changes: readonly Change[]): void {
    for (const [name, from, to] of changes) change(name, from, to);
    const told = check();
    for (const [, , , problem] of changes) expect(told).toContain(`example: ${problem}`);
  }

  return { dir: () => dir, check, change, expectProblems };
}
