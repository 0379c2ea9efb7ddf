const { setTimeout: pause } = require("node:timers/promises");

/** Sockets and processes need time to close, and clients of Redis have timers of 10 s. */
const closingDeadlineMs = 20_000;

/** The sockets, servers and child processes that keep the process alive, and the number of its timers. */
const openNow = () => ({
  handles: process._getActiveHandles().filter((handle) => !isStandardStream(handle)),
  timers: process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length,
});

/** Opened on first use: the streams of the process itself, which are sockets in a worker of jest. */
const isStandardStream = ({ fd, _handle }) => [0, 1, 2].includes(fd ?? _handle?.fd);

/** Describes everything that has been opened since `before` and is still open. Waits for things that are closing. */
async function findLeftOpen(before, deadlineMs = closingDeadlineMs) {
  const known = new Set(before.handles);
  const end = performance.now() + deadlineMs;
  for (;;) {
    const now = openNow();
    const left = now.handles.filter((handle) => !known.has(handle)).map(describe);
    const timers = now.timers - before.timers;
    if (timers > 0) left.push(`${timers} timer(s)`);
    if (left.length === 0) return [];
    if (performance.now() > end) return left.map((what) => `${what} was left open`);
    await pause(5);
  }
}

function describe(handle) {
  const kind = handle.constructor?.name ?? typeof handle;
  if (handle.spawnargs !== undefined)
    return `the process ${handle.spawnargs.join(" ").slice(0, 200)}`;
  const ports = [portOf(handle), handle.remotePort].filter((port) => port !== undefined);
  return ports.length === 0 ? kind : `${kind} of port ${ports.join(" to ")}`;
}

function portOf(handle) {
  try {
    return handle.address?.()?.port;
  } catch {
    return undefined;
  }
}

module.exports = { findLeftOpen, openNow };
