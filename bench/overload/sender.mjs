// A separate process that sends requests at a fixed rate without waiting for responses. Its parent
// sends it the phases, and gets the results of each phase.
import { readFileSync } from "node:fs";
import { openConnections } from "./connections.mjs";

const TICK_MS = 2;
/** How long to wait for the last responses. */
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
