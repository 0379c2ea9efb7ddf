import { databaseVariables, InvalidEnvironment, parseEnv, withSecretFiles } from "@polls/config";
import { connectDatabase, type Db } from "@polls/db";
import { z } from "zod";
import { accountCommands } from "./account-commands";
import { backupCommands } from "./backup/backup-commands";
import { readBackupEnvironment } from "./backup/environment";
import { readOpsEnvironment } from "./ops/environment";
import { opsCommands } from "./ops/ops-commands";
import { organizationCommands } from "./organization-commands";
import { paymentCommands } from "./payment-commands";
import { personCommands } from "./person-commands";
import { runCommand } from "./run-command";

const environment = z.object(databaseVariables);

/** How long open handles of a command may delay the exit of the process. */
const LINGER_MS = 1_000;

class NoDatabase extends Error {
  override readonly message =
    "Set DATABASE_URL, or run `npm start` in another terminal first, with the same DATA_DIR.";
}

const readEnvironment = () => withSecretFiles(process.env);

function openDb(): Db {
  const env = readEnvironment();
  if ((env.DATABASE_URL ?? "").trim() === "") throw new NoDatabase();
  const { DATABASE_URL: url, DATABASE_POOLER: pooler } = parseEnv(environment, env);
  return connectDatabase(url, { max: 2, pooler });
}

const commands = [
  ...accountCommands,
  ...organizationCommands,
  ...opsCommands(() => readOpsEnvironment(readEnvironment())),
  ...backupCommands(() => readBackupEnvironment(readEnvironment())),
  ...paymentCommands,
  ...personCommands,
];

runCommand(process.argv.slice(2), commands, openDb, {
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
