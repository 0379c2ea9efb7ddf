// Covers docs/reliability.md: backups

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { spawnSync } from "@polls/devstack/children";
import { openStorage } from "@polls/storage";
import { readBackupEnvironment } from "./environment";
import { keys } from "./manifest";

const document = path.resolve(__dirname, "../../../../../docs/backup.md");

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "backup-cron-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("the documented line of cron tells when the newest backup was completed", async () => {
  const environment = { DATABASE_URL: "postgresql://ada@host/polls", STORAGE_DIR: directory };
  const { location } = readBackupEnvironment(environment).placeOf(directory);
  const storage = await openStorage(location);
  await storage.put(keys.manifest("20261123t180904.995z"), Readable.from(["{}"]), {
    contentType: "application/json",
  });

  const [, line = ""] = /^ {4}45 \* \* \* \* +(.+)$/m.exec(await readFile(document, "utf8")) ?? [];
  const metric = path.join(directory, "polls.prom");
  const command = line
    .replaceAll("\\%", "%")
    .replace("/mnt/backups", directory)
    .replace("/var/lib/node_exporter/polls.prom", metric);
  spawnSync("sh", ["-c", command]);

  expect(await readFile(metric, "utf8")).toMatch(
    /^polls_backup_completed_timestamp_seconds \d{10}\n$/,
  );
});
