// A gateway under ten times its capacity of votes, reads and both:
// `npm run bench:overload [-- --seconds 60 --times 10 --only votes,reads,mix --beside checkout --save]`. The
// reference is the same gateway before, at four fifths of its capacity. With `--beside`, the gateway of another
// built checkout gets the same load, in turn.

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fork } from "../scripts/setup/children.mjs";
import { readOptions } from "./options.mjs";
import { machine, save } from "./report.mjs";
import { closeAll, opened, root, startGateway, startServers } from "./servers.mjs";
import { createAccount, createParticipants, createPoll, settle } from "./votes/data.mjs";

const values = readOptions({
  seconds: 60,
  times: 10,
  only: "votes,reads,mix",
  beside: undefined,
  connections: 1000,
  /** The folder for a CPU profile of the gateway (`--cpu-prof`). */
  profile: undefined,
  participants: 150_000,
  save: false,
});
const { times } = values;
const CALM = 0.8;
const CALM_SECONDS = 10;
const SENDER_NICE = 10;
/** After a load, a time slice is calm if nothing is refused and response times are normal. */
const CALM_MS = 500;
const SLICE_MS = 500;
/** The share of votes in each kind of load. */
const shares = { votes: 1, reads: 0, mix: 0.3 };

const round = (number) => (number === undefined ? undefined : Math.round(number));
function part(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

const folder = mkdtempSync(path.join(os.tmpdir(), "bench-overload-"));
opened(folder, () => rmSync(folder, { recursive: true }));

const startProcess = (file, args = []) => fork(path.join(root, "bench/overload", file), args);

function sendPhases(target, phases, prober) {
  const sender = startProcess("sender.mjs");
  os.setPriority(sender.pid, SENDER_NICE);
  return new Promise((resolve, reject) => {
    sender.on("message", (message) => {
      if (message.began !== undefined) prober?.send(message);
      else {
        resolve(message);
        sender.disconnect();
      }
    });
    sender.on("exit", () => reject(new Error("the sender ended")));
    sender.send({ ...target, phases });
  });
}

/** The milliseconds until the first two calm slices in a row. */
function recoveryOf({ buckets }) {
  const isCalm = (slice) => slice && slice.refused === 0 && part(slice.times, 0.99) < CALM_MS;
  const at = buckets.findIndex((slice, n) => isCalm(slice) && isCalm(buckets[n + 1]));
  return at === -1 ? undefined : at * SLICE_MS;
}

try {
  const { databaseUrl, redisUrl } = await startServers();
  const { private_token: token } = createAccount(databaseUrl);
  const start = (checkout) =>
    startGateway({
      databaseUrl,
      redisUrl,
      env: { CONNECTIONS_PER_CLIENT: "10000", LOG_LEVEL: "error" },
      nodeArguments: values.profile ? ["--cpu-prof", "--cpu-prof-dir", values.profile] : [],
      checkout,
    });

  async function measure(kind, name, gateway) {
    const port = Number(new URL(gateway.url).port);
    const { hash, optionIds } = await createPoll(gateway.url, token, {}, 5);
    const votersFile = path.join(folder, kind);
    const count = shares[kind] === 0 ? 1 : values.participants;
    writeFileSync(votersFile, (await createParticipants(databaseUrl, hash, count)).join("\n"));
    await settle(databaseUrl);
    const target = {
      port,
      token,
      votersFile,
      share: shares[kind],
      most: values.connections,
      path: `/api/v1/polls/${hash}`,
      optionId: optionIds[0],
    };
    const closed = { seconds: 5, connections: 64 };
    const { phases: fullSpeed } = await sendPhases(target, [
      { name: "warm-up", ...closed },
      { name: "capacity", ...closed },
    ]);
    const capacity = fullSpeed[1].accepted.length / closed.seconds;

    // Participants who have voted are used up; the next process gets the rest.
    writeFileSync(votersFile, (await createParticipants(databaseUrl, hash, count)).join("\n"));
    const prober = startProcess("prober.mjs", [gateway.url, new URL(gateway.metricsUrl).origin]);
    const { phases, unanswered } = await sendPhases(
      target,
      [
        { name: "before", rate: capacity * CALM, seconds: CALM_SECONDS },
        { name: `${times} times`, rate: capacity * times, seconds: values.seconds },
        { name: "after", rate: capacity * CALM, seconds: CALM_SECONDS },
      ],
      prober,
    );
    prober.send({ stop: true });
    const [health] = await once(prober, "message");
    prober.kill();
    const rows = phases.map((phase) => {
      const seconds = phase.name === `${times} times` ? values.seconds : CALM_SECONDS;
      const probes = health[phase.name] ?? { kept: [], new: [], inside: [], failed: 0 };
      return {
        phase: `${kind}, ${name}, ${phase.name}`,
        "due/s": round(phase.rate),
        "sent/s": round(phase.sent / seconds),
        "accepted/s": round(phase.accepted.length / seconds),
        "refused/s": round(phase.refused.length / seconds),
        failed: JSON.stringify(phase.failed),
        p50: round(part(phase.accepted, 0.5)),
        p99: round(part(phase.accepted, 0.99)),
        max: round(part(phase.accepted, 1)),
        "refusal p99": round(part(phase.refused, 0.99)),
        "health p50": round(part(probes.kept, 0.5)),
        "health p99": round(part(probes.kept, 0.99)),
        "new connection p99": round(part(probes.new, 0.99)),
        "inside p99": round(part(probes.inside, 0.99)),
        "health failed": probes.failed,
        ...(phase.name === "after" ? { "recovery ms": recoveryOf(phase) } : {}),
      };
    });
    return { capacity: round(capacity), unanswered, rows };
  }

  const contestants = { here: root, ...(values.beside && { beside: values.beside }) };
  const found = {};
  for (const kind of values.only.split(",")) {
    for (const [name, checkout] of Object.entries(contestants)) {
      const gateway = await start(checkout);
      try {
        found[`${kind}, ${name}`] = await measure(kind, name, gateway);
      } finally {
        await gateway.stop();
      }
    }
  }
  process.stdout.write(
    `${machine()}, load ${os.loadavg()[0].toFixed(1)}; ms from the moment at which a request is due\n`,
  );
  console.table(Object.values(found).flatMap(({ rows }) => rows));
  if (values.save) {
    save({ "overload.json": { machine: machine(), load: os.loadavg(), ...values, ...found } });
  }
} finally {
  await closeAll();
}
