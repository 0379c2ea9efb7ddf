// A separate process that sends health checks, and records their response times: at the public address over a
// persistent connection and over new ones, and at the metrics address.
import http from "node:http";

const EVERY_MS = 25;
const [url, healthUrl] = process.argv.slice(2);
const kept = new http.Agent({ keepAlive: true, maxSockets: 1 });
const targets = {
  kept: { url, agent: kept },
  new: { url, agent: false },
  inside: { url: healthUrl, agent: false },
};
const names = Object.keys(targets);
const times = {};
let phase = "opening";
let number = 0;

const timer = setInterval(() => {
  const began = performance.now();
  const name = names[number++ % names.length];
  const path = number % 2 === 0 ? "/healthz" : "/readyz";
  times[phase] ??= { kept: [], new: [], inside: [], failed: 0 };
  const here = times[phase];
  const note = (status) => {
    if (status === 200) here[name].push(performance.now() - began);
    else here.failed++;
  };
  const { url: base, agent } = targets[name];
  http
    .get(`${base}${path}`, { agent }, (response) => {
      response.resume();
      response.on("end", () => note(response.statusCode));
    })
    .on("error", () => note(0));
}, EVERY_MS);

process.on("message", ({ began, stop }) => {
  if (began !== undefined) phase = began;
  if (stop === undefined) return;
  clearInterval(timer);
  process.send(times, () => process.disconnect());
});
