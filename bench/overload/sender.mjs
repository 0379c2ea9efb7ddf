// A separate process that sends requests at a fixed rate without waiting for responses. Its parent
// sends it the phases, and gets the results of each phase.
import { readFileSync } from "node:fs";
import net from "node:net";

const TICK_MS = 2;
const LAST_MS = 20_000;
const BUCKET_MS = 500;

const done = [];

process.on("message", async ({ port, token, path, optionId, votersFile, share, most, phases }) => {
  const voters = readFileSync(votersFile, "utf8").trim().split("\n");
  const head = (line, more = "") =>
    `${line} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n${more}`;
  const reads = [`${path}/results`, path].map((one) => Buffer.from(`${head(`GET ${one}`)}\r\n`));
  const vote = (voter) => {
    const body = JSON.stringify({ voter_id: voter, option_id: optionId, vote: { vote: 1 } });
    return `${head(`POST ${path}/votes`, `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)}\r\n${body}`;
  };
  let sent = 0;
  let waiting = 0;
  const { send, openAll } = openConnections({ port, most, finished });

  /** Returns the next request; votes are distributed evenly among them. */
  function sendNext(phase, due) {
    sent++;
    const isVote = Math.floor(sent * share) > Math.floor((sent - 1) * share);
    const voter = isVote ? voters.pop() : undefined;
    if (isVote && voter === undefined) throw new Error("all participants have voted");
    const request = { phase, due, voter };
    if (send(request, isVote ? vote(voter) : reads[sent % reads.length])) {
      waiting++;
      phase.sent++;
    } else {
      phase.unsent++;
      if (isVote) voters.push(voter);
    }
  }

  function finished({ phase, due, voter }, status) {
    waiting--;
    const now = performance.now();
    const ms = now - due;
    const bucket = Math.floor((due - phase.began) / BUCKET_MS);
    phase.buckets[bucket] ??= { refused: 0, times: [] };
    if (status >= 200 && status < 300) {
      phase.accepted.push(ms);
      phase.buckets[bucket].times.push(ms);
      phase.answeredAt = now;
    } else if (status === 503) {
      phase.refused.push(ms);
      phase.buckets[bucket].refused++;
      if (voter !== undefined) voters.push(voter);
    } else phase.failed[status] = (phase.failed[status] ?? 0) + 1;
    // A phase without a rate sends the next request after a response.
    if (phase.rate === undefined && now < phase.ends) sendNext(phase, now);
  }

  await openAll();
  for (const { name, rate, seconds, connections } of phases) {
    const began = performance.now();
    const ends = began + seconds * 1_000;
    const phase = { name, rate, began, ends, sent: 0, unsent: 0, buckets: [] };
    Object.assign(phase, { accepted: [], refused: [], failed: {}, answeredAt: began });
    process.send({ began: name });
    if (rate === undefined) for (let n = 0; n < connections; n++) sendNext(phase, began);
    let due = 0;
    while (performance.now() < ends) {
      const now = Math.min(performance.now(), ends);
      for (; rate !== undefined && due < ((now - began) * rate) / 1_000; due++) {
        sendNext(phase, began + (due * 1_000) / rate);
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    const until = performance.now() + LAST_MS;
    const isLast = phases.at(-1).name === name;
    // The next phase starts at once; waiting requests still belong to their phase.
    if (rate === undefined || isLast) {
      while (waiting > 0 && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      }
    }
    done.push(phase);
  }
  process.send({
    phases: done.map(({ began: _, ends: __, answeredAt: ___, ...phase }) => phase),
    unanswered: waiting,
  });
  process.once("disconnect", () => process.exit());
});

const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * Connections with one request at a time, without a client library, which would need more processor
 * time than the server. `finished` gets the request and its status; 0 if it broke.
 */
function openConnections({ port, most, finished }) {
  const idle = [];
  let open = 0;

  function connect() {
    open++;
    const socket = net.connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    const connection = { socket, request: undefined, parts: [] };
    socket.on("data", (chunk) => read(connection, chunk));
    socket.on("error", () => {});
    socket.on("close", () => {
      open--;
      const at = idle.indexOf(connection);
      if (at !== -1) idle.splice(at, 1);
      if (connection.request !== undefined) end(connection, 0);
    });
    return connection;
  }

  function read(connection, chunk) {
    // 408 to a connection that was idle for too long.
    if (connection.request === undefined) return connection.socket.destroy();
    connection.parts.push(chunk);
    const all = connection.parts.length === 1 ? chunk : Buffer.concat(connection.parts);
    const headEnd = all.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = all.latin1Slice(0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (all.length < headEnd + HEAD_END.length + length) return;
    connection.parts = [];
    end(connection, Number(head.slice(9, 12)));
    if (/connection: close/i.test(head)) connection.socket.destroy();
    else if (!connection.socket.destroyed) idle.push(connection);
  }

  function end(connection, status) {
    const { request } = connection;
    connection.request = undefined;
    finished(request, status);
  }

  return {
    /** Opens all connections, so that the load consists of requests and not of new connections. */
    async openAll() {
      while (open < most) idle.push(connect());
      await Promise.all(
        idle.map(
          ({ socket }) =>
            socket.connecting && new Promise((resolve) => socket.once("connect", resolve)),
        ),
      );
    },
    /** False if all connections are in use. */
    send(request, bytes) {
      // The connection that is idle for the longest time, because a gateway closes connections without data for 10 s.
      const connection = idle.shift() ?? (open < most ? connect() : undefined);
      if (connection === undefined) return false;
      connection.request = request;
      connection.socket.write(bytes);
      return true;
    },
  };
}
