import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { temporaryDirectory } from "../testing/temporary-directory";
import { clearWorkspaces, withWorkspace } from "./workspace";

test("a job has a private directory, which is removed at its end, whether or not it fails", async () => {
  const root = join(await temporaryDirectory(), "made", "when", "needed");
  const seen = await Promise.all(
    [1, 2].map((n) =>
      withWorkspace(root, async (directory) => {
        await writeFile(join(directory, "file"), String(n));
        return directory;
      }),
    ),
  );
  expect(new Set(seen).size).toBe(2);
  await expect(
    withWorkspace(root, async () => {
      throw new Error("the job failed");
    }),
  ).rejects.toThrow("the job failed");
  expect(await readdir(root)).toEqual([]);
});

test("a starting worker removes the directories of killed workers only", async () => {
  const root = await temporaryDirectory();
  const { pid: gone } = spawnSync("true");
  const mine = `${process.pid}-from-an-earlier-process-of-this-number`;
  for (const name of [`${gone}-abc`, mine, `${process.ppid}-running`, "not-ours"])
    await mkdir(join(root, name));
  await clearWorkspaces(root);
  expect((await readdir(root)).sort()).toEqual([`${process.ppid}-running`, "not-ours"].sort());
});

// Root can write everywhere.
(process.getuid?.() === 0 ? it.skip : it)(
  "a directory that cannot be written is an error at start, not of every job",
  async () => {
    const root = await temporaryDirectory();
    await chmod(root, 0o500);
    await expect(clearWorkspaces(root)).rejects.toThrow(/cannot be written.*MEDIA_WORK_DIR/);
  },
);
