import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { run, spawnSync } from "@polls/devstack/children";
import { atFileEnd, type Describe, describeWhere } from "@polls/testing";

export interface LastRelease {
  readonly commit: string;
  readonly root: string;
  readonly migrations: string;
}

const root = path.resolve(__dirname, "../..");

const git = (...words: readonly string[]): string =>
  spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout.trim();

/** A release writes this file (docs/upgrading.md#expand-and-contract). */
const commit = git("log", "-1", "--format=%H", "--", "openapi.released.json");
const isHere = commit !== "" && git("rev-parse", "--is-shallow-repository") === "false";

/** `describe` if the history of the repository is available; otherwise the tests are skipped. */
export const describeWithLastRelease: Describe = describeWhere(
  isHere,
  "the history of the repository is not here",
);

/** Writes the code of the last release into a directory, ready to run from its sources, until the test file ends. */
export async function openLastRelease(): Promise<LastRelease> {
  const directory = await mkdtemp(path.join(tmpdir(), "polls-release-"));
  atFileEnd("the last release", () => rm(directory, { recursive: true, force: true }));
  const archive = path.join(directory, "code.tar");
  await run("git", ["archive", `--output=${archive}`, commit], { cwd: root });
  await run("tar", ["--extract", `--file=${archive}`], { cwd: directory });
  await linkPackages(directory);
  await run(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
    cwd: directory,
  });
  return { commit, root: directory, migrations: path.join(directory, "prisma/migrations") };
}

/** Adds an empty package for one workspace. The folders of scopes above it are links to this project. */
async function addEmpty(workspace: string, name: string): Promise<void> {
  const place = path.join(workspace, "node_modules", name);
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, "index.js"), "");
}

/**
 * Registry packages come from this project, own packages from the release. Those that this project
 * has no more are empty: these tests do not use them.
 */
async function linkPackages(directory: string): Promise<void> {
  const packages = path.join(directory, "node_modules");
  await mkdir(path.join(packages, "@polls"), { recursive: true });
  for (const name of await readdir(path.join(root, "node_modules"))) {
    if (name === "@polls") continue;
    await symlink(path.join(root, "node_modules", name), path.join(packages, name));
  }
  for (const folder of ["libs", "services"]) {
    for (const name of await readdir(path.join(directory, folder))) {
      const own = path.join(directory, folder, name);
      const json = JSON.parse(await readFile(path.join(own, "package.json"), "utf8"));
      await symlink(own, path.join(packages, json.name));
      for (const dependency of Object.keys(json.dependencies ?? {})) {
        if (dependency.startsWith("@polls/") || existsSync(path.join(packages, dependency)))
          continue;
        await addEmpty(own, dependency);
      }
    }
  }
}
