import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { dataDir, findRunningStack } from "../setup/database-url.mjs";

/** The stack to use, and an account on it: those of `npm start`, if the environment names no others. */
export async function connectToStack() {
  const { BASE_URL: baseUrl, PRIVATE_TOKEN: privateToken, PUBLIC_TOKEN: publicToken } = process.env;
  if (baseUrl && privateToken && publicToken) return { baseUrl, privateToken, publicToken };
  const stack = await findRunningStack();
  const account = path.join(dataDir(), "account.json");
  if (stack === undefined || !existsSync(account)) {
    throw new Error(
      "Set BASE_URL, PRIVATE_TOKEN and PUBLIC_TOKEN, or run `npm start` in another terminal first, with the same DATA_DIR.",
    );
  }
  return { baseUrl: stack.baseUrl, ...JSON.parse(readFileSync(account, "utf8")) };
}
