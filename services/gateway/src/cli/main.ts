import {
  authorities,
  databaseVariables,
  InvalidEnvironment,
  outgoingProxy,
  parseEnv,
  proxyVariables,
  withSecretFiles,
} from "@polls/config";
import { connectDatabase, type Db } from "@polls/db/connection";
import { z } from "zod";
import type { BackupEnvironment } from "./backup/environment";
import type { Command } from "./command/command";
import { runCommand } from "./command/run-command";
import type { OpsEnvironment } from "./ops/environment";

const environment = z.object(databaseVariables);
const outgoingOnly = z.object({ EXTRA_CA_FILE: authorities.optional(), ...proxyVariables });

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

type Load = () => readonly Command[];

function readBackup(): BackupEnvironment {
  const {
    readBackupEnvironment,
  }: typeof import("./backup/environment") = require("./backup/environment");
  return readBackupEnvironment(readEnvironment());
}

function readOps(): OpsEnvironment {
  const { readOpsEnvironment }: typeof import("./ops/environment") = require("./ops/environment");
  return readOpsEnvironment(readEnvironment());
}

function loadBackup(): readonly Command[] {
  const {
    backupCommands,
  }: typeof import("./backup/backup-commands") = require("./backup/backup-commands");
  return backupCommands(readBackup);
}

function loadStorage(): readonly Command[] {
  const {
    storageCommands,
  }: typeof import("./storage/storage-commands") = require("./storage/storage-commands");
  return storageCommands(readBackup);
}

function loadPayments(): readonly Command[] {
  const {
    paymentsCommand,
  }: typeof import("./ops/payments-command") = require("./ops/payments-command");
  return [paymentsCommand];
}

/** The commands by the words that their names begin with. */
const groups = new Map<string, Load>([
  ["account", () => require("./account-commands").accountCommands],
  ["organization", () => require("./organization-commands").organizationCommands],
  ["ops doctor", () => [require("./ops/doctor/doctor-command").doctorCommand(readOps)]],
  ["ops queues", () => [require("./ops/queues-command").queuesCommand(readOps)]],
  ["ops outbox", () => require("./ops/outbox-commands").outboxCommands],
  ["ops mails", () => require("./ops/mails-commands").mailsCommands],
  ["ops account", () => require("./ops/operate-accounts-commands").operateAccountsCommands],
  ["ops poll", () => require("./ops/operate-polls-commands").operatePollsCommands],
  ["ops maintenance", () => require("./ops/operate-service-commands").operateServiceCommands],
  ["ops announce", () => require("./ops/operate-service-commands").operateServiceCommands],
  ["ops suppressed", () => require("./ops/mails-commands").mailsCommands],
  ["ops report", () => require("./ops/report-commands").reportCommands],
  ["ops audit", () => [require("./ops/audit-command").auditCommand]],
  ["ops payments", loadPayments],
  ["ops storage", loadStorage],
  ["ops recount", () => [require("./ops/recount-command").recountCommand]],
  ["ops sweep", () => [require("./ops/sweep-command").sweepCommand(readOps)]],
  ["ops trace", () => [require("./ops/trace/trace-command").traceCommand(readOps)]],
  ["backup", loadBackup],
  ["restore", loadBackup],
  ["storage", loadStorage],
  ["payments", () => require("./payment-commands").paymentCommands],
  ["person", () => require("./person-commands").personCommands],
]);

/** Loads only the commands that the words can mean, because loading takes most of the time. */
function loadCommands(words: readonly string[]): readonly Command[] {
  const named = [...groups].filter(([name]) => `${words.join(" ")} `.startsWith(`${name} `));
  const related = [...groups].filter(([name]) => name.split(" ")[0] === words[0]);
  const chosen = [named, related, [...groups]].find((some) => some.length > 0) ?? [];
  const loads = new Set(chosen.map(([, load]) => load));
  // Two words can begin the names of the same list of commands.
  return [...new Set([...loads].flatMap((load) => load()))];
}

/** Loads what it needs only if there are private authorities or a proxy. */
function prepareConnections(): void {
  const { EXTRA_CA_FILE, HTTPS_PROXY, NO_PROXY } = process.env;
  const env = parseEnv(outgoingOnly, { EXTRA_CA_FILE, HTTPS_PROXY, NO_PROXY });
  const proxy = outgoingProxy(env);
  if (env.EXTRA_CA_FILE === undefined && proxy === undefined) return;
  const { trustAuthorities, useProxy }: typeof import("@polls/runtime") = require("@polls/runtime");
  if (env.EXTRA_CA_FILE !== undefined) trustAuthorities(env.EXTRA_CA_FILE);
  if (proxy !== undefined) useProxy(proxy);
}

const words = process.argv.slice(2);

async function runWords(): Promise<number> {
  prepareConnections();
  return runCommand(words, loadCommands(words), openDb, {
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (text) => process.stderr.write(`${text}\n`),
  });
}

runWords().then(
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
