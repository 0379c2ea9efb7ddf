import { type PrismaQueryable, pollTallies } from "@polls/db";
import { ownerKeyOf } from "@polls/domain/access";
import { ratingVisibility } from "@polls/domain/ratings";
import { NotFound } from "@polls/domain/refusals";
import type { z } from "zod";
import type { Deps } from "../../deps";
import type { Page } from "../../http/replies/pagination";
import { listOptions } from "../options/list-options";
import type { OptionListItemWire } from "../options/options.schema";
import type { PollCaller } from "../options/visible-option";
import { loadAssignments } from "../ratings/rating-rules";
import { countValues, type Distribution, type OptionUse, readUse } from "./distributions";
import type { ResultsResponse } from "./results.schema";

type ResultsWire = z.input<typeof ResultsResponse>;

export interface Results {
  readonly results: ResultsWire;
  /** Of top-level options. */
  readonly page: Page;
  readonly total: number;
}

/** A survey step or category has few; more than these are read by their own lists. */
const CHILDREN_MAX = 100;

/** So many votes of a page are counted for each reader, beginning with the options that have fewest (ADR 0015). */
const COUNTED_NOW_MAX = 10_000;

type ResultDeps = Pick<Deps, "config" | "db" | "ratingSnapshots" | "keptDistributions">;

/**
 * Results as the reader may know them (decisions 13): the options that are voted on, in the order of
 * the options list, those of steps and categories in their place. 404 where ratings are hidden.
 */
export async function readResults(
  caller: PollCaller,
  query: URLSearchParams,
  deps: ResultDeps,
): Promise<Results> {
  const { poll, access, now } = caller;
  if (!ratingVisibility(poll, access, now).ratings) throw new NotFound("Page");
  const roots = await listOptions(caller, onlyOwn(query), "to_read", deps);
  const items: OptionListItemWire[] = [];
  for (const root of roots.items) {
    if (isRated(root)) items.push(root);
    else if (root.child_option_type !== undefined) {
      items.push(...(await ratedChildren(caller, root, deps)));
    }
  }
  const { db } = deps;
  const use = await readUse(
    db,
    poll.id,
    items.map(({ id }) => id),
  );
  const distributions = await readDistributions(poll.id, use, deps);
  const tallies = await pollTallies(db, [poll.id]);
  return {
    page: roots.page,
    total: roots.total,
    results: {
      voters_count: tallies.get(poll.id)?.participants ?? 0,
      options: items.map((item) => ({
        ...item,
        voter_count: use.get(item.id)?.voters ?? 0,
        distribution: distributions.get(item.id) ?? {},
      })),
      assignments: await readAssignments(db, caller),
    },
  };
}

async function readDistributions(
  pollId: bigint,
  use: ReadonlyMap<string, OptionUse>,
  { db, keptDistributions }: ResultDeps,
): Promise<ReadonlyMap<string, Distribution>> {
  const now: string[] = [];
  const kept: string[] = [];
  let counted = 0;
  for (const [publicId, { votes }] of [...use].sort(
    ([, one], [, other]) => one.votes - other.votes,
  )) {
    counted += votes;
    (counted > COUNTED_NOW_MAX ? kept : now).push(publicId);
  }
  const exact = now.length === 0 ? [] : await countValues(db, pollId, now);
  return new Map([...exact, ...(await keptDistributions.of(pollId, kept))]);
}

/** Other parameters are those of the list of options, and unknown here (decisions 2). */
const onlyOwn = (query: URLSearchParams): URLSearchParams =>
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

/** Who gets what where the best distribution is sought; members learn what they get themselves. */
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
