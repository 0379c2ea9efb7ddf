import { optionFromRow } from "@polls/db/rows";
import { inSnapshot, type PrismaQueryable } from "@polls/db/sql";
import type { PollCaller } from "@polls/domain/access";
import { methods, type TieBreak } from "@polls/domain/counting";
import { isPublic } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { ratingVisibility } from "@polls/domain/ratings";
import { type Language, voteWordsIn } from "@polls/markup";
import type { z } from "zod";
import type { Deps, ReadDeps } from "../../../deps";
import { nameForParticipants } from "../../../pages/languages/name-for-participants";
import { scopeOf } from "../../options/option-rows";
import type { CountFigures, Exact } from "../../ratings/make-count";
import type { PollCount } from "../../ratings/poll-count";
import type { CountResponse } from "./count.schema";
import { changeSentence, methodSentence } from "./method-words";
import type { PageOfRounds } from "./page-of-rounds";
import { de } from "./sentences-de";
import { en, type RoundFacts, type SentenceWords } from "./sentences-en";

export type CountWire = z.input<typeof CountResponse>;

export async function presentCount(
  queryable: PrismaQueryable,
  poll: Poll,
  count: PollCount,
  language: Language,
  { from, rounds, more }: PageOfRounds = { from: 0, rounds: count.figures.rounds, more: 0 },
): Promise<CountWire> {
  const { figures, publicIds, countedAt } = count;
  const names = await namesOf(queryable, poll, count, language);
  const elected = { options: figures.order.length, elected: figures.winners.length };
  const id = (index: number): string => publicIds[index] ?? "";
  const ids = (indexes: readonly number[]): string[] => indexes.map(id);
  const { tie_break, counting_seed, counting_changes } = poll.settings;
  return {
    counting_method: figures.method,
    sentence: methodSentence(poll, language, elected) ?? "",
    counted_at: countedAt.toISOString(),
    seats: figures.seats,
    quota: figures.quota?.exact ?? null,
    quota_decimal: figures.quota?.decimal ?? null,
    ballots: figures.ballots,
    abstaining: figures.abstaining,
    exhausted: figures.exhausted.exact,
    exhausted_decimal: figures.exhausted.decimal,
    winners: ids(figures.winners),
    ranking: figures.order.map((option) => ({ option_id: id(option), name: names[option] ?? "" })),
    rounds: rounds.map((round, at) => ({
      tally: round.tally.map(({ option, votes }) => ({ option_id: id(option), ...votesOf(votes) })),
      elected: ids(round.elected),
      eliminated: ids(round.eliminated),
      transfers: round.transfers.map(({ from, to, votes }) => ({
        from: id(from),
        to: to === null ? null : id(to),
        ...votesOf(votes),
      })),
      exhausted: round.exhausted.exact,
      exhausted_decimal: round.exhausted.decimal,
      sentence: sentenceOf(figures, from + at, (option) => names[option] ?? "", language),
    })),
    ...(more > 0 && { more_rounds: more }),
    pairs: figures.pairs && {
      option_ids: [...publicIds],
      ballots: figures.pairs.map((row) => [...row]),
    },
    grades:
      figures.grades?.map(({ option, median, above, below, counts }) => ({
        option_id: id(option),
        median,
        above,
        below,
        grades: counts.map(({ grade, ballots }) => ({ grade, ballots })),
      })) ?? null,
    ties: figures.ties.map(({ round, over, order, by }) => ({
      round: round + 1,
      over,
      option_ids: ids(order),
      by: [...by],
    })),
    seed: tie_break.includes("seed") ? (counting_seed ?? null) : null,
    changes: counting_changes.map((change) => ({
      ...change,
      sentence: changeSentence(change, language),
    })),
  };
}

const votesOf = ({ exact, decimal }: Exact) => ({ votes: exact, votes_decimal: decimal });

/** What the counted options are called. One that is hidden or deleted since has no name. */
async function namesOf(
  { prisma }: PrismaQueryable,
  poll: Poll,
  { optionIds }: Pick<PollCount, "optionIds">,
  language: Language,
): Promise<readonly string[]> {
  const rows = await prisma.option.findMany({ where: { id: { in: [...optionIds] } } });
  const options = new Map(rows.map((row) => [row.id, optionFromRow(row)]));
  return optionIds.map((id) => {
    const option = options.get(id);
    return option !== undefined && isPublic(option)
      ? nameForParticipants(option, poll, language)
      : voteWordsIn(language).unnamed.option;
  });
}

type CountDeps = Pick<ReadDeps, "db" | "ratingSnapshots">;

/** The count shows what `best_rating` shows, of all options (docs/reference/results.md#count). */
export function maySeeCount(caller: PollCaller): boolean {
  const { reader } = scopeOf(caller, []);
  return ratingVisibility(caller).best && (reader === "admin" || reader.othersShown);
}

export async function findShownCount(
  caller: PollCaller,
  { db, ratingSnapshots }: CountDeps,
): Promise<PollCount | undefined> {
  if (!maySeeCount(caller)) return undefined;
  const count = await ratingSnapshots.counts.of(db, caller.poll);
  return typeof count === "string" ? undefined : count;
}

/** The count of a poll for an admin. Undefined: the poll has none, or it cannot be made now. */
export const readCountToExport = (
  poll: Poll,
  language: Language,
  { db, ratingSnapshots }: Pick<Deps, "db" | "ratingSnapshots">,
): Promise<CountWire | undefined> =>
  inSnapshot(
    db,
    async (snapshot) => {
      const count = await ratingSnapshots.counts.of(snapshot, poll, { waits: true });
      return typeof count === "string" ? undefined : presentCount(snapshot, poll, count, language);
    },
    { large: true },
  );

const words: Readonly<Record<Language, SentenceWords>> = { en, de };

/** What a round of a count decides, in a language. `nameOf`: by the index of the option. */
function sentenceOf(
  figures: CountFigures,
  index: number,
  nameOf: (option: number) => string,
  language: Language,
): string {
  const round = figures.rounds[index];
  if (round === undefined) return "";
  const texts = words[language];
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const lists = new Intl.ListFormat(language, { type: "conjunction" });
  const name = (option: number) => texts.quoted(nameOf(option));
  const votes = (value: Exact | number) =>
    numbers.format(typeof value === "number" ? value : value.decimal);
  const votesOf = (option: number) => {
    const found = round.tally.find((entry) => entry.option === option);
    return found === undefined ? "" : votes(found.votes);
  };
  const all = (options: readonly number[]) => ({
    names: lists.format(options.map(name)),
    several: options.length > 1,
    votes: options.length === 1 ? votesOf(options[0] ?? 0) : undefined,
  });
  const facts: RoundFacts = {
    elected: all(round.elected),
    eliminated: all(round.eliminated),
    isAnyElected: round.elected.length > 0,
    moves: round.transfers.length > 0,
    name,
    votes,
    plural: (value, one, others) => (votes(value) === "1" ? one : others),
    votesOf,
    all: (options) => all(options).names,
  };
  const isRanked = methods[figures.method].ballots === "ranks";
  const tieBreakOf = (by: TieBreak) =>
    texts.tieBreaks[by === "first_ranks" && !isRanked ? "best_grades" : by];
  const ties = figures.ties
    .filter((tie) => tie.round === index)
    .map(({ order, by }) =>
      texts.tie(lists.format(order.map(name)), lists.format(by.map(tieBreakOf))),
    );
  return [texts.round(round.reason, facts), ...ties].flat().filter(Boolean).join(" ");
}
