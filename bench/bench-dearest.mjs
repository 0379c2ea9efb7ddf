// The processor time that the dearest request of each endpoint takes of the gateway's main thread at a stretch. Fails
// above 50 ms, which grow with what a plain request takes on this machine, for an endpoint without a request, and for
// an answer that is not expected; with `--answers` the time is shown and not judged:
// `npm run bench:dearest [-- --options 100000 --participants 10000 --votes 1000000 --columns 500 --only polls]`.
import { readFileSync } from "node:fs";
import path from "node:path";
import { hostileBodies } from "./dearest/hostile.mjs";
import { bodyBytesOf, dearestRequests } from "./dearest/requests.mjs";
import { seedLargePoll } from "./dearest/seed.mjs";
import { readOptions } from "./options.mjs";
import { machine, median } from "./report.mjs";
import { closeAll, root, startDatabase } from "./servers.mjs";
import { startWatchedGateway } from "./stretches.mjs";
import { createAccount } from "./votes/data.mjs";

const values = readOptions({
  options: 100_000,
  participants: 10_000,
  votes: 1_000_000,
  columns: 500,
  comments: 4_900,
  /** The beginning of the operations that are measured. */
  only: "",
  answers: false,
});
const { only, answers, ...size } = values;
const LIMIT_MS = 50;
/** What a plain request takes of the main thread on a calm machine. */
const PLAIN_MS = 2;
const TRIES = 3;

const document = JSON.parse(readFileSync(path.join(root, "openapi.json"), "utf8"));
const operations = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => (operation.operationId ? [[operation.operationId, operation]] : [])),
);

/** Sends a request, and reads its answer: whole, or for `forMs`. */
async function ask(url, { method, token, body, text, forMs, isRead = method !== "GET" }) {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const end = forMs && AbortSignal.timeout(forMs);
  const response = await fetch(url, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: sent,
    signal: end,
  });
  const answer = { status: response.status, bytes: 0, json: undefined };
  try {
    if (/json/.test(response.headers.get("content-type")) && (isRead || response.status >= 500)) {
      answer.json = await response.json();
      return answer;
    }
    for await (const chunk of response.body ?? []) answer.bytes += chunk.length;
  } catch (error) {
    if (end?.aborted !== true) throw error;
  }
  return answer;
}

try {
  const { databaseUrl } = await startDatabase();
  const { private_token: owner } = createAccount(databaseUrl, "owner");
  const { private_token: otherToken } = createAccount(databaseUrl, "other");
  const gateway = await startWatchedGateway({
    databaseUrl,
    env: { RATE_LIMIT_IMPORTS: "1000000" },
  });
  const api = `${gateway.url}/api/v1`;

  const { ids, ...polls } = await seedLargePoll({ api, ask, databaseUrl, owner, size });
  const created = async (target, body) =>
    (await ask(`${api}${target}`, { method: "POST", token: owner, body })).json.id;
  const account = { method: "GET", token: otherToken, isRead: true };
  const scene = {
    polls,
    ids,
    size,
    other: (await ask(`${api}/account`, account)).json.id,
    org: await created("/organizations", { organization: { name: "Bench" } }),
    webhook: await created("/webhooks", {
      webhook: { url: "https://example.org/", poll_id: polls.large.admin_hash },
    }),
  };

  async function measured(request) {
    await gateway.stretches();
    const { status, json } = await ask(`${api}${request.path}`, { token: owner, ...request });
    return { status, code: json?.code, ...(await gateway.stretches()) };
  }

  /** How much slower than a calm machine this one is now. */
  async function slowness() {
    const tries = [];
    for (let n = 0; n < 10; n++) {
      tries.push(
        (await measured({ method: "GET", path: `/polls/${polls.table.admin_hash}` })).allMs,
      );
    }
    return Math.max(1, median(tries) / PLAIN_MS);
  }

  /** Whether the machine was busy: a long stretch, or an answer that asks to try again. */
  const isAgain = ({ stretchMs, status }, limit) => stretchMs > limit || status === 503;

  const shown = ({ stretchMs, allMs, request, ...row }) => ({
    ...row,
    stretchMs: Math.round(stretchMs),
    allMs: Math.round(allMs),
    request: request.slice(0, 60),
  });

  const requests = dearestRequests(scene);
  const missing = [...operations.keys()].filter((id) => requests[id] === undefined);
  const unknown = Object.keys(requests).filter((id) => !operations.has(id));
  const problems = [
    ...missing.map((id) => `${id} has no request in bench/dearest/requests.mjs`),
    ...unknown.map((id) => `${id} is no operation`),
  ];
  const rows = [];
  for (const [id, own] of Object.entries(requests)) {
    if (!id.startsWith(only) || !operations.has(id)) continue;
    const [{ method, path: target }] = own;
    const hostile = hostileBodies(document, operations.get(id), bodyBytesOf(id));
    const all = [
      ...(operations.get(id).requestBody === undefined ? [] : hostile).map((text) => ({
        ...{ method, path: target, text, as: text.slice(0, 60) },
        isHostile: true,
      })),
      ...own,
    ];
    let dearest;
    for (const request of all) {
      const limit = answers ? Infinity : LIMIT_MS * (await slowness());
      const tries = [];
      do tries.push(await measured(request));
      while (isAgain(tries.at(-1), limit) && tries.length < TRIES);
      const { stretchMs, allMs } = tries.toSorted((one, two) => one.stretchMs - two.stretchMs)[0];
      // What was written by one try may be refused to the next.
      const { status, code = "" } = tries.find((one) => one.status !== 503) ?? tries.at(-1);
      const name = [id, request.as].filter(Boolean).join(": ");
      const isExpected = request.isHostile
        ? status < 500 && status !== 401 && status !== 429
        : status === request.refused || (request.refused === undefined && status < 300);
      if (!isExpected)
        problems.push(`${name}: ${method} ${request.path.slice(0, 120)} is ${status} ${code}`);
      if (stretchMs > limit) {
        problems.push(
          `${name}: ${method} ${request.path.slice(0, 120)} takes ${Math.round(stretchMs)} ms at a stretch, above ${Math.round(limit)}`,
        );
      }
      const row = { endpoint: id, stretchMs, allMs, status, request: request.as ?? request.path };
      if (dearest === undefined || stretchMs > dearest.stretchMs) dearest = row;
    }
    rows.push(shown(dearest));
    process.stderr.write(`${id}: ${rows.at(-1).stretchMs} ms\n`);
  }
  process.stdout.write(
    `${machine()}; milliseconds of the main thread; ${JSON.stringify(size)}; ${(await slowness()).toFixed(2)} times as slow as a calm machine\n`,
  );
  console.table(rows);
  process.stderr.write(problems.map((problem) => `${problem}\n`).join(""));
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await closeAll();
}
