import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "../../libs/devstack/children.cjs";

const plugin = JSON.stringify(path.join(__dirname, "loaded-later.mjs"));

/** Compiles the files of a directory as the build does, and prints what the compiled program prints. */
const program = `import { rolldown } from "rolldown";
  import { loadedLater } from ${plugin};
  const dir = process.argv[1];
  const input = { main: dir + "/main.ts", later: dir + "/later.ts", first: dir + "/first.ts" };
  const bundle = await rolldown({ input, platform: "node", treeshake: false, plugins: [loadedLater] });
  await bundle.write({ dir: dir + "/dist", format: "cjs", exports: "named", preserveModules: true });
  await import(dir + "/dist/main.js");`;

test("a compiled file that a function requires is loaded when the function runs", () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-later-"));
  try {
    const write = (name: string, text: string) => fs.writeFileSync(path.join(dir, name), text);
    write("package.json", "{}");
    write("later.ts", 'console.log("later"); export const later = 1;');
    write("first.ts", 'console.log("first"); export const first = 1;');
    write(
      "main.ts",
      `import { first } from "./first";
       const load = () => require("./later").later;
       console.log("main", first);
       console.log("loaded", load());`,
    );
    const args = ["--input-type=module", "--eval", program, dir];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: path.resolve(__dirname, "../.."),
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toBe("first\nmain 1\nlater\nloaded 1\n");
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
});
