/** Exits with one sentence for the user: with 2 for a wrong command line, else with 1. */
export function giveUp(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

export const say = (line) => process.stdout.write(`${line}\n`);
