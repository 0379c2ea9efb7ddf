import { databaseVariables, InvalidEnvironment, parseEnv, withSecretFiles } from "@polls/config";
import { connectDatabase, type Db } from "@polls/db";
import { z } from "zod";
import type { BackupEnvironment } from "./backup/environment";
import type { Command } from "./command";
import { runCommand } from "./run-command";

const environment = z.object(databaseVariables);

/** How long open handles of a command may delay the exit of the process. */
const LINGER_MS = 1_000;

const HOUR_MS = 3_600_000;

/** Commands may read whole tables. Like the service, they wait only briefly for locks. */
const commandLimits = { statementMs: HOUR_MS, answerMs: HOUR_MS, transactionMs: HOUR_MS };

class NoDatabase extends Error {
  override readonly message =
    "Set DATABASE_URL, or run `npm start` in another terminal first, with the same DATA_DIR.";
}

const readEnvironment = () => withSecretFiles(process.env);

function openDb(): Db {
  const env = readEnvironment();
  if ((env.DATABASE_URL ?? "").trim() === "") throw new NoDatabase();
  const { DATABASE_URL: url, DATABASE_POOLER: pooler } = parseEnv(environment, env);
  return connectDatabase(url, { max: 2, pooler, limits: commandLimits });
}

function backupCommands(): readonly Command[] {
  const {
    backupCommands,
  }: typeof import("./backup/backup-commands") = require("./backup/backup-commands");
  return backupCommands(readBackup);
}

function storageCommands(): readonly Command[] {
  const {
    storageCommands,
  }: typeof import("./storage/storage-commands") = require("./storage/storage-commands");
  return storageCommands(readBackup);
}

function readBackup(): BackupEnvironment {
  const {
    readBackupEnvironment,
  }: typeof import("./backup/environment") = require("./backup/environment");
  return readBackupEnvironment(readEnvironment());
}

function opsCommands(): readonly Command[] {
  const { opsCommands }: typeof import("./ops/ops-commands") = require("./ops/ops-commands");
  const { readOpsEnvironment }: typeof import("./ops/environment") = require("./ops/environment");
  return opsCommands(
    () => readOpsEnvironment(readEnvironment()),
    () => readBackup().storage,
  );
}

/** The commands by their first word. Only those of the given word are loaded: loading takes most of the time. */
const groups = new Map<string, () => readonly Command[]>([
  ["account", () => require("./account-commands").accountCommands],
  ["organization", () => require("./organization-commands").organizationCommands],
  ["ops", opsCommands],
  ["backup", backupCommands],
  ["restore", backupCommands],
  ["storage", storageCommands],
  ["payments", () => require("./payment-commands").paymentCommands],
  ["person", () => require("./person-commands").personCommands],
]);
const words = process.argv.slice(2);
const load = groups.get(words[0] ?? "");
const commands = load?.() ?? [...new Set(groups.values())].flatMap((each) => each());

runCommand(words, commands, openDb, {
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
}).then(
  (code) => {
    process.exitCode = code;
    // A pending DNS lookup would keep the process alive for longer.
    setTimeout(() => process.exit(), LINGER_MS).unref();
  },
  (error: unknown) => {
    const expected = error instanceof InvalidEnvironment || error instanceof NoDatabase;
    process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  },
);
