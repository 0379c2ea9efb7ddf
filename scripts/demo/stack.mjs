import path from "node:path";
import { runSync } from "../setup/children.mjs";
import { findRunningStack } from "../setup/database-url.mjs";
import { root } from "../setup/root.mjs";

/** The stack to use, and an account on it. */
export async function connectToStack() {
  const { BASE_URL: baseUrl, PRIVATE_TOKEN: privateToken, PUBLIC_TOKEN: publicToken } = process.env;
  if (baseUrl && privateToken && publicToken) return { baseUrl, privateToken, publicToken };
  const stackUrl = baseUrl || (await runningBaseUrl());
  const account = JSON.parse(
    runSync(process.execPath, [
      path.join(root, "scripts/cli.mjs"),
      ...["account", "create", "--email", `demo-${Date.now()}@example.org`, "--name", "Demo"],
    ]),
  );
  return {
    baseUrl: stackUrl,
    privateToken: account.private_token,
    publicToken: account.public_token,
  };
}

async function runningBaseUrl() {
  const stack = await findRunningStack();
  if (stack !== undefined) return stack.baseUrl;
  throw new Error(
    "Set BASE_URL, or run `npm start` in another terminal first, with the same DATA_DIR.",
  );
}
