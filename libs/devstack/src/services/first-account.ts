import fs from "node:fs";
import path from "node:path";
import type { Env } from "@polls/config";
import { runProcess } from "../process/run-process";
import { UserError } from "../user-error";
import { nodeArgs } from "./node-args";

/** An account for development, and its tokens. */
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
  /** The address of the gateway. */
  readonly url: string;
}

const email = "developer@example.com";

/**
 * The account of this data directory. The first start creates it and stores it in a file that only
 * its owner can read. If the database does not know the stored tokens, the account gets new ones.
 */
export async function ensureFirstAccount(options: FirstAccountOptions): Promise<FirstAccount> {
  const file = path.join(options.dataDir, "account.json");
  const kept = readAccount(file);
  if (kept !== undefined && (await isValid(kept, options.url))) return kept;
  const account = (await createAccount(options)) ?? (await renewTokens(options));
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

async function isValid({ privateToken }: FirstAccount, url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/polls?per_page=1`, {
    headers: { Authorization: `Bearer ${privateToken}` },
  });
  await response.arrayBuffer();
  return response.status !== 401;
}

/** Returns `undefined` if an account with this address exists. */
async function createAccount(options: FirstAccountOptions): Promise<FirstAccount | undefined> {
  const made = await runGatewayCommand(options, [
    ...["account", "create", "--email", email, "--name", "Developer"],
  ]);
  if (made === undefined) return undefined;
  return {
    email,
    privateToken: String(made.private_token),
    publicToken: String(made.public_token),
  };
}

async function renewTokens(options: FirstAccountOptions): Promise<FirstAccount> {
  const renew = async (kind: string) => {
    const renewed = await runGatewayCommand(options, [
      ...["account", "rotate-token", "--email", email, "--kind", kind],
    ]);
    if (renewed === undefined) throw new UserError(`The account ${email} got no ${kind} token.`);
    return String(renewed.token);
  };
  return { email, privateToken: await renew("private"), publicToken: await renew("public") };
}

/** Returns the output of the command, or `undefined` if it was refused. */
async function runGatewayCommand(
  { root, from, env }: FirstAccountOptions,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const command = await runProcess({
    name: "gateway command",
    command: process.execPath,
    args: [...nodeArgs(from, "services/gateway", "cli/main"), ...words],
    cwd: root,
    env,
  });
  const { code } = await command.exited;
  const said = command.lastLines().join("\n");
  if (code === 0) return JSON.parse(said) as Readonly<Record<string, unknown>>;
  if (code === 1 || code === 2) return undefined;
  throw new UserError(`The command "${words.slice(0, 2).join(" ")}" failed: ${said}`);
}
