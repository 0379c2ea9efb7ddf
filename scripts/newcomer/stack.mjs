import { setTimeout as pause } from "node:timers/promises";
import { start } from "./machine.mjs";
import { processesOf } from "./processes.mjs";
import { expect, Unmet } from "./report.mjs";

const START_MS = 900_000;
const END_MS = 60_000;
const GONE_MS = 5_000;
const POLL_MS = 100;

/** Asks until the answer is not undefined. */
export async function until(what, deadlineMs, ask, log = () => "") {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Unmet(what, `not in ${deadlineMs / 1_000} s`, log());
    await pause(POLL_MS);
  }
}

/**
 * Runs `npm start` as a person does: where its port is taken, on the one that it proposes. Returns
 * what it prints once everything runs.
 */
export async function startStack(machine, { port } = {}) {
  const more = port === undefined ? {} : { PORT: port };
  const running = start(machine, "npm", ["start"], { more });
  const up = () => /Ctrl-C/.test(running.said()) && /ppk_\w+\n/.test(running.said());
  await until(
    "`npm start` comes up",
    START_MS,
    async () => (up() || !running.isRunning() ? true : undefined),
    running.said,
  );
  if (!up()) {
    const [, proposed] = /PORT=(\d+) npm start/.exec(running.said()) ?? [];
    if (proposed !== undefined) return startStack(machine, { port: proposed });
    throw new Unmet("`npm start` comes up", "it ended", running.said());
  }
  return { ...running, ...printed(running.said()), port, places: outsidePlaces(running.said()) };
}

function printed(said) {
  const one = (pattern, what) => {
    const [, found] = pattern.exec(said) ?? [];
    expect(found !== undefined, `\`npm start\` prints ${what}`, "it does not", said);
    return found;
  };
  return {
    baseUrl: one(/Start page\s+(http:\S+?)\/?\s/, "the address of the start page"),
    email: one(/Account\s+(\S+@\S+)/, "the address of an account"),
    privateToken: one(/(psk_\w+)/, "a private token"),
    publicToken: one(/(ppk_\w+)/, "a public token"),
    curl: one(/^\s*(curl .+)$/m, "a first request for curl"),
  };
}

/** For root, the files of PostgreSQL may be outside of the data directory. */
const outsidePlaces = (said) =>
  [...said.matchAll(/with its files in (\/[^,\s]+)/g)].map(([, place]) => place);

/** Presses Ctrl-C, and expects that it ends properly and leaves nothing. */
export async function endStack(machine, stack) {
  stack.interrupt();
  const code = await Promise.race([stack.exited, pause(END_MS, "it runs", { ref: false })]);
  expect(code === 0, `it ends with 0 within ${END_MS / 1_000} s of Ctrl-C`, code, stack.said());
  const whose = {
    uid: machine.account?.uid,
    places: [...machine.places, ...stack.places],
  };
  const begun = performance.now();
  let left = processesOf(whose);
  while (left.length > 0 && performance.now() - begun < GONE_MS) {
    await pause(POLL_MS);
    left = processesOf(whose);
  }
  expect(
    left.length === 0,
    "no process is left",
    left.map(({ pid, command }) => `${pid} ${command}`).join("\n"),
    stack.said(),
  );
}
