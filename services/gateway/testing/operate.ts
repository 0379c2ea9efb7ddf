import { connectPatiently } from "@polls/testing";
import { accountCommands } from "../src/cli/account-commands";
import { runCommand } from "../src/cli/command/run-command";
import { auditCommand } from "../src/cli/ops/audit-command";
import { mailsCommands } from "../src/cli/ops/mails-commands";
import { operateAccountsCommands } from "../src/cli/ops/operate-accounts-commands";
import { operatePollsCommands } from "../src/cli/ops/operate-polls-commands";
import { operateServiceCommands } from "../src/cli/ops/operate-service-commands";
import { reportCommands } from "../src/cli/ops/report-commands";
import { organizationCommands } from "../src/cli/organization-commands";
import type { TestGateway } from "./start-gateway";

const commands = [
  ...accountCommands,
  ...organizationCommands,
  ...operateAccountsCommands,
  ...operatePollsCommands,
  ...operateServiceCommands,
  ...mailsCommands,
  ...reportCommands,
  auditCommand,
];

export interface CommandResult {
  readonly code: number;
  readonly text: string;
  readonly error: string;
  /** The printed JSON. Undefined for other texts. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of any shape
  readonly json: any;
}

/**
 * Runs a command of operators like the command line. The gateways then know its effect, as they do in operation within
 * a second.
 */
export async function operate(
  gateways: readonly [TestGateway, ...TestGateway[]],
  ...words: readonly string[]
): Promise<CommandResult> {
  const [{ deps }] = gateways;
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(
    words,
    commands,
    () => connectPatiently(deps.config.databaseUrl, { max: 2 }),
    { print: (text) => printed.push(text), printError: (text) => errors.push(text) },
  );
  await Promise.all(gateways.map((gateway) => gateway.deps.serviceState.refresh()));
  const text = printed.join("\n");
  return {
    code,
    text,
    error: errors.join("\n"),
    json: /^[[{]/.test(text) ? JSON.parse(text) : undefined,
  };
}
