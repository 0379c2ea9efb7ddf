import type { Db } from "@polls/db/connection";
import {
  countShownOptions,
  findAssignableOptions,
  findPositiveScores,
  type OptionScore,
} from "@polls/db/options";
import { pollTallies } from "@polls/db/polls";
import { inSnapshot, type PrismaQueryable } from "@polls/db/sql";
import { categoryType } from "@polls/domain/option-types";
import { optionSettingsOf } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import {
  type AssignableOption,
  type Assignment,
  bestDistribution,
  DISTRIBUTION_MAX,
  type GivenValue,
  pointsOfRank,
} from "@polls/domain/ratings";
import { optionLimit, voteSettingsOfPoll } from "@polls/domain/votes";
import { createBoundedCache } from "../../http/limits/bounded-cache";
import { inSlices } from "./in-slices";
import { countVotableNow, type RatingSource, votingRulesIn } from "./load-siblings";
import { fingerprintOf } from "./poll-count";

/** Up to this number of participants times options, an assignment is computed where it is read. */
const CURRENT_MAX = 5_000;
/** Larger assignments may be this old, or this many times the time of their computation. */
const MAX_AGE_MS = 2_000;
const REST_FACTOR = 4;
/** The number of assignments in memory. Each takes about 100 bytes. */
const ASSIGNMENTS_MAX = 500_000;

/** For all readers, until the poll changes (docs/adr/0057-large-distributions.md). */
export interface Assignments {
  /** Empty if the poll has too many participants and options (docs/reference/ratings.md#best-distribution). */
  readonly of: (source: RatingSource | Db, poll: Poll) => Promise<readonly Assignment[]>;
}

interface KeptAssignments {
  readonly assignments: readonly Assignment[];
  readonly fingerprint: string | undefined;
  readonly finishedAt: number;
  readonly tookMs: number;
}

export function createAssignments(clock: () => number = () => performance.now()): Assignments {
  const entries = createBoundedCache<bigint, KeptAssignments>({
    sizeMax: ASSIGNMENTS_MAX,
    sizeOf: ({ assignments }) => 1 + assignments.length,
  });
  const computing = new Map<bigint, Promise<readonly Assignment[]>>();

  async function compute(db: Db, poll: Poll): Promise<readonly Assignment[]> {
    const { facts, fingerprint } = await inSnapshot(
      db,
      async (snapshot) => ({
        fingerprint: await fingerprintOf(snapshot, poll),
        facts: await loadFacts(snapshot, poll),
      }),
      { large: true },
    );
    const beganAt = clock();
    // The connection is free by now.
    const assignments = await inSlices(
      bestDistribution(facts.options, facts.values, facts.inOrder),
    );
    const finishedAt = clock();
    entries.set(poll.id, { assignments, fingerprint, finishedAt, tookMs: finishedAt - beganAt });
    return assignments;
  }

  function share(db: Db, poll: Poll): Promise<readonly Assignment[]> {
    const running = computing.get(poll.id);
    if (running !== undefined) return running;
    const started = compute(db, poll).finally(() => computing.delete(poll.id));
    computing.set(poll.id, started);
    return started;
  }

  return {
    async of(source, poll) {
      const fingerprint = await fingerprintOf(source, poll);
      const entry = entries.use(poll.id);
      if (entry !== undefined && entry.fingerprint === fingerprint) return entry.assignments;
      const size = await sizeOf(source, poll);
      if (size > DISTRIBUTION_MAX) return [];
      const outside = "outside" in source;
      if (size <= CURRENT_MAX || !(outside || "snapshot" in source)) {
        const { options, values, inOrder } = await loadFacts(source, poll);
        const assignments = await inSlices(bestDistribution(options, values, inOrder));
        // A transaction that writes may change the poll again under the same fingerprint.
        if (outside)
          entries.set(poll.id, { assignments, fingerprint, finishedAt: clock(), tookMs: 0 });
        return assignments;
      }
      if (entry !== undefined) {
        const maxAgeMs = Math.max(MAX_AGE_MS, REST_FACTOR * entry.tookMs);
        if (clock() - entry.finishedAt < maxAgeMs) return entry.assignments;
      }
      return outside
        ? source.outside(`assignments ${poll.id}`, (db: Db) => share(db, poll))
        : share(source as Db, poll);
    },
  };
}

/** Participants who voted, times options that members see. */
async function sizeOf(source: PrismaQueryable, { id }: Poll): Promise<number> {
  const ballots = (await pollTallies(source, [id])).get(id)?.ballots ?? 0;
  return ballots * (await countShownOptions(source, id));
}

interface DistributionFacts {
  readonly options: readonly AssignableOption[];
  readonly values: readonly GivenValue[];
  /** The order of participants, which decides ties. */
  readonly inOrder: ((one: bigint, other: bigint) => number) | undefined;
}

async function loadFacts(source: PrismaQueryable, poll: Poll): Promise<DistributionFacts> {
  const options = await findAssignableOptions(source, poll.id, categoryType);
  const scores = await findPositiveScores(source, poll.id);
  const isRanked = voteSettingsOfPoll(poll.settings)?.type.ratedBy === "ranks";
  return {
    options: options
      .filter(({ type }) => votingRulesIn({ poll, parent: undefined }, type) !== undefined)
      .map(({ id, position, settings }) => ({
        id,
        position,
        limit: optionLimit(poll.settings, { settings: optionSettingsOf(settings) }),
      })),
    values: isRanked
      ? pointsOf(scores, await countVotableNow(source, poll, { stepId: undefined }))
      : scores,
    inOrder: poll.settings.anonymize_voter_names ? await inRandomOrder(source, poll) : undefined,
  };
}

/** By the public ids of participants, which are random: the usual order would tell who came first. */
async function inRandomOrder({ prisma }: PrismaQueryable, { id: pollId }: Poll) {
  const rows = await prisma.participant.findMany({
    where: { pollId },
    select: { id: true, publicId: true },
  });
  const publicIds = new Map(rows.map(({ id, publicId }) => [id, publicId]));
  const of = (id: bigint) => publicIds.get(id) ?? "";
  return (one: bigint, other: bigint) => (of(one) < of(other) ? -1 : 1);
}

const pointsOf = (scores: readonly OptionScore[], optionCount: number): readonly GivenValue[] =>
  scores.map((score) => ({ ...score, value: pointsOfRank(score.value, optionCount) }));
