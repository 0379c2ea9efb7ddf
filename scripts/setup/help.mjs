import { readFileSync } from "node:fs";
import { say } from "./say.mjs";

/** With `--help` or `-h`, prints the comment at the top of a file, which describes its command, and ends the program. */
export function answerHelp(file) {
  const words = process.argv.slice(2);
  if (!words.includes("--help") && !words.includes("-h")) return;
  const [, comment = ""] = /^(?:#!.*\n)?((?:\/\/.*\n)+)/.exec(readFileSync(file, "utf8")) ?? [];
  say(comment.replaceAll(/^\/\/ ?/gm, "").trimEnd());
  process.exit(0);
}
