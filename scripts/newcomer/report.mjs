import { say } from "../setup/say.mjs";

const LAST_LINES = 25;

/** What a newcomer may expect and does not find. `log`: what the program said. */
export class Unmet extends Error {
  constructor(expected, found, log = "") {
    super(`expected: ${expected}\nfound: ${found}`);
    this.log = log;
  }
}

export function expect(truth, expected, found, log) {
  if (!truth) throw new Unmet(expected, found, log);
}

/** The steps of the gate, each with a line of its seconds, and their count in the end. */
export function openReport() {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const line = (word, name, begun) => {
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    say(`${word.padEnd(7)} ${name.padEnd(66)} ${seconds.padStart(6)} s`);
  };
  return {
    count,
    /** Runs a step. `look` names where the cause may be. Returns its result; undefined if it failed. */
    async step(name, look, work) {
      const begun = performance.now();
      try {
        const result = await work();
        count.passed += 1;
        line("ok", name, begun);
        return result ?? true;
      } catch (error) {
        count.failed += 1;
        line("FAILED", name, begun);
        const lines = (error.log ?? "").trimEnd().split("\n").slice(-LAST_LINES);
        const log =
          lines.join("") === "" ? [] : ["last lines:", ...lines.map((each) => `  ${each}`)];
        const message = error.log === undefined ? error.stack : error.message;
        for (const each of [...message.split("\n"), ...log, `look at: ${look}`])
          say(`        ${each}`);
        return undefined;
      }
    },
    skip(name, reason) {
      count.skipped += 1;
      say(`skipped: ${name} (${reason})`);
    },
  };
}
