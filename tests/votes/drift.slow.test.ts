// Covers docs/reliability.md: counts, killed-processes, slow-database

import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { recountAll } from "@polls/db/counts";
import type { PollFacts } from "@polls/testing";
import { type PollFixture, startTwoGateways, type TwoGateways } from "./two-gateways";

/** The number of successful changes; `npm run test:drift` makes a million, with built code. */
const CHANGES = Number(process.env.CHANGES ?? 1_500);
const KILLS = Math.max(3, Math.round(CHANGES / 20_000));
const CLIENTS = 24;
const PARTICIPANTS = 240;
const DEADLINE_MS = 90_000 + CHANGES * 10 + KILLS * 20_000;

jest.setTimeout(DEADLINE_MS + 60_000);

const categories = [
  { id: 1, title: "Taste" },
  { id: 2, title: "Price" },
];
/** Polls, and the values of their votes. */
const kinds: readonly { readonly facts: PollFacts; readonly values: readonly number[] }[] = [
  { facts: { settings: { vote_limit_per_voter: 3 } }, values: [0, 1, 2, 3] },
  {
    facts: { settings: { vote_type: "Votes::RatingVote" }, votingCategories: categories },
    values: [0, 1, 2, 3],
  },
  {
    facts: {
      settings: { vote_type: "Votes::DotVote", vote_per_day: true, vote_limit_per_voter: 9 },
    },
    values: [0, 1, 2, 3],
  },
  {
    facts: { settings: { vote_type: "Votes::BooleanVote", rating_method: "lowest_resistance" } },
    values: [-1, 0, 1],
  },
  { facts: { type: "Polls::PairwiseComparison" }, values: [1] },
];

interface Visited extends PollFixture {
  readonly values: readonly number[];
}

const compares = ({ type }: PollFixture["poll"]): boolean => type === "Polls::PairwiseComparison";

const anyOf = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

interface Tally {
  cast: number;
  changed: number;
  deleted: number;
  refused: number;
  unanswered: number;
}

describe(`${CHANGES} changes of votes, with gateways killed ${KILLS} times`, () => {
  let all: TwoGateways;
  const polls: Visited[] = [];

  beforeAll(async () => {
    all = await startTwoGateways(CHANGES > 20_000 ? "dist" : "source");
    for (const { facts, values } of kinds)
      polls.push({ ...(await all.buildPollFixture(facts, 5, PARTICIPANTS)), values });
  });

  /** One visitor after the other: casts, changes and deletes at random until `enough`. */
  async function client(number: number, tally: Tally, enough: () => boolean): Promise<void> {
    // Each participant belongs to one client, so that the client knows which votes may exist.
    const mine = polls.map((fixture) => ({
      ...fixture,
      participants: fixture.participants.filter((_, at) => at % CLIENTS === number),
      votes: [] as string[],
    }));
    // Comparisons are half as frequent as other polls, because each vote first requests its pair.
    const visited = [...mine, ...mine.filter(({ poll }) => !compares(poll))];
    while (!enough()) {
      const fixture = anyOf(visited);
      const done = await act(fixture, fixture.votes).catch((error: unknown) => {
        if (error instanceof Unexpected) throw error;
        return "unanswered" as const;
      });
      tally[done]++;
      // The gateway may have been killed: an unanswered change may have been committed.
      if (done === "unanswered") await pause(20);
    }
  }

  async function act(fixture: Visited, votes: string[]): Promise<keyof Tally> {
    const { poll, options, participants, values } = fixture;
    const gateway = randomInt(2);
    const path = `/api/v1/polls/${poll.memberHash}`;
    // As many deletions as casts; otherwise every further cast would find an existing vote.
    const wish = anyOf(["cast", "change", "delete"] as const);
    const known = wish === "cast" ? undefined : votes[randomInt(Math.max(1, votes.length))];
    if (known !== undefined && wish === "delete") {
      votes.splice(votes.indexOf(known), 1);
      return outcome(await all.send(gateway, `DELETE ${path}/votes/${known}`), 204, "deleted");
    }
    if (known !== undefined && !compares(poll)) {
      const body = { vote: { vote: anyOf(values) } };
      return outcome(
        await all.send(gateway, `PATCH ${path}/votes/${known}`, { body }),
        200,
        "changed",
      );
    }
    const voter_id = anyOf(participants).publicId;
    let option_id = anyOf(options).publicId;
    if (compares(poll)) {
      const pair = await all.send(gateway, `GET ${path}/options?voter_id=${voter_id}`);
      option_id = pair.body?.[randomInt(2)]?.id ?? option_id;
    }
    const vote = {
      vote: anyOf(values),
      ...(poll.votingCategories.length === 0 ? {} : { voting_category_id: 1 + randomInt(2) }),
    };
    const answer = await all.send(gateway, `POST ${path}/votes`, {
      body: { voter_id, option_id, vote },
    });
    if (answer.status === 201 && !votes.includes(answer.body.id)) votes.push(answer.body.id);
    return outcome(answer, 201, "cast");
  }

  test("counts equal votes", async () => {
    const tally: Tally = { cast: 0, changed: 0, deleted: 0, refused: 0, unanswered: 0 };
    const done = () => tally.cast + tally.changed + tally.deleted;
    let late = false;
    const alarm = setTimeout(() => {
      late = true;
    }, DEADLINE_MS);
    const crowd = Promise.all(
      Array.from({ length: CLIENTS }, (_, number) =>
        client(number, tally, () => late || done() >= CHANGES),
      ),
    );
    let kills = 0;
    const killing = (async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        const from = (CHANGES * (kill - 1 + Math.random())) / KILLS;
        while (!late && done() < Math.min(from, CHANGES - 1)) await pause(randomInt(1, 20));
        const victim = all.gateways[kill % 2];
        await victim?.kill();
        kills++;
        await victim?.start();
      }
    })();
    await crowd;
    await killing;
    clearTimeout(alarm);
    process.stderr.write(`${JSON.stringify({ ...tally, kills })}\n`);
    expect(await recountAll(all.db, { repair: false })).toEqual({
      polls: kinds.length,
      drift: 0,
      wrong: [],
    });
    for (const { poll } of polls) {
      expect(await all.db.prisma.vote.count({ where: { pollId: poll.id } })).toBeGreaterThan(0);
    }
    expect(done()).toBeGreaterThanOrEqual(CHANGES);
    expect(kills).toBe(KILLS);
    // Each kind of change succeeded, and kills had an effect.
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
    // Control: a wrong count is found.
    await all.db.pool.query(
      "UPDATE option_tallies SET votes = votes + 1 WHERE ctid = (SELECT min(ctid) FROM option_tallies)",
    );
    expect((await recountAll(all.db, { repair: false })).drift).toBe(1);
  });
});

class Unexpected extends Error {}

/** The outcome of a response; a gateway that shuts down, or whose batch was interrupted, may answer 503. */
function outcome(
  { status, text }: { readonly status: number; readonly text: string },
  success: number,
  done: keyof Tally,
): keyof Tally {
  if (status === success) return done;
  if (status === 503) return "unanswered";
  if ([404, 409, 422].includes(status)) return "refused";
  throw new Unexpected(`${status}: ${text}`);
}
