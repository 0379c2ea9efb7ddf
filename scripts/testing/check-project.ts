import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";

const scripts = path.join(__dirname, "..");

/** A project of a test, which checks can run over. Each test of a file has its own. */
export function shareProject() {
  let dir: string;
  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-checks-"));
  });
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  const write = (name: string, text: string): string => {
    const file = path.join(dir, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return file;
  };
  return {
    dir: () => dir,
    write,
    /** Writes these files into a repository without commits. */
    project(files: Readonly<Record<string, string>>): void {
      spawnSync("git", ["init", "-q"], { cwd: dir });
      write("package.json", JSON.stringify({ scripts: { known: "true" } }));
      for (const [name, text] of Object.entries(files)) write(name, text);
    },
    /** The output of a check for a file, by default the directory; empty if it passes. */
    check(name: string, about = dir): string {
      const { status, stderr } = spawnSync(
        process.execPath,
        [path.join(scripts, `${name}.mjs`), about],
        { encoding: "utf8", cwd: path.join(scripts, "..") },
      );
      expect(status).toBe(stderr === "" ? 0 : 1);
      return stderr;
    },
  };
}

/** What a program prints that imports from modules below `scripts`, which are no CommonJS. */
export function printed(imports: Readonly<Record<string, string>>, program: string): string {
  const lines = Object.entries(imports).map(
    ([file, names]) => `import { ${names} } from ${JSON.stringify(path.join(scripts, file))};\n`,
  );
  const { stdout } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", lines.join("") + program],
    { encoding: "utf8", cwd: path.join(scripts, "..") },
  );
  return stdout;
}
