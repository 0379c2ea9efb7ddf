import { CommandFailure, command, Printed } from "../command/command";
import { readNumber } from "../command/read-values";
import { sentenceFor } from "../command/run-command";
import type { BackupEnvironment } from "./environment";
import { restoreBackup } from "./restore-backup";
import { takeBackup } from "./take-backup";

/** Runs a command. Every failure is told in one sentence, such as a full disk or a missing permission. */
export async function inSentences<Result>(
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (sentenceFor(error) !== undefined) throw error;
    throw new CommandFailure(`The ${what} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** `backup` and `restore` handle the database and the files together. */
export const backupCommands = (readEnvironment: () => BackupEnvironment) => [
  command({
    name: "backup",
    summary: "Writes a consistent backup of database and files to a place, and verifies it.",
    options: {
      to: { value: "PLACE", description: "a directory, or s3://bucket/folder", required: true },
      keep: {
        value: "NUMBER",
        description: "number of the newest backups to keep; older ones are removed",
      },
      adopt: { description: "takes over a place with the backups of another deployment" },
    },
    async run(_db, { to, keep, adopt }) {
      const environment = readEnvironment();
      const place = environment.placeOf(to);
      const wrong = "--keep must be a number from 1 to 9999";
      const kept = readNumber(keep, /^[1-9]\d{0,3}$/, wrong);
      const result = await inSentences("backup", () =>
        takeBackup(environment, { place, keep: kept, adopt }),
      );
      return new Printed(result, result.lost.length > 0 ? 1 : 0);
    },
  }),
  command({
    name: "restore",
    summary: "Restores a backup into DATABASE_URL and the storage. All services must be stopped.",
    options: {
      from: { value: "PLACE", description: "a directory, or s3://bucket/folder", required: true },
      backup: { value: "NAME", description: "name of a backup of the place; default: the newest" },
      replace: { description: "removes the rows of the database first" },
      check: { description: "only verifies the whole backup; restores nothing" },
      adopt: { description: "takes over a storage that belongs to another deployment" },
    },
    async run(_db, { from, backup, replace, check, adopt }) {
      const environment = readEnvironment();
      const place = environment.placeOf(from);
      return inSentences("restore", () =>
        restoreBackup(environment, { place, name: backup, replace, check, adopt }),
      );
    },
  }),
];
