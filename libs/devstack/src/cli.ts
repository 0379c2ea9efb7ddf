// biome-ignore lint/style/noRestrictedImports: the browser stays open after this process
import { spawn } from "node:child_process";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { InvalidEnvironment } from "@polls/config";
import type { FirstAccount } from "./services/first-account";
import { readSettings, type StackSettings } from "./settings";
import { startStack } from "./stack/start-stack";
import { UserError } from "./user-error";

const project = {
  root: path.resolve(__dirname, "../../.."),
  from: __filename.endsWith(".ts") ? "source" : "dist",
} as const;
/** Ctrl-C reaches the whole group, and npm passes it on besides: one press arrives twice. */
const samePressMs = 500;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  // V8 would collect the garbage of the start while nothing happens. This process only waits from then on.
  setFlagsFromString("--no-incremental-marking");
  const settings = readSettings(project, process.env);
  const stack = startStack({ settings, env: process.env, say });
  const ended = watchForEnd(() => {
    stack.kill();
    process.exit(1);
  });
  stack.ready.catch(() => undefined);
  const first = await Promise.race([
    stack.ready.then(({ account, logDir }) => {
      if (process.argv.includes("--open")) openBrowser(settings.baseUrl, say);
      say(banner(settings, account, logDir));
      return undefined;
    }),
    ended,
    stack.failed,
  ]).catch((error: unknown) => error);
  const end = first ?? (await Promise.race([ended, stack.failed]));
  if (typeof end === "string") complain(end);
  else if (end === askedToEnd) say("Stopping …");
  await stack.stop();
  if (end === askedToEnd) {
    say("Everything has stopped.");
    return 0;
  }
  if (end instanceof Error) throw end;
  return 1;
}

const askedToEnd = Symbol("asked to end");

/** Resolves at the first signal. Another press of Ctrl-C calls `insist`. */
function watchForEnd(insist: () => void): Promise<typeof askedToEnd> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const onSignal = () => {
      const now = performance.now();
      askedAt ??= now;
      if (now - askedAt > samePressMs) insist();
      resolve(askedToEnd);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  });
}

/** One sentence for a problem that the user can fix, or a stack trace for a defect. */
function explain(error: unknown): string {
  if (error instanceof UserError || error instanceof InvalidEnvironment) return error.message;
  const { code, path: file } = error as NodeJS.ErrnoException;
  if (file !== undefined && (code === "EACCES" || code === "EPERM" || code === "EROFS")) {
    return `${file} cannot be written by this user: change its owner, or choose another DATA_DIR.`;
  }
  if (code === "ENOSPC") return "The disk is full.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The text after the start: addresses, account, and an example command. */
function banner(
  { baseUrl, dataDir }: StackSettings,
  account: FirstAccount,
  logDir: string,
): string {
  return `
The poll service runs.

Make a first poll on the start page, or by a program:

  curl -s ${baseUrl}/api/v1/polls -H 'Authorization: Bearer ${account.privateToken}' -H 'Content-Type: application/json' -d '{"poll":{"title":"Where shall we eat?"}}'

Logs are in ${logDir}, data in ${dataDir}. Ctrl-C stops everything.

  Start page     ${baseUrl}/
  Inbox          ${baseUrl}/dev/mail
  Documentation  ${baseUrl}/docs
  Account        ${account.email}
  Private token  ${account.privateToken}
  Public token   ${account.publicToken}
`;
}

/** Opens a page in the browser of the machine, or says that there is none. */
function openBrowser(url: string, say: (line: string) => void): void {
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  const child = spawn(program, [url], { stdio: "ignore", detached: true });
  const complain = () => say(`No browser can be opened here (${program}): open ${url} yourself.`);
  child.once("error", complain);
  child.once("exit", (code) => (code === 0 ? undefined : complain()));
  child.unref();
}

// Output lines that do not fit on a full disk are lost; the process continues.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    complain(explain(error));
    process.exit(1);
  },
);
