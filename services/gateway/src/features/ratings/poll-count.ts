import { createHash } from "node:crypto";
import { countSiblings, findRatedOptions } from "@polls/db/options";
import { pollTallies, readPollFingerprints, type StoredCount } from "@polls/db/polls";
import { type PrismaQueryable, type Queryable, readMoment } from "@polls/db/sql";
import { readBallots } from "@polls/db/votes";
import type { Poll } from "@polls/domain/polls";
import { voteKindOfPoll } from "@polls/domain/votes";
import { votingRulesIn } from "./load-siblings";
import { type CountFigures, type CountTask, startCounting } from "./make-count";

export interface PollCount {
  readonly figures: CountFigures;
  readonly optionIds: readonly bigint[];
  readonly publicIds: readonly string[];
  readonly countedAt: Date;
  /** Of everything but the moment. */
  readonly digest: string;
}

/** The number of its tallies and pairs. */
export const sizeOf = ({ figures, optionIds }: PollCount): number =>
  optionIds.length * (1 + figures.rounds.length + (figures.pairs?.length ?? 0));

export const fingerprintOf = async (source: Queryable, { id }: Poll) =>
  (await readPollFingerprints(source, [id])).get(id);

/** The settings that decide on a count. */
export const settingsOf = ({ settings }: Poll): string => {
  const { counting_method, seats, tie_break, vote_limit_per_option: max } = settings;
  return JSON.stringify([
    counting_method,
    seats,
    tie_break,
    max,
    settings.vote_limit_per_option_min,
  ]);
};

/** Whether readers may still see all options of a count. One that was hidden or deleted since must not be in it. */
export async function showsAll(source: Queryable, { id }: Poll, { optionIds }: PollCount) {
  const rows = await findRatedOptions(source, { pollId: id, parentId: undefined }, "public");
  const shown = new Set(rows.map((row) => row.id));
  return optionIds.every((optionId) => shown.has(optionId));
}

/** The number of options at the top level that every reader sees, and of ballots. */
export async function measure(source: PrismaQueryable, { id }: Poll) {
  const { shown } = await countSiblings(source, id, undefined);
  return { options: shown, ballots: (await pollTallies(source, [id])).get(id)?.ballots ?? 0 };
}

export async function countHere(
  source: PrismaQueryable,
  poll: Poll,
): Promise<PollCount | undefined> {
  const facts = await loadFacts(source, poll);
  if (facts === undefined) return undefined;
  const { task, ...about } = facts;
  const counting = startCounting(task);
  for await (const batch of readBallots(source, poll.id, about.optionIds)) counting.add(batch);
  return countOf(about, counting.finish());
}

type About = Omit<PollCount, "figures" | "digest">;

/** A count as it is stored. */
export const storedText = ({ figures, optionIds, publicIds }: PollCount): string =>
  JSON.stringify({ figures, optionIds: optionIds.map(String), publicIds });

export function countFrom({ countedAt, figures: text }: StoredCount): PollCount {
  const { figures, optionIds, publicIds } = JSON.parse(text) as {
    readonly figures: CountFigures;
    readonly optionIds: readonly string[];
    readonly publicIds: readonly string[];
  };
  return countOf({ optionIds: optionIds.map(BigInt), publicIds, countedAt }, figures);
}

export const countOf = (about: About, figures: CountFigures): PollCount => ({
  ...about,
  figures,
  digest: createHash("sha256")
    .update(JSON.stringify([about.publicIds, figures]))
    .digest("base64url"),
});

/** Undefined: the poll has no votes that can be counted. */
export async function loadFacts(
  source: Queryable,
  poll: Poll,
): Promise<(About & { readonly task: CountTask }) | undefined> {
  const { counting_method: method, seats, tie_break: tieBreak, counting_seed } = poll.settings;
  const kind = voteKindOfPoll(poll.settings);
  if (method === undefined || kind === undefined) return undefined;
  const rows = await findRatedOptions(source, { pollId: poll.id, parentId: undefined }, "public");
  const set = { poll, parent: undefined };
  const options = rows
    .filter(({ type }) => votingRulesIn(set, type) !== undefined)
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
  const optionIds = options.map(({ id }) => id);
  return {
    optionIds,
    publicIds: options.map(({ publicId }) => publicId),
    countedAt: await readMoment(source),
    task: {
      method,
      optionCount: options.length,
      seats: seats ?? 1,
      tieBreak,
      seed: counting_seed ?? "",
      scale: kind.type.scale?.(kind.bounds),
      optionIds: optionIds.map(String),
      voteType: kind.type.name,
    },
  };
}
