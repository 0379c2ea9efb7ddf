// Votes a second by batches of 500, beside votes cast one by one in the same run; the processor time of each vote
// of a batch, which other work on the machine changes less; and the latency of single votes while batches are cast:
// `npm run bench:import [-- --rounds 5 --seconds 5 --batches 4 --save]`.

import http from "node:http";
import { serverSeconds } from "./footprint/processes.mjs";
import { processorSeconds } from "./lists/measure.mjs";
import { readOptions } from "./options.mjs";
import { machine, median, save } from "./report.mjs";
import { closeAll, startGateway, startServers } from "./servers.mjs";
import { createAccount, createParticipants, createPoll, settle } from "./votes/data.mjs";
import { sendVotes } from "./votes/load.mjs";

/**
 * Sends bodies that were made before for some seconds, `connections` at a time. Bodies that are sent leave the
 * list. The answers are read when the time is over: each vote must be cast.
 */
async function sendBatches({ url, path, headers, connections, seconds, bodies }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const target = { agent, method: "POST", headers };
  const answers = [];
  const times = [];
  const began = performance.now();
  const sender = async () => {
    while (performance.now() - began < seconds * 1_000) {
      const body = bodies.pop();
      if (body === undefined) throw new Error("all prepared batches were sent");
      const sent = performance.now();
      answers.push(await post(`${url}${path}`, target, body));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  const passed = (performance.now() - began) / 1_000;
  agent.destroy();
  return () => {
    const votes = answers.flatMap(castIn).length;
    times.sort((one, other) => one - other);
    return { votes, perSecond: votes / passed, p99: times[Math.floor(times.length * 0.99)] };
  };
}

const post = (address, { agent, method, headers }, body) =>
  new Promise((resolve, reject) => {
    const length = { "Content-Type": "application/json", "Content-Length": body.length };
    const request = http.request(address, { agent, method, headers: { ...headers, ...length } });
    request.on("error", reject).on("response", (response) => {
      const chunks = [];
      response
        .on("error", reject)
        .on("data", (chunk) => chunks.push(chunk))
        .on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks) }));
    });
    request.end(body);
  });

function castIn({ status, text }) {
  if (status !== 200) throw new Error(`a batch was refused: ${status} ${text}`);
  const { outcomes } = JSON.parse(text);
  const refused = outcomes.find((outcome) => outcome.status !== 201);
  if (refused !== undefined) throw new Error(`a vote was refused: ${JSON.stringify(refused)}`);
  return outcomes;
}

const values = readOptions({
  rounds: 5,
  seconds: 5,
  /** Batches that are sent at a time. */
  batches: 4,
  save: false,
});
const { rounds, seconds } = values;
const BATCH = 500;
const OPTIONS = 5;
const CONNECTIONS = 64;
/** Single votes a second beside batches: far below what the machine takes. */
const CALM_RATE = 100;
/** More than any machine casts in a second, so that participants do not run out. */
const MOST_A_SECOND = 30_000;

try {
  const { postgres, databaseUrl, redisUrl } = await startServers();
  const { private_token: token } = createAccount(databaseUrl);
  const gateway = await startGateway({ databaseUrl, redisUrl });
  const headers = { Authorization: `Bearer ${token}` };

  /** Votes of new participants, each on all options before the next one. */
  async function newVotes(most) {
    const { hash, optionIds } = await createPoll(gateway.url, token, {}, OPTIONS);
    const voters = await createParticipants(databaseUrl, hash, Math.ceil(most / OPTIONS));
    let cast = 0;
    return {
      path: `/api/v1/polls/${hash}/votes`,
      next() {
        const voter_id = voters[Math.floor(cast / OPTIONS)];
        if (voter_id === undefined) throw new Error("all participants have voted");
        const option_id = optionIds[cast % OPTIONS];
        cast++;
        return { voter_id, option_id, vote: { vote: 1 } };
      },
    };
  }

  const all = (rounds + 1) * seconds;
  const one = await newVotes(all * 8_000);
  const many = await newVotes(2 * all * MOST_A_SECOND);
  await settle(databaseUrl);

  const single = (rate) =>
    sendVotes({
      url: gateway.url,
      headers,
      connections: CONNECTIONS,
      seconds,
      path: one.path,
      nextBody: one.next,
      ...(rate === undefined ? {} : { rate }),
    });
  /** Bodies are made before the time that is measured, as a client reads them from a file. */
  const bodies = [];
  function prepareBodies() {
    while (bodies.length < (seconds * MOST_A_SECOND) / BATCH) {
      const votes = Array.from({ length: BATCH }, many.next);
      bodies.push(Buffer.from(JSON.stringify({ votes })));
    }
  }
  const batches = () =>
    sendBatches({
      url: gateway.url,
      headers,
      connections: values.batches,
      seconds,
      path: `${many.path}/batch`,
      bodies,
    });
  const usedSeconds = () => {
    const { user, system } = process.cpuUsage();
    return {
      gateway: processorSeconds(gateway.pid),
      postgres: serverSeconds(postgres.pid),
      generator: (user + system) / 1e6,
    };
  };

  /** Batches alone, with the microseconds of processor time of each vote. */
  async function imports() {
    const before = usedSeconds();
    const readAnswers = await batches();
    const after = usedSeconds();
    const answers = readAnswers();
    const microseconds = Object.keys(after).map((part) => [
      part,
      (1e6 * (after[part] - before[part])) / answers.votes,
    ]);
    return { ...answers, microseconds: Object.fromEntries(microseconds) };
  }

  const measured = [];
  for (let round = 0; round <= rounds; round++) {
    const alone = await single();
    prepareBodies();
    const imported = await imports();
    const calm = await single(CALM_RATE);
    prepareBodies();
    const [beside, readAnswers] = await Promise.all([single(CALM_RATE), batches()]);
    readAnswers();
    for (const { refused, refusals } of [alone, calm, beside]) {
      if (refused > 0) throw new Error(`refused: ${JSON.stringify(refusals)}`);
    }
    const figures = {
      single: alone.perSecond,
      imported: imported.perSecond,
      batchP99: imported.p99,
      ...imported.microseconds,
      calmP99: calm.p99,
      besideP99: beside.p99,
    };
    process.stderr.write(`round ${round}: ${JSON.stringify(figures)}\n`);
    if (round > 0) measured.push(figures);
  }
  const middle = (figure) => Math.round(median(measured.map((round) => round[figure])));
  const report = {
    measuredOn: machine(),
    at: new Date().toISOString().slice(0, 10),
    singleVotesPerSecond: middle("single"),
    importedVotesPerSecond: middle("imported"),
    importedMicroseconds: {
      gateway: middle("gateway"),
      postgres: middle("postgres"),
      generator: middle("generator"),
    },
    ratio: Number(median(measured.map(({ imported, single }) => imported / single)).toFixed(2)),
    batchP99ms: middle("batchP99"),
    singleP99ms: { alone: middle("calmP99"), besideBatches: middle("besideP99") },
    byRound: measured,
  };
  console.log(JSON.stringify(report, undefined, 2));
  if (values.save) save({ "import.json": report });
} finally {
  await closeAll();
}
