import fs from "node:fs";
import path from "node:path";
import type { Env } from "@polls/config";
import { askUntil, runProcess } from "../process/run-process";
import { UserError } from "../user-error";
import { nodeArgs } from "./start-service";

export interface FirstAccount {
  readonly email: string;
  readonly privateToken: string;
  readonly publicToken: string;
}

export interface FirstAccountOptions {
  readonly root: string;
  readonly from: "dist" | "source";
  readonly dataDir: string;
  readonly env: Env;
  readonly url: string;
}

const email = "developer@example.com";
const accountDeadlineMs = 60_000;

/**
 * The account of this data directory, which the first start stores in a file that only its owner
 * can read. It gets new tokens if the database does not know the stored ones.
 */
export async function ensureFirstAccount(options: FirstAccountOptions): Promise<FirstAccount> {
  const file = path.join(options.dataDir, "account.json");
  const kept = readAccount(file);
  if (kept !== undefined && (await isValid(kept, options.url))) return kept;
  const account = await makeAccount(options);
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, `${JSON.stringify(account, undefined, 2)}\n`, { mode: 0o600 });
  return account;
}

function readAccount(file: string): FirstAccount | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as FirstAccount;
  } catch {
    return undefined;
  }
}

/** Whether the token is known. It is checked before the body, which lacks a poll, so that nothing is stored. */
async function isValid({ privateToken }: FirstAccount, url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/polls`, {
    method: "POST",
    headers: { Authorization: `Bearer ${privateToken}` },
  });
  await response.arrayBuffer();
  return response.status !== 401;
}

/** Creates the account, or renews its tokens. A command that a busy machine failed is repeated. */
async function makeAccount(options: FirstAccountOptions): Promise<FirstAccount> {
  let said = "";
  const run = async (...words: readonly string[]) => {
    const answer = await runGatewayCommand(options, words);
    said = answer.said;
    return answer;
  };
  const renew = async (kind: string) =>
    (await run("account", "rotate-token", "--email", email, "--kind", kind)).values?.token;
  const account = await askUntil(
    async () => {
      const made = await run("account", "create", "--email", email, "--name", "Developer");
      if (made.values !== undefined)
        return tokens(made.values.private_token, made.values.public_token);
      const refused = made.said;
      if ((await run("account", "list")).said.includes(`"${email}"`)) {
        return tokens(await renew("private"), await renew("public"));
      }
      said = refused;
      return undefined;
    },
    { deadlineMs: accountDeadlineMs, everyMs: 1_000 },
  );
  if (account !== undefined) return account;
  throw new UserError(`The account ${email} cannot be created: ${said}`);
}

/** Undefined if one of them is missing. */
function tokens(privateToken: unknown, publicToken: unknown): FirstAccount | undefined {
  return typeof privateToken === "string" && typeof publicToken === "string"
    ? { email, privateToken, publicToken }
    : undefined;
}

/** The output of a command, and the values in it if it succeeded. */
async function runGatewayCommand(
  { root, from, env }: FirstAccountOptions,
  words: readonly string[],
): Promise<{ readonly said: string; readonly values?: Readonly<Record<string, unknown>> }> {
  const command = await runProcess({
    name: "gateway command",
    command: process.execPath,
    args: [...nodeArgs(from, "services/gateway", "cli/main"), ...words],
    cwd: root,
    env,
  });
  const { code } = await command.exited;
  const said = command.lastLines().join("\n");
  return code === 0
    ? { said, values: JSON.parse(said) as Readonly<Record<string, unknown>> }
    : { said };
}
