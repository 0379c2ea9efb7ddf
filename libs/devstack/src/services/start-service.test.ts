import { lastWords, parseLogLine } from "./start-service";

test.each([
  ["a message", '{"level":"info","msg":"ready"}', { level: 30, text: "ready" }],
  [
    "a message with its error",
    '{"level":50,"msg":"lost","err":{"message":"gone"}}',
    { level: 50, text: "lost: gone" },
  ],
  ["another program's line", "(node:1) Warning", undefined],
  ["a line that was cut off", '{"level":"info","ms', undefined],
  ["JSON that is no log", '{"answer":42}', undefined],
])("%s", (_case, line, expected) => {
  expect(parseLogLine(line)).toEqual(expected);
});

test.each([
  [
    "the last error, also when other lines follow it",
    ['{"level":"fatal","msg":"broken"}', '{"level":"info","msg":"ending"}'],
    "broken",
  ],
  ["the last line where nothing was serious", ['{"level":"info","msg":"ready"}'], "ready"],
  ["a line that is no log, as it is", ["Killed"], "Killed"],
  ["that there was nothing", [], "it said nothing"],
])("last words are %s", (_case, lines, expected) => {
  expect(lastWords({ lastLines: () => lines })).toBe(expected);
});
