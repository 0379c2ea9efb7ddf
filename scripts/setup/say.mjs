/** Ends the program with one sentence for the user. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

export const say = (line) => process.stdout.write(`${line}\n`);
