// Covers docs/reliability.md: vote-transaction

import { inTransaction, type Transaction } from "@polls/db/sql";
import { createPollCache, storePairOffer } from "@polls/db/votes";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  type PollFacts,
  shareDatabase,
  tallyDrift,
} from "@polls/testing";
import fc from "fast-check";
import { castVotes } from "./cast-votes";
import type { CastRequest } from "./name-casts";

const db = shareDatabase();

const RUNS = 10;
const OPTIONS = 4;
const VOTERS = 3;
const START = new Date("2030-06-15T09:00:00Z");
const DAY_MS = 24 * 3_600_000;

const categories = [
  { id: 1, title: "Taste" },
  { id: 2, title: "Price" },
];
const voteType = (name: string) => ({ vote_type: `Votes::${name}Vote` });

/** Polls that cover every way in which a vote can depend on earlier votes. */
const polls: Readonly<Record<string, PollFacts>> = {
  "few votes and few places": {
    settings: {
      vote_limit_per_voter: 2,
      limit_per_option: 1,
      limit_per_option_type: "limit_for_all",
    },
  },
  "dots a day in categories": {
    settings: { ...voteType("Dot"), vote_limit_per_voter: 3, vote_per_day: true },
    votingCategories: categories,
  },
  ranks: { settings: voteType("Ranked") },
  "stars in categories, few places": {
    settings: {
      ...voteType("Rating"),
      limit_per_option: 2,
      limit_per_option_type: "limit_for_all",
    },
    votingCategories: categories,
  },
  numbers: { settings: voteType("Number") },
  comparisons: { type: "Polls::PairwiseComparison", settings: { vote_limit_per_voter: 3 } },
  "sold votes": {
    settings: {
      voting_fee_type: "voting_sell_votes",
      voting_fee: 30,
      vote_limit_per_voter: 6,
      limit_per_option: 2,
      limit_per_option_type: "limit_for_all",
    },
  },
};

const aCast = fc.record({
  voter: fc.nat(VOTERS - 1),
  option: fc.nat(OPTIONS - 1),
  value: fc.constantFrom(1, 1, 1, 2, 3, 4, 0, -1, 0.1, 0.2, null),
  category: fc.constantFrom(1, 2),
  /** With another user's participant: 403. */
  stolen: fc.nat(9).map((n) => n === 0),
  nextDay: fc.nat(4).map((n) => n === 0),
});
type ACast = typeof aCast extends fc.Arbitrary<infer Value> ? Value : never;

interface Scenario {
  readonly poll: Poll;
  readonly options: readonly Option[];
  readonly voters: readonly Participant[];
}

/** A poll with options and voters. The first voter is fraudulent, the last has not confirmed its address. */
async function scenario(facts: PollFacts): Promise<Scenario> {
  const poll = await buildPoll(db, facts);
  const options: Option[] = [];
  for (let n = 0; n < OPTIONS; n++) options.push(await buildOption(db, poll));
  const voters: Participant[] = [];
  for (let n = 0; n < VOTERS; n++) {
    voters.push(
      await buildParticipant(db, poll, {
        ownerKey: `anonymous:voter ${n}`,
        fraudulent: n === 0,
        ...(n === VOTERS - 1 && { confirmedAt: null }),
      }),
    );
  }
  return { poll, options, voters };
}

const isTomorrow = ({ poll: { settings } }: Scenario, { nextDay }: ACast): boolean =>
  nextDay && settings.vote_per_day === true;

/** Casts in batches of limited size. Each batch has votes of one day, because a batch has one time. */
function batchesOf(scenario: Scenario, casts: readonly ACast[], perBatch: number): ACast[][] {
  const batches: ACast[][] = [];
  for (const cast of casts) {
    const last = batches.at(-1);
    const [first] = last ?? [];
    const sameDay = first && isTomorrow(scenario, first) === isTomorrow(scenario, cast);
    if (last !== undefined && sameDay && last.length < perBatch) last.push(cast);
    else batches.push([cast]);
  }
  return batches;
}

function requestOf({ poll, options, voters }: Scenario, cast: ACast, at: number): CastRequest {
  const { votingCategories } = poll;
  const ownerKey = cast.stolen ? "anonymous:thief" : voters[cast.voter]?.ownerKey;
  return {
    rule: { password: "everyone", restricted: false },
    call: {
      actor: { kind: "anonymous_user", accountId: 1n, ownerKey: ownerKey ?? "anonymous:" },
      pollHash: poll.memberHash,
      origin: undefined,
      ownHosts: ["polls.example"],
      lockedOwners: new Set(),
      languages: [],
      matchedPasswordHash: undefined,
    },
    bodies: [
      {
        ok: true,
        value: {
          participantId: voters[cast.voter]?.publicId ?? "",
          optionId: options[cast.option]?.publicId ?? "",
          cast: {
            publicId: `${poll.memberHash} ${at}`,
            vote: cast.value,
            ...(votingCategories.length > 0 && { votingCategoryId: cast.category }),
          },
        },
      },
    ],
  };
}

