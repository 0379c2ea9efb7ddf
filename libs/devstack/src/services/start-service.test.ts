import { lastWords, parseLogLine } from "./start-service";

test.each([
  ["a log message", '{"level":"info","msg":"ready"}', { level: 30, text: "ready" }],
  [
    "a message with its error",
    '{"level":50,"msg":"lost","err":{"message":"gone"}}',
    { level: 50, text: "lost: gone" },
  ],
  ["no entry in a line of another program", "(node:1) Warning", undefined],
  ["no entry in a line that was cut off", '{"level":"info","ms', undefined],
  ["no entry in JSON that is not a log message", '{"answer":42}', undefined],
])("parseLogLine finds %s", (_case, line, expected) => {
  expect(parseLogLine(line)).toEqual(expected);
});

test.each([
  [
    "the last error, even if other lines follow",
    ['{"level":"fatal","msg":"broken"}', '{"level":"info","msg":"ending"}'],
    "broken",
  ],
  ["the last line if there is no error", ['{"level":"info","msg":"ready"}'], "ready"],
  ["a line that is not a log message, unchanged", ["Killed"], "Killed"],
  ["no output", [], "it said nothing"],
])("lastWords finds %s", (_case, lines, expected) => {
  expect(lastWords({ lastLines: () => lines })).toBe(expected);
});
