// Covers docs/reliability.md: ending-a-process

import { setTimeout as pause } from "node:timers/promises";
import { createClient, type Results } from "@polls/client";
import type { ServiceProcess } from "@polls/testing";
import { sampleCases, sendRequest, waitFor } from "@polls/testing";
import { type PollFixture, startTwoGateways, type TwoGateways } from "../votes/two-gateways";
import { balancers, restartEach, startBalancer } from "./balancers";
import { beginUpload } from "./begin-upload";

jest.setTimeout(600_000);

/** One restart of each gateway; `npm run test:rolling` makes four, and casts 10,000 votes. An even number. */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 2);
const VOTES = Number(process.env.ROLLING_VOTES ?? 500);
const SENDERS = 12;
/** The pause of a sender after each vote, so that restarting gateways get most of the processor. */
const PAUSE_MS = 50;
const OPTIONS = 400;
const PARTICIPANTS = 200;
const UPLOADS = 4;

for (const { name, program } of balancers) {
  if (program === undefined) process.stderr.write(`skipped: there is no ${name} here\n`);
}

interface Ballot {
  readonly voter_id: string;
  readonly option_id: string;
}

/** Every option for every participant. */
function* ballotsOf({ options, participants }: PollFixture): Generator<Ballot> {
  for (const { publicId: voter_id } of participants)
    for (const { publicId: option_id } of options) yield { voter_id, option_id };
}

/** Casts votes until `work` is over, and at least `VOTES`. Returns their number, and the errors of failed votes. */
async function castDuring(
  fixture: PollFixture,
  cast: (ballot: Ballot, nth: number) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<{ readonly sent: number; readonly failed: readonly unknown[] }> {
  const ballots = ballotsOf(fixture);
  const failed: unknown[] = [];
  let sent = 0;
  let over = false;
  const sending = Array.from({ length: SENDERS }, async () => {
    while (!over || sent < VOTES) {
      const { value, done } = ballots.next();
      if (done) throw new Error("there are no more ballots");
      await cast(value, sent++).catch((error: unknown) => failed.push(error));
      await pause(PAUSE_MS);
    }
  });
  const working = work().finally(() => {
    over = true;
  });
  await Promise.all([working, ...sending]);
  return { sent, failed };
}

/** Whether the balancer uses the current process of a gateway. */
const servesVotes = (gateway: ServiceProcess) =>
  waitFor(() => gateway.log().some((line) => line.includes('"status":201')), {
    what: "the gateway serves votes again",
  });

async function expectEachVoteOnce(
  { db }: TwoGateways,
  { poll: { id: pollId } }: PollFixture,
  sent: number,
): Promise<void> {
  expect(await db.prisma.vote.count({ where: { pollId } })).toBe(sent);
  const where = { option: { pollId } };
  const { _sum: sum } = await db.prisma.optionTally.aggregate({ where, _sum: { votes: true } });
  expect(sum.votes).toBe(sent);
}

const installed = balancers.filter(({ program }) => program !== undefined);

describe.each(sampleCases(installed, 2, 0))("two gateways behind $name", (balancer) => {
  let all: TwoGateways;
  let url: string;
  let state: string;
  beforeAll(async () => {
    all = await startTwoGateways("source", {
      SHUTDOWN_DELAY_SECONDS: String(balancer.delaySeconds),
      LOG_LEVEL: "info",
      TRUSTED_PROXIES: "127.0.0.1",
      REQUESTS_WAITING: "1000",
    });
    ({ url, state } = await startBalancer(balancer, all.gateways));
  });

  test("see the client and the scheme of a proxy before the balancer", async () => {
    const outer = { "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https" };
    const seen = async (headers = {}) => (await fetch(`${url}/session/seen`, { headers })).json();
    expect(await seen(outer)).toMatchObject({
      url: url.replace("http:", "https:"),
      client_address: "192.0.2.7",
    });
    expect(await seen()).toMatchObject({ url, client_address: "127.0.0.1" });
  });

  test(`are restarted ${RESTARTS} times: no request fails, uploads finish, and streams resume`, async () => {
    const token = all.owner.privateToken;
    const fixture = await all.buildPollFixture({}, OPTIONS, PARTICIPANTS);
    const followed = await all.buildPollFixture({}, 1, RESTARTS);
    const gallery = await all.buildPollFixture({ type: "Polls::PhotoGallery" }, 0, 0);
    const pathOf = ({ poll }: PollFixture, rest: string) =>
      `/api/v1/polls/${poll.memberHash}/${rest}`;
    const vote = async (poll: PollFixture, ballot: Ballot, idempotencyKey?: string) => {
      const { option_id, voter_id } = ballot;
      const body = { option_id, voter_id, vote: { vote: 1 } };
      const line = `POST ${pathOf(poll, "votes")}`;
      const answer = await sendRequest(url, url, line, { token, body, idempotencyKey });
      if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
    };

    let latest: Results | undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const poll_id = followed.poll.memberHash;
    const following = (async () => {
      const client = createClient({ baseUrl: url, token });
      for await (const results of client.results.follow({ poll_id }, { signal })) latest = results;
    })();

    const ballots = [...ballotsOf(followed)];
    const { sent, failed } = await castDuring(
      fixture,
      (ballot, nth) =>
        vote(fixture, ballot, balancer.needsKeys ? `${balancer.name}-${nth}` : undefined),
      async () => {
        while (ballots.length > 0) {
          await restartEach(state, all.gateways, async (gateway) => {
            const ballot = ballots.shift() as Ballot;
            const uploads = Array.from({ length: UPLOADS }, () =>
              beginUpload(url + pathOf(gallery, "options"), token),
            );
            const ended = gateway.stop();
            const isRed = async () =>
              (await sendRequest(gateway.url, gateway.url, "GET /readyz")).status === 503;
            await waitFor(isRed, { what: "the gateway is not ready", everyMs: 5 });
            for (const { finish } of uploads) finish();
            for (const { status } of uploads) {
              const got = await status;
              if (got === 201) continue;
              throw new Error(`an upload got ${got}; the gateway: ${gateway.log().join("\n")}`);
            }
            expect(await ended).toEqual({ code: 0, signal: undefined });
            await vote(followed, ballot, ballot.voter_id);
            await gateway.start();
          });
        }
      },
    );
    process.stderr.write(`${balancer.name}: ${sent} votes over ${RESTARTS} restarts\n`);
    expect(failed).toEqual([]);
    await expectEachVoteOnce(all, fixture, sent);
    await waitFor(() => latest?.voters_count === RESTARTS, { what: "the stream has all votes" });
    ending.abort();
    await following;
  });

  test(`are killed ${RESTARTS} times: the client retries, and each vote is cast once`, async () => {
    const fixture = await all.buildPollFixture({}, OPTIONS, PARTICIPANTS);
    const client = createClient({ baseUrl: url, token: all.owner.privateToken });
    const poll_id = fixture.poll.memberHash;
    const { sent, failed } = await castDuring(
      fixture,
      ({ option_id, voter_id }) =>
        client.votes.cast({ poll_id, body: { option_id, voter_id, vote: { vote: 1 } } }),
      async () => {
        for (let nth = 0; nth < RESTARTS; nth++) {
          const gateway = all.gateways[nth % 2] as ServiceProcess;
          await gateway.kill();
          await gateway.start();
          await servesVotes(gateway);
        }
      },
    );
    process.stderr.write(`${balancer.name}: ${sent} votes over ${RESTARTS} kills\n`);
    expect(failed).toEqual([]);
    await expectEachVoteOnce(all, fixture, sent);
  });
});
