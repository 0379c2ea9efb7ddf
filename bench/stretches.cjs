// Loaded into the gateway before its own modules: measures how much processor time its main thread takes at a stretch,
// so that other work on the machine changes little. `GET /` of PROBE_PORT gives the milliseconds since the last call:
// of the longest stretch, to 5 ms more, and of all.
const { readFileSync } = require("node:fs");
const { createServer } = require("node:http");

const EVERY_MS = 5;
const file = `/proc/${process.pid}/task/${process.pid}/schedstat`;
const usedMs = () => Number(readFileSync(file, "utf8").split(" ", 1)[0]) / 1e6;

let before = usedMs();
let longest = 0;
let all = 0;
function look() {
  const now = usedMs();
  longest = Math.max(longest, now - before);
  all += now - before;
  before = now;
}
setInterval(look, EVERY_MS).unref();

createServer((_request, response) => {
  look();
  response.end(JSON.stringify({ stretchMs: longest, allMs: all }));
  longest = 0;
  all = 0;
})
  .listen(Number(process.env.PROBE_PORT), "127.0.0.1")
  .unref();
