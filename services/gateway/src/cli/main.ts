import { InvalidEnvironment, parseEnv, postgresUrl } from "@polls/config";
import { connectDatabase, type Db } from "@polls/db";
import { z } from "zod";
import { accountCommands } from "./account-commands";
import { organizationCommands } from "./organization-commands";
import { outboxCommands } from "./outbox-commands";
import { paymentCommands } from "./payment-commands";
import { personCommands } from "./person-commands";
import { runCommand } from "./run-command";
import { talliesCommands } from "./tallies-commands";

const environment = z.object({ DATABASE_URL: postgresUrl });

class NoDatabase extends Error {
  override readonly message = "Set DATABASE_URL, or run `npm start` in another terminal first.";
}

function openDb(): Db {
  if ((process.env.DATABASE_URL ?? "").trim() === "") throw new NoDatabase();
  return connectDatabase(parseEnv(environment, process.env).DATABASE_URL, { max: 2 });
}

const commands = [
  ...accountCommands,
  ...organizationCommands,
  ...outboxCommands,
  ...paymentCommands,
  ...personCommands,
  ...talliesCommands,
];

runCommand(process.argv.slice(2), commands, openDb, {
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const expected = error instanceof InvalidEnvironment || error instanceof NoDatabase;
    process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  },
);
