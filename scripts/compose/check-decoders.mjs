// A decoder of the media worker reaches neither the database nor the queue: a program confined as a decoder tries to
// connect. The same program without confinement can.

const INSIDE = `
const { lookup } = require("node:dns/promises");
const confined = "/app/services/media-worker/dist/confined";
const { findConfinement } = require(confined + "/confinement.js");
const { runConfined } = require(confined + "/run-confined.js");
const limits = { wallMs: 10_000, cpuSeconds: 10, memoryBytes: 2 ** 30, fileBytes: 1e6 };
const connect = (host, port) =>
  "net.connect(" + port + ", '" + host + "').on('connect', () => process.exit(0)).on('error', () => process.exit(9))";
(async () => {
  const confinement = await findConfinement(process.env.PATH);
  const reached = {};
  for (const [name, port] of [["postgres", 5432], ["redis", 6379]]) {
    const { address } = await lookup(name);
    for (const [how, prefix] of [["confined", confinement.prefix], ["free", []]]) {
      const command = { command: process.execPath, args: ["-e", connect(address, port)], cwd: "/tmp", limits };
      const { signal } = new AbortController();
      const { code } = await runConfined({ ...confinement, prefix }, { ...command, signal });
      reached[how + " " + name] = code;
    }
  }
  console.log(JSON.stringify(reached));
})();
`;

/** `inside` runs a command in a container of a service, and returns its output. */
export function checkDecoders(inside) {
  const codes = JSON.parse(inside("media-worker", ["node", "-e", INSIDE]));
  for (const name of ["postgres", "redis"]) {
    if (codes[`free ${name}`] !== 0)
      throw new Error(`nothing reaches ${name}: ${JSON.stringify(codes)}`);
    if (codes[`confined ${name}`] !== 9) throw new Error(`a decoder reaches ${name}`);
  }
}
