// biome-ignore lint/style/noRestrictedImports: clean-up.mjs ends what it starts
import { execFile, spawnSync } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { openBrowser } from "./browser.mjs";
import { expectMedia } from "./media.mjs";
import { expect } from "./report.mjs";
import { endStack, startStack } from "./stack.mjs";

/** Sets the flag of loopback, as `ip` does, which not every Debian has. */
const LOOPBACK_UP =
  'socket(S, AF_INET, SOCK_DGRAM, 0); $up = pack("Z16 s x22", "lo", 1); ioctl(S, 0x8914, $up) or exit 1';

/**
 * Starts the stack again, and expects everything of the first start. `gone`: the poll made after
 * the restored backup.
 */
export async function startAgain(machine, { privateToken, port, polls, gone }) {
  const stack = await startStack(machine, { port });
  try {
    expect(
      stack.privateToken === privateToken,
      "the tokens are those of the first start",
      "others",
    );
    const headers = { Authorization: `Bearer ${privateToken}` };
    const { request } = openBrowser(stack.baseUrl);
    for (const { hash, count } of polls) {
      const path = `/api/v1/polls/${hash}/results`;
      const { options } = (await request("GET", path, undefined, headers)).body;
      expect(options[0]?.rating === count, `${hash} counts ${count}`, JSON.stringify(options));
    }
    if (gone !== undefined) {
      const { status } = await fetch(`${stack.baseUrl}/api/v1/polls/${gone}`, { headers });
      expect(status === 404, "the poll from after the backup is gone", status);
    }
    await expectMedia(machine, stack);
  } finally {
    await endStack(machine, stack);
  }
}

/** The words in front of a command that has no network but loopback; undefined where this machine does not allow it. */
export function withoutNetwork() {
  const up = `perl -MSocket -e '${LOOPBACK_UP}' && exec "$@"`;
  const namespace = process.getuid() === 0 ? [] : ["--map-current-user", "--keep-caps"];
  const words = ["unshare", ...namespace, "--net", "sh", "-c", up, "sh"];
  const [command, ...args] = words;
  return spawnSync(command, [...args, "true"], { stdio: "ignore" }).status === 0
    ? words
    : undefined;
}

/** `startAgain` in a process without a network. */
export async function startAgainOffline(machine, facts, [command, ...words]) {
  const script = path.join(import.meta.dirname, "offline.mjs");
  const running = promisify(execFile)(command, [...words, process.execPath, script]);
  running.child.stdin.end(JSON.stringify({ machine, facts }));
  await running.catch((error) => {
    const { message, log } = error.stdout === "" ? error : JSON.parse(error.stdout);
    throw Object.assign(new Error(message), { log });
  });
}
