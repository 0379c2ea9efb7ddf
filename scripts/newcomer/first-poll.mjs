import { readFileSync } from "node:fs";
import path from "node:path";
import { run, start } from "./machine.mjs";
import { expect } from "./report.mjs";
import { until } from "./stack.mjs";

const STREAM_MS = 60_000;
const SEPARATOR = "\u001e";

/** Runs the lines of "A first poll" of the README as they stand, with what `npm start` printed in their first line. */
export async function followReadme(machine, { baseUrl, privateToken, publicToken }) {
  const readme = readFileSync(path.join(machine.directory, "README.md"), "utf8");
  const [, section = ""] = /\n## A first poll\n(.*?)\n## /s.exec(readme) ?? [];
  const lines = [...section.matchAll(/^(?: {4}(.*)|)$/gm)].map(([, line = ""]) => line);
  const stood = lines.join("\n");
  const tokens = stood
    .replace(/^TOKEN=\S+/m, `TOKEN=${privateToken}`)
    .replace(/(\s)PUBLIC=\S+/, `$1PUBLIC=${publicToken}`)
    .replace(/(\s)API=http:\/\/localhost:3000\/api\/v1$/m, `$1API=${baseUrl}/api/v1`);
  expect(
    [privateToken, publicToken, `${baseUrl}/api/v1`].every((value) => tokens.includes(value)),
    "the README has a line with TOKEN, PUBLIC and API",
    stood.slice(0, 300),
  );
  // Only tells the outputs of the lines apart.
  const trap = `trap 'printf "${SEPARATOR}%s\\n" "$BASH_COMMAND"' DEBUG\n`;
  const shell = start(machine, "bash", ["-e"], { input: trap + tokens });
  const answerOf = (command) =>
    shell
      .said()
      .split(SEPARATOR)
      .find((part) => part.startsWith(command))
      ?.split("\n")
      .slice(1)
      .join("\n");
  try {
    const live = await until(
      "the results are told as they change",
      STREAM_MS,
      async () => {
        const events = answerOf("curl -sN $API/polls/$POLL/results/stream");
        if (events?.includes("voters_count")) return events;
        return shell.isRunning() ? undefined : "";
      },
      shell.said,
    );
    const vote = parse(answerOf("curl -s $API/polls/$POLL/votes"));
    expect(vote?.vote === 1, "the vote is cast", shell.said());
    const results = parse(answerOf("curl -s $API/polls/$POLL/results "));
    expect(
      results?.voters_count === 1 && results.options[0]?.content === "Soup",
      "the results count the vote",
      JSON.stringify(results),
      shell.said(),
    );
    expect(live !== "", "the results are told as they change", "the stream ended", shell.said());
  } finally {
    if (shell.isRunning()) shell.interrupt("SIGTERM");
    await shell.exited;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs the request that `npm start` prints. */
export async function followPrinted(machine, { curl }) {
  const said = await run(machine, "sh", ["-c", curl]);
  expect(parse(said)?.title === "Where shall we eat?", "the printed request creates a poll", said);
}