/** Sets the same pairs on offer in both polls. A comparison removes a pair until the next one is chosen. */
async function offerPairs({ poll, options, voters }: Scenario): Promise<void> {
  if (poll.type !== "Polls::PairwiseComparison") return;
  const [one, , , other] = options;
  if (one === undefined || other === undefined) throw new Error("too few options");
  await inOneTransaction(async (tx) => {
    for (const { id } of voters) await storePairOffer(tx, id, [one.id, other.id]);
  });
}

const inOneTransaction = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  inTransaction(db.pipelined, work);

const cache = createPollCache();

async function cast(
  scenario: Scenario,
  casts: readonly ACast[],
  perBatch: number,
): Promise<string[]> {
  await offerPairs(scenario);
  const words: string[] = [];
  for (const batch of batchesOf(scenario, casts, perBatch)) {
    const requests = batch.map((one, at) => requestOf(scenario, one, words.length + at));
    const tomorrow = batch.some((one) => isTomorrow(scenario, one)) ? DAY_MS : 0;
    const momentOf = () => new Date(START.getTime() + tomorrow);
    const outcomes = await inOneTransaction((tx) =>
      castVotes(tx, requests, cache, {
        amounts: { currency: "eur", step: 1, least: 50, most: 99_999_999 },
        unreadyPayees: async () => new Set(),
        momentOf,
      }),
    );
    words.push(...outcomes.flat().map(inWords));
  }
  return words;
}

function inWords(result: Awaited<ReturnType<typeof castVotes>>[number][number]): string {
  if (result.kind === "password_needed") return result.kind;
  if (result.kind === "refused") {
    const { code, message } = result.refusal as { code?: string; message: string };
    return `refused: ${code ?? message}`;
  }
  const { value, paidVotes, voteDate } = result.vote.vote;
  return `${result.kind}: ${value} ${paidVotes} ${voteDate}`;
}

/** All written rows, without ids. */
async function written({ poll, options, voters }: Scenario) {
  const placeOf = (rows: readonly { readonly id: bigint }[], id: bigint | null) =>
    rows.findIndex((row) => row.id === id);
  const { prisma } = db;
  const where = { pollId: poll.id };
  const row = <
    Row extends { participantId: bigint; optionId: bigint; loserOptionId: bigint | null },
  >({
    participantId,
    optionId,
    loserOptionId,
    ...rest
  }: Row) => {
    const { id: _, publicId: __, pollId: ___, ...columns } = rest as Record<string, unknown>;
    return JSON.stringify([
      placeOf(voters, participantId),
      placeOf(options, optionId),
      placeOf(options, loserOptionId),
      columns,
    ]);
  };
  const tallies = await prisma.optionTally.groupBy({
    by: ["optionId", "votingCategoryId"],
    where: { option: where },
    _sum: { votes: true, total: true, noes: true, voters: true, places: true },
    orderBy: [{ optionId: "asc" }, { votingCategoryId: "asc" }],
  });
  // A row with zero counts is equivalent to no row.
  const counted = tallies.filter(({ _sum }) =>
    Object.values(_sum).some((sum) => Number(sum) !== 0),
  );
  return {
    votes: (await prisma.vote.findMany({ where })).map(row).sort(),
    held: (await prisma.heldVote.findMany({ where })).map(row).sort(),
    tallies: counted.map(({ optionId, votingCategoryId, _sum }) =>
      JSON.stringify([placeOf(options, optionId), votingCategoryId, _sum]),
    ),
    drift: await tallyDrift(db, poll.id),
  };
}

/** Leaves a row of counts that are all 0 if the votes are cast one by one. */
const boughtAndTakenBack = ([2, null] as const).map(
  (value): ACast => ({
    voter: 0,
    option: 0,
    value,
    category: 1,
    stolen: false,
    nextDay: false,
  }),
);

test("a batch of casts has the same results as its casts one by one", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(polls)),
      fc.array(aCast, { minLength: 2, maxLength: 16, size: "max" }),
      async (name, casts) => {
        const facts = polls[name] ?? {};
        const [together, alone] = [await scenario(facts), await scenario(facts)];
        expect(await cast(together, casts, casts.length)).toEqual(await cast(alone, casts, 1));
        const after = await written(together);
        expect(after).toEqual(await written(alone));
        expect(after.drift).toBe(0);
      },
    ),
    { numRuns: RUNS, examples: [["sold votes", boughtAndTakenBack]] },
  ));
