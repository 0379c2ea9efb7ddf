import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The stack to use, and an account on it. */
export async function connectToStack(env = process.env) {
  const { BASE_URL: baseUrl, PRIVATE_TOKEN: privateToken, PUBLIC_TOKEN: publicToken } = env;
  if (baseUrl && privateToken && publicToken) return { baseUrl, privateToken, publicToken };
  const account = JSON.parse(
    execFileSync(
      process.execPath,
      [
        path.join(root, "scripts/cli.mjs"),
        "account",
        "create",
        "--email",
        `demo-${Date.now()}@example.org`,
        "--name",
        "Demo",
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    ),
  );
  return {
    baseUrl: baseUrl || runningBaseUrl(env),
    privateToken: account.private_token,
    publicToken: account.public_token,
  };
}

function runningBaseUrl(env) {
  const file = path.join(env.DATA_DIR || path.join(root, ".data"), "stack.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")).baseUrl;
  } catch {
    throw new Error(
      "No stack is running here: run `npm start` in another terminal first, with the same DATA_DIR",
    );
  }
}
