import {
  countValues,
  type Distribution,
  optionFromRow,
  type PrismaQueryable,
  pollTallies,
  readVoteCounts,
  type VoteCounts,
} from "@polls/db";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { ratingVisibility } from "@polls/domain/ratings";
import { NotFound } from "@polls/domain/refusals";
import { mayReadDistribution, privateVoteTypes } from "@polls/domain/votes";
import type { z } from "zod";
import type { Deps } from "../../deps";
import type { Page } from "../../http/replies/pagination";
import { listOptions } from "../options/list-options";
import type { OptionListItemWire } from "../options/options.schema";
import { votingRulesIn } from "../ratings/load-siblings";
import { loadAssignments } from "../ratings/rating-rules";
import type { ResultsResponse } from "./results.schema";

type ResultsWire = z.input<typeof ResultsResponse>;

export interface Results {
  readonly results: ResultsWire;
  /** The page of top-level options. */
  readonly page: Page;
  readonly total: number;
}

/** Children of a step or category in the results; the options list has all of them. */
const CHILDREN_MAX = 100;

/** Votes of a page that are counted for each reader, those of options with few votes first (ADR 0015). */
const COUNTED_PER_REQUEST_MAX = 10_000;

type ResultDeps = Pick<Deps, "config" | "db" | "ratingSnapshots" | "distributionCache">;

/** The results that the caller sees (docs/reference/results.md#body). Throws 404 when ratings are hidden. */
export async function readResults(
  caller: PollCaller,
  query: URLSearchParams,
  deps: ResultDeps,
): Promise<Results> {
  const { poll, access, now } = caller;
  if (!ratingVisibility(poll, access, now).ratings) throw new NotFound("Page");
  const roots = await listOptions(caller, ownParameters(query), "to_read", deps);
  const items: OptionListItemWire[] = [];
  for (const root of roots.items) {
    if (isRated(root)) items.push(root);
    else if (root.child_option_type !== undefined) {
      items.push(...(await ratedChildren(caller, root, deps)));
    }
  }
  const { db } = deps;
  const counts = await readVoteCounts(
    db,
    poll.id,
    items.map(({ id }) => id),
  );
  const distributions = await readDistributions(
    poll.id,
    await withShownValues(db, caller, counts),
    deps,
  );
  const tallies = await pollTallies(db, [poll.id]);
  return {
    page: roots.page,
    total: roots.total,
    results: {
      voters_count: tallies.get(poll.id)?.participants ?? 0,
      options: items.map((item) => ({
        ...item,
        voter_count: counts.get(item.id)?.voters ?? 0,
        distribution: distributions.get(item.id) ?? {},
      })),
      assignments: await readAssignments(db, caller),
    },
  };
}

/** The counts of the options of which the caller reads how often each value was given. */
async function withShownValues(
  queryable: PrismaQueryable,
  { poll, access }: PollCaller,
  counts: ReadonlyMap<string, VoteCounts>,
): Promise<ReadonlyMap<string, VoteCounts>> {
  if (access === "admin" || privateVoteTypes(poll).length === 0) return counts;
  const rows = await queryable.prisma.option.findMany({
    where: { pollId: poll.id, publicId: { in: [...counts.keys()] } },
    include: { parent: true },
  });
  const shown = rows.filter(({ type, inputType, parent }) => {
    const set = { poll, parent: parent === null ? undefined : optionFromRow(parent) };
    const voteType = votingRulesIn(set, type)?.type.name;
    const question = voteType && { voteType, inputType: inputType ?? undefined };
    return question !== undefined && mayReadDistribution(poll, access, question);
  });
  return new Map(
    shown.flatMap(({ publicId }) => {
      const count = counts.get(publicId);
      return count === undefined ? [] : [[publicId, count] as const];
    }),
  );
}

async function readDistributions(
  pollId: bigint,
  counts: ReadonlyMap<string, VoteCounts>,
  { db, distributionCache }: ResultDeps,
): Promise<ReadonlyMap<string, Distribution>> {
  const current: string[] = [];
  const cached: string[] = [];
  let counted = 0;
  for (const [publicId, { votes }] of [...counts].sort(
    ([, one], [, other]) => one.votes - other.votes,
  )) {
    counted += votes;
    (counted > COUNTED_PER_REQUEST_MAX ? cached : current).push(publicId);
  }
  const exact = current.length === 0 ? [] : await countValues(db, pollId, current);
  return new Map([...exact, ...(await distributionCache.get(pollId, cached))]);
}

/** The results ignore the other parameters of the options list. */
const ownParameters = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => parameters.has(name)));

const parameters: ReadonlySet<string> = new Set(["page", "per_page", "sort"]);

const isRated = ({ rating }: OptionListItemWire): boolean => rating !== undefined;

async function ratedChildren(
  caller: PollCaller,
  { id }: OptionListItemWire,
  deps: Pick<ResultDeps, "config" | "db" | "ratingSnapshots">,
): Promise<OptionListItemWire[]> {
  const query = new URLSearchParams({ parent_option_id: id, per_page: String(CHILDREN_MAX) });
  return (await listOptions(caller, query, "to_read", deps)).items.filter(isRated);
}

/** The assignments of the best distribution; members see their own. */
async function readAssignments(
  queryable: PrismaQueryable,
  { poll, access, actor }: PollCaller,
): Promise<ResultsWire["assignments"]> {
  if (poll.settings.target !== "best_distribution") return [];
  const assignments = await loadAssignments(queryable, poll);
  const participants = await queryable.prisma.participant.findMany({
    where: {
      pollId: poll.id,
      id: { in: assignments.map(({ participantId }) => participantId) },
      ...(access === "admin" ? {} : { ownerKey: ownerKeyOf(actor) ?? "" }),
    },
    select: { id: true, publicId: true },
  });
  const options = await queryable.prisma.option.findMany({
    where: { pollId: poll.id, id: { in: assignments.map(({ optionId }) => optionId) } },
    select: { id: true, publicId: true },
  });
  const voterIds = new Map(participants.map(({ id, publicId }) => [id, publicId]));
  const optionIds = new Map(options.map(({ id, publicId }) => [id, publicId]));
  return assignments.flatMap(({ participantId, optionId }) => {
    const voter_id = voterIds.get(participantId);
    const option_id = optionIds.get(optionId);
    return voter_id === undefined || option_id === undefined ? [] : [{ option_id, voter_id }];
  });
}
