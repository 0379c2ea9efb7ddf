// Whether the memory of the gateway grows under use:
// `npm run bench:memory [-- --minutes 60 --visits 4 --save]`. A run of an hour or more fails above
// 1 MB an hour.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { floors, slope } from "./memory/slope.mjs";
import { readOptions } from "./options.mjs";
import { machine, save } from "./report.mjs";
import { closeAll, root, startDatabase, startGateway } from "./servers.mjs";
import { createAccount } from "./votes/data.mjs";

/** Typical use of the service: all requests of a visitor, and requests of the owner. */
function visitsOf(url, account) {
  const counts = { answered: 0, failed: 0 };
  async function ask(line, { token = account.private_token, identifier, key, body } = {}) {
    const [method, path] = line.split(" ");
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(identifier === undefined ? {} : { "X-SERVICE-USER-IDENTIFIER": identifier }),
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    counts[response.status < 500 ? "answered" : "failed"]++;
    return text === "" ? undefined : JSON.parse(text);
  }

  async function makePoll(settings = {}) {
    const poll = await ask("POST /polls", { body: { poll: { title: "Memory", ...settings } } });
    for (let number = 1; number <= 6; number++) {
      await ask(`POST /polls/${poll.member_hash}/options`, {
        body: { option: { content: `Option ${number}` } },
      });
    }
    return poll.member_hash;
  }

  /** An anonymous visitor arrives, votes twice, reads, changes one vote, and withdraws the other. */
  async function visit(poll) {
    const visitor = { token: account.public_token, identifier: randomUUID() };
    const path = `/polls/${poll}`;
    await ask(`GET ${path}`, visitor);
    const options = await ask(`GET ${path}/options`, visitor);
    const voter = await ask(`POST ${path}/voters`, {
      ...visitor,
      body: { voter: { user_name: "Grace" } },
    });
    const votes = [];
    for (const { id } of options.slice(0, 2)) {
      const body = { voter_id: voter.id, option_id: id, vote: { vote: 1 } };
      const vote = await ask(`POST ${path}/votes`, { ...visitor, key: randomUUID(), body });
      if (vote?.id !== undefined) votes.push(vote.id);
    }
    await ask(`GET ${path}/results`, visitor);
    await ask(`GET ${path}/votes`, visitor);
    const [first, second] = votes;
    await ask(`PATCH ${path}/votes/${first}`, { ...visitor, body: { vote: { vote: -1 } } });
    await ask(`DELETE ${path}/votes/${second}`, visitor);
    // Failed requests must not leak either.
    await ask(`GET ${path}/votes/unknown-${randomUUID()}`, visitor);
    await ask(`GET /polls/nowhere-${randomUUID()}`, { token: randomUUID() });
    await ask(`POST ${path}/votes`, { ...visitor, body: { voter_id: voter.id } });
  }

  /** The owner lists, creates and deletes. */
  async function manage(poll) {
    await ask("GET /polls");
    await ask(`GET /polls/${poll}/voters`);
    await ask(`DELETE /polls/${await makePoll()}`);
  }

  return { visit, manage, makePoll, counts };
}

const values = readOptions({
  minutes: 60,
  visits: 4,
  save: false,
});
const { minutes, visits: perSecond } = values;
const minute = 60_000;
const mostPerHour = 1;
const polls = 8;
/** The warm-up: until caches are full and code is compiled. */
const warmUpMs = Math.min(15, minutes / 3) * minute;
const spanMs = Math.min(2, minutes / 10) * minute;

try {
  const { databaseUrl } = await startDatabase();
  const account = createAccount(databaseUrl);
  const gateway = await startGateway({
    databaseUrl,
    nodeArguments: ["--expose-gc", "--import", path.join(root, "bench/memory/collect.mjs")],
  });
  const { visit, manage, makePoll, counts } = visitsOf(gateway.url, account);
  const hashes = [];
  for (let at = 0; at < polls; at++) {
    hashes.push(await makePoll(at % 2 === 0 ? {} : { vote_limit_per_voter: 3 }));
  }

  const began = performance.now();
  const over = () => performance.now() - began > minutes * minute;
  /** Repeats work at a rate, one call at a time; calls that are late are skipped. */
  const repeat = async (everyMs, work) => {
    for (let number = 0; !over(); number++) {
      const [done] = await Promise.all([work(number).catch((error) => error), pause(everyMs)]);
      if (done instanceof Error) counts.failed++;
    }
  };
  const samples = { rss: [], heap: [] };
  const look = async () => {
    process.kill(gateway.pid, "SIGUSR2");
    await pause(500);
    const body = await (await fetch(gateway.metricsUrl)).text();
    const read = (name) =>
      Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, "m").exec(body)?.[1]) / 2 ** 20;
    const at = performance.now() - began;
    samples.rss.push({ at, value: read("process_resident_memory_bytes") });
    samples.heap.push({ at, value: read("nodejs_heap_size_used_bytes") });
  };
  const tell = async (number) => {
    if (number === 0) return;
    const last = (list) => `${list.at(-1)?.value.toFixed(1)} MB`;
    const { answered, failed } = counts;
    process.stderr.write(
      `${number} min: resident ${last(samples.rss)}, heap ${last(samples.heap)}; ${answered} requests, ${failed} failed\n`,
    );
  };
  const clients = Array.from({ length: perSecond }, (_, client) =>
    repeat(1_000, (number) => visit(hashes[(client + number) % polls])),
  );
  await Promise.all([
    ...clients,
    repeat(5_000, (number) => manage(hashes[number % polls])),
    repeat(10_000, look),
    repeat(minute, tell),
  ]);

  const table = Object.entries(samples).map(([name, all]) => {
    const kept = floors(
      all.filter(({ at }) => at > warmUpMs),
      spanMs,
    );
    const { median, from, to } = slope(kept, 60 * minute);
    const mb = (value) => Number(value.toFixed(2));
    return {
      name: name === "rss" ? "resident memory" : "heap in use",
      first: mb(kept[0]?.value ?? 0),
      last: mb(kept.at(-1)?.value ?? 0),
      perHour: mb(median),
      middleHalf: `${mb(from)} to ${mb(to)}`,
      points: kept.length,
    };
  });
  process.stdout.write(
    `${machine()}; ${minutes} min, the first ${(warmUpMs / minute).toFixed(1)} not counted; ${counts.answered} requests, ${counts.failed} failed; MB, least of each ${(spanMs / minute).toFixed(1)} min\n`,
  );
  console.table(table);
  if (values.save) {
    save({ "memory.json": { machine: machine(), minutes, requests: counts, table } });
  }
  const grows = table.some(({ perHour }) => perHour > mostPerHour);
  if (minutes < 60) process.stdout.write("Shorter than an hour: shown, not judged.\n");
  else if (grows) process.exitCode = 1;
} finally {
  await closeAll();
}
