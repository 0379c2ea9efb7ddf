// Reads of a poll while other clients make the gateway hash passwords:
// `npm run bench:passwords [-- --seconds 20 --requests 120 --save]`.
import { summary } from "./lists/measure.mjs";
import { readOptions } from "./options.mjs";
import { machine, save } from "./report.mjs";
import { closeAll, startDatabase, startGateway } from "./servers.mjs";
import { createAccount, createPoll } from "./votes/data.mjs";

const values = readOptions({
  seconds: 20,
  /** Concurrent requests of the other clients; they are repeated a second after all are answered. */
  requests: 120,
  save: false,
});
const { seconds, requests } = values;
const READS_A_SECOND = 40;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Counts answers by status. */
function counter() {
  const counts = {};
  return {
    counts,
    add: (status) => {
      counts[status] = (counts[status] ?? 0) + 1;
    },
  };
}

async function send(url, { token, headers, ...request }) {
  const response = await fetch(url, {
    ...request,
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      ...headers,
    },
  });
  const body = await response.json();
  return { status: response.status, body };
}

/** Reads at a fixed rate, without waiting for responses. */
async function read(url, token) {
  const times = [];
  const { counts, add } = counter();
  const reads = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const began = performance.now();
    reads.push(
      send(url, { token }).then(({ status }) => {
        add(status);
        times.push(performance.now() - began);
      }),
    );
    await pause(1_000 / READS_A_SECOND);
  }
  await Promise.all(reads);
  return { ...summary([times]), statuses: counts };
}

/** Runs `attack` repeatedly while the poll is read. */
async function beside(attack, url, token) {
  let running = true;
  const { counts, add } = counter();
  const attacking = (async () => {
    for (let round = 0; running && attack !== undefined; round++) {
      const answers = Array.from({ length: requests }, (_, n) => attack(n, round));
      for (const { status } of await Promise.all(answers)) add(status);
      await pause(1_000);
    }
  })();
  await pause(500);
  const reads = await read(url, token);
  running = false;
  await attacking;
  return { reads, others: counts };
}

try {
  const { databaseUrl } = await startDatabase();
  const [attacker, reader] = ["attacker", "reader"].map((name) => createAccount(databaseUrl, name));
  const start = (env) =>
    startGateway({
      databaseUrl,
      env: { RATE_LIMIT_REQUESTS: "100000000", TRUSTED_PROXIES: "127.0.0.0/8", ...env },
    });
  const unlimited = {
    RATE_LIMIT_PASSWORD_FAILURES: "100000000",
    RATE_LIMIT_PASSWORD_FAILURES_PER_CLIENT: "100000000",
    RATE_LIMIT_PASSWORD_FAILURES_PER_POLL: "100000000",
    RATE_LIMIT_PASSWORDS_SET: "100000000",
  };

  const setup = await start(unlimited);
  const token = reader.private_token;
  const { hash } = await createPoll(setup.url, token, {}, 0);
  const guessed = [];
  for (let n = 0; n < requests; n++) {
    const { status, body } = await send(`${setup.url}/api/v1/polls`, {
      method: "POST",
      token: attacker.private_token,
      body: JSON.stringify({ poll: { title: "Protected", password: "sesame" } }),
    });
    if (status !== 201) throw new Error(`creating a poll: ${status} ${JSON.stringify(body)}`);
    guessed.push(body.member_hash);
  }
  await setup.stop();

  const attacks = (url) => {
    const create = () =>
      send(`${url}/api/v1/polls`, {
        method: "POST",
        token: attacker.private_token,
        body: JSON.stringify({ poll: { title: "Protected", password: "sesame" } }),
      });
    const guess = (clientOf) => (n, round) =>
      send(`${url}/api/v1/polls/${guessed[n]}/voters`, {
        method: "POST",
        token: attacker.public_token,
        headers: {
          "X-SERVICE-POLL-PASSWORD": `guess ${n} ${round}`,
          "X-SERVICE-USER-IDENTIFIER": "attacker",
          "X-Forwarded-For": clientOf(n),
        },
        body: JSON.stringify({ voter: { user_name: "Attacker" } }),
      });
    return {
      undisturbed: undefined,
      "one account creates protected polls": create,
      "one client guesses passwords": guess(() => "198.51.100.1"),
      "many clients guess passwords": guess((n) => `198.51.100.${n % 250}`),
    };
  };

  const figures = {};
  for (const [budgets, env] of Object.entries({ default: {}, none: unlimited })) {
    const gateway = await start(env);
    const poll = `${gateway.url}/api/v1/polls/${hash}`;
    for (const [name, attack] of Object.entries(attacks(gateway.url))) {
      const result = await beside(attack, poll, token);
      figures[`${name}, budgets: ${budgets}`] = result;
      process.stderr.write(`${name}, budgets: ${budgets}: ${JSON.stringify(result)}\n`);
    }
    await gateway.stop();
  }
  const rows = Object.entries(figures).map(([name, { reads, others }]) => {
    const { statuses, ...times } = reads;
    const text = (counts) =>
      Object.entries(counts)
        .map(([status, count]) => `${count} × ${status}`)
        .join(", ");
    return { name, ...times, reads: text(statuses), others: text(others) };
  });
  process.stdout.write(`${machine()}; milliseconds of a read, ${READS_A_SECOND} a second\n`);
  console.table(rows);
  if (values.save) save({ "passwords.json": { machine: machine(), seconds, requests, rows } });
} finally {
  await closeAll();
}
