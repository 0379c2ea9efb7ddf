import http from "node:http";
import type { AddressInfo } from "node:net";
import { lastWords, parseLogLine, type RunningService, waitUntilReady } from "./start-service";

test.each([
  ["gateway whose port", "PORT", 0, /^Port \d+ is in use: name a free one with PORT/],
  [
    "gateway whose port of metrics",
    "PORT",
    1,
    /took port .*: start again, or .* with METRICS_PORT\.$/,
  ],
  ["worker whose port", undefined, 0, /took port .*: start again\.$/],
] as const)(
  "a %s another program took is not ready, although that program answers",
  async (_case, portVariable, offset, message) => {
    const other = http.createServer((_request, response) => response.end("ready"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const taken = port + offset;
    const err = { message: `listen EADDRINUSE: address already in use 127.0.0.1:${taken}` };
    const service: Partial<RunningService> = {
      name: "gateway",
      port,
      portVariable,
      url: `http://127.0.0.1:${port}`,
      isRunning: () => true,
      lastLines: () => [JSON.stringify({ level: 60, msg: "cannot start", err })],
    };
    try {
      await expect(waitUntilReady(service as RunningService, 100)).rejects.toThrow(message);
    } finally {
      other.close();
    }
  },
);

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
