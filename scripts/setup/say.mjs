/** Exits with one sentence for the user: with 2 for a wrong command line, else with 1. */
export function giveUp(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

export const say = (line) => process.stdout.write(`${line}\n`);

/** Says how a setup goes. Not on standard output: people redirect what a command prints. */
export const sayProgress = (line) => process.stderr.write(`${line}\n`);
