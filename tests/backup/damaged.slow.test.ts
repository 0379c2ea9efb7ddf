// Covers docs/reliability.md: backups

import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { migrate } from "@polls/db/migrations";
import { newOriginalKey, openStorage } from "@polls/storage";
import { buildOption, buildPoll } from "@polls/testing";
import {
  type Deployment,
  type Deployments,
  digestsBelow,
  inDatabase,
  openDeployments,
  tablesOf,
} from "./deployments";

jest.setTimeout(120_000);

const migrations = path.resolve(__dirname, "../../prisma/migrations");

describe("backups of a poll with three files", () => {
  let deployments: Deployments;
  let source: Deployment;
  /** The name of the first backup. */
  let made: string;
  let place: string;
  const contents = ["one", "two", "three"];

  const run = (deployment: Deployment, ...words: readonly string[]) =>
    deployments.run(deployment, ...words);
  const partsOf = (name: string) => ({
    table: path.join(place, "files/backups", name, "tables/options.copy.gz"),
    list: path.join(place, "files/backups", name, "files.jsonl"),
  });

  beforeAll(async () => {
    deployments = await openDeployments();
    place = deployments.place;
    source = await deployments.prepare("source");
    await migrate(source.databaseUrl, migrations);
    const storage = await openStorage({ kind: "disk", directory: source.storageDir });
    await inDatabase(source.databaseUrl, async (db) => {
      const poll = await buildPoll(db);
      for (const content of contents) {
        const storageKey = newOriginalKey();
        const contentType = "text/plain";
        await storage.put(storageKey, Readable.from([content]), { contentType });
        const { id: optionId } = await buildOption(db, poll);
        const sha256 = createHash("sha256").update(content).digest("hex");
        const byteSize = content.length;
        await db.prisma.attachment.create({
          data: { optionId, kind: "file", storageKey, contentType, byteSize, sha256 },
        });
      }
    });
    const backup = await run(source, "backup", "--to", place);
    expect(backup).toMatchObject({ code: 0, json: { files: 3, copied: 3, lost: [] } });
    made = String(backup.json.backup);
  });

  test.each(["a file", "a table", "the list of files"])(
    "%s that is damaged or missing is told, and nothing is changed",
    async (part) => {
      const target = await deployments.prepare(part.replaceAll(" ", "_"));
      const { table, list } = partsOf(made);
      const [line = ""] = (await readFile(list, "utf8")).split("\n");
      const picture = path.join(place, "files/media", JSON.parse(line).key);
      const file = { "a file": picture, "a table": table, "the list of files": list }[part] ?? "";
      const whole = await readFile(file);
      const changed = Buffer.from(whole);
      const middle = changed.length >> 1;
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      try {
        for (const more of [[], ["--check"]]) {
          await writeFile(file, changed);
          const damaged = await run(target, "restore", "--from", place, ...more);
          await rm(file);
          const missing = await run(target, "restore", "--from", place, ...more);
          for (const { code, error } of [damaged, missing]) {
            expect([code, error]).toEqual([1, expect.stringContaining("Nothing was changed")]);
            expect(error).toContain(path.relative(path.join(place, "files"), file));
          }
        }
      } finally {
        await writeFile(file, whole);
      }
      expect(await tablesOf(target.databaseUrl)).toEqual([]);
      await expect(digestsBelow(target.storageDir)).rejects.toMatchObject({ code: "ENOENT" });
    },
  );

  test("a database with rows is replaced completely, and only with --replace", async () => {
    const target = await deployments.prepare("filled");
    expect(await run(target, "restore", "--from", place, "--backup", "none")).toMatchObject({
      code: 2,
      error: expect.stringContaining(`There is no backup none. The backups are: `),
    });
    const restored = await run(target, "restore", "--from", place, "--backup", made);
    expect(restored).toMatchObject({ code: 0, json: { backup: made, files: 3, copied: 3 } });
    await inDatabase(target.databaseUrl, async ({ pool }) => {
      await pool.query("CREATE TABLE later (id int); INSERT INTO later VALUES (1)");
      await pool.query("DELETE FROM options");
    });
    expect(await run(target, "restore", "--from", place)).toMatchObject({
      code: 1,
      error: expect.stringContaining("--replace"),
    });
    const again = await run(target, "restore", "--from", place, "--backup", made, "--replace");
    expect(again).toMatchObject({ code: 0, json: { copied: 0 } });
    expect(await tablesOf(target.databaseUrl)).not.toContain("later");
    const rows = await inDatabase(target.databaseUrl, ({ prisma }) =>
      Promise.all([prisma.option.count(), prisma.attachment.count()]),
    );
    expect(rows).toEqual([3, 3]);
  });

  test("a dump with a different number of rows leaves the database unchanged", async () => {
    const target = await deployments.prepare("other_rows");
    const manifest = path.join(place, "files/backups", made, "manifest.json");
    const whole = await readFile(manifest, "utf8");
    await writeFile(manifest, whole.replace('"rows": 3', '"rows": 4'));
    const restored = await run(target, "restore", "--from", place, "--backup", made);
    await writeFile(manifest, whole);
    expect(restored).toMatchObject({
      code: 1,
      error: expect.stringContaining("and its manifest 4"),
    });
    expect(await tablesOf(target.databaseUrl)).toEqual([]);
  });

  test("old backups, and files that no other backup uses, are removed", async () => {
    const own = path.join(place, "../kept");
    const target = await deployments.prepare("kept_source");
    await run(target, "restore", "--from", place, "--backup", made);
    const backup = (...more: readonly string[]) => run(target, "backup", "--to", own, ...more);
    const [first, second] = [await backup(), await backup()];
    expect(second).toMatchObject({ code: 0, json: { copied: 0, files: 3 } });
    await inDatabase(target.databaseUrl, ({ pool }) =>
      pool.query("DELETE FROM options WHERE id = (SELECT min(id) FROM options)"),
    );
    const foreign = ["media/.DS_Store", "media/originals/Thumbs.db", "backups/0-notes.txt"];
    for (const name of foreign) await writeFile(path.join(own, "files", name), "x");
    const third = await backup("--keep", "1");
    const removed = [first.json.backup, second.json.backup];
    expect(third).toMatchObject({
      code: 0,
      json: { copied: 0, files: 2, removed, foreign_names: 3 },
    });
    expect((await readdir(path.join(own, "files/backups"))).sort()).toEqual([
      "0-notes.txt",
      third.json.backup,
    ]);
    expect((await digestsBelow(path.join(own, "files/media"))).size).toBe(2 + 2);
  });

  test("a file that is missing in the storage is reported, and fails the command", async () => {
    const own = path.join(place, "../lost");
    const target = await deployments.prepare("lost_source");
    await run(target, "restore", "--from", place, "--backup", made);
    const [[key = ""] = []] = await digestsBelow(path.join(target.storageDir, "files"));
    await writeFile(path.join(target.storageDir, "files", key), "other");
    const { code, json } = await run(target, "backup", "--to", own);
    expect([code, json.lost, json.files]).toEqual([1, [key], 2]);
    const checked = await run(target, "restore", "--from", own, "--check");
    expect(checked).toMatchObject({ code: 0, json: { lost: [key] } });
  });
});
