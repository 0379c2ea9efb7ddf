import util from "node:util";
import { giveUp, say } from "./say.mjs";

const HELP = { type: "boolean", short: "h", description: "prints this" };

/**
 * Parses the command line of a script. `--help` prints its usage and exits with 0. An unknown option prints one
 * sentence and exits with 2. Returns the values of options, and the other arguments.
 */
export function readUsage({ name, summary, words = [], options = {} }) {
  const all = { ...options, help: HELP };
  const wordList = process.argv.slice(2);
  if (wordList.includes("--help") || wordList.includes("-h")) {
    say(helpOf({ name, summary, words, options: all }));
    process.exit(0);
  }
  try {
    const { values, positionals } = util.parseArgs({
      args: wordList,
      options: all,
      allowPositionals: true,
    });
    const [tooMuch] = positionals.slice(words.length);
    if (tooMuch === undefined) return { values, words: positionals };
    throw new Error(`Unexpected argument '${tooMuch}'`);
  } catch (error) {
    const [sentence] = error.message.split(". ");
    return giveUp(`${sentence}; \`npm run ${name} -- --help\` shows what it takes.`, 2);
  }
}

function helpOf({ name, summary, words, options }) {
  const line = (what, description) => `  ${what.padEnd(24)} ${description}`;
  const usage = words.map(({ name: word }) => ` [${word}]`).join("");
  return [
    `npm run ${name} --${usage} [--help]`,
    ...[].concat(summary),
    ...words.map(({ name: word, description }) => line(word, description)),
    ...Object.entries(options).map(([option, { description }]) => line(`--${option}`, description)),
  ].join("\n");
}
