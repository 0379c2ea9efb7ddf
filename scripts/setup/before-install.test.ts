import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";

const root = path.resolve(__dirname, "../..");

test("the scripts that run before packages are installed need none", () => {
  const place = mkdtempSync(path.join(tmpdir(), "no-packages-"));
  try {
    const needed = [
      "scripts/setup",
      "scripts/test",
      "libs/testing/jest",
      "libs/devstack/children.cjs",
    ];
    for (const name of needed) {
      cpSync(path.join(root, name), path.join(place, name), { recursive: true });
    }
    const scripts = ["scripts/setup", "scripts/test"].flatMap((folder) =>
      readdirSync(path.join(place, folder))
        .filter((name) => name.endsWith(".mjs"))
        .map((name) => `import "./${folder}/${name}";`),
    );
    expect(scripts.length).toBeGreaterThan(4);
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", scripts.join("\n")],
      { cwd: place, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, ""]);

    // Without Redis and apt, a sentence says what is not tested.
    const ensure = 'import { ensureRedis } from "./scripts/setup/redis.mjs"; ensureRedis();';
    const bare = spawnSync(process.execPath, ["--input-type=module", "--eval", ensure], {
      cwd: place,
      encoding: "utf8",
      env: { PATH: "/nowhere" },
    });
    expect([bare.status, bare.stderr]).toEqual([0, ""]);
    expect(bare.stdout).toMatch(/^There is no Redis here: the tests that need it are SKIPPED\. /);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
