import type { RatedOption, ResultGroup, Results } from "@polls/client";
import { hasYes, type Opinion } from "@polls/domain/vote-values";
import { locationOf, type OptionLocation } from "../parts/map/location";
import { OTHER } from "../parts/show/answer-text";
import { barLengths, lengthOf } from "../types/bars";
import { bestIn } from "../types/best";
import { voteTypes } from "../types/vote-types";
import {
  readingOf,
  signUpReading,
  soldReading,
  type Unit,
  type VoteReading,
} from "../types/vote-values";
import { type Answers, answersOf, type Share, type Titled } from "./answers";
import type { ResultView } from "./result-view";

/** A share of the opinions on an option. */
export interface Part extends Share {
  readonly opinion: Opinion;
}

/** An option among others. */
export interface ChartRow {
  readonly id: string;
  readonly name: string;
  /** Its number in the chart, which the map shows. */
  readonly number: number;
  readonly rank: number | undefined;
  readonly best: boolean;
  /** Whether its date is final. */
  readonly decided: boolean;
  /** The address of its picture. */
  readonly picture: string | undefined;
  readonly voters: number;
  /** How many participants it has room for; undefined: no limit. */
  readonly places: number | undefined;
  readonly rating: number | undefined;
  readonly average: number | undefined;
  /** The value of its bar; a negative value has length 0. */
  readonly value: number;
  /** The length of its bar, from 0 to 1. */
  readonly length: number;
  readonly values: readonly Share[];
  /** Empty where votes are no opinions. */
  readonly strip: readonly Part[];
  /** In a ranking, of the participants who gave it a rank. */
  readonly meanRank: number | undefined;
  /** How many participants are in no part of its strip, whose shares are of all participants. */
  readonly unanswered: number;
  /** Its value in each voting category. */
  readonly categories: readonly { readonly title: string; readonly value: number | undefined }[];
  readonly location: OptionLocation | undefined;
  readonly assigned: number;
}

/** Options beside each other. */
export interface Ranking extends Titled {
  readonly kind: "ranking";
  readonly rows: readonly ChartRow[];
  /** The values that were given, the best first. */
  readonly values: readonly Pick<Share, "key" | "text">[];
  /** What the numbers count. `place`: the method has no number of its own, so its place is shown. */
  readonly unit: Unit | "place";
}

/** The rows of a matrix with the same columns. */
export interface Matrix extends Titled {
  readonly kind: "matrix";
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly voters: number;
    readonly cells: readonly { readonly count: number; readonly share: number }[];
  }[];
}

export type Chart = Ranking | Matrix | Answers;

/** Whether it is empty, for example because this reader cannot read the answers. */
export const isEmpty = (chart: Chart): boolean =>
  (chart.kind === "answers" ? chart.answers : chart.rows).length === 0;

/** Whether no one has answered a question. */
export const isUnanswered = (chart: Chart): boolean =>
  chart.kind === "answers" && chart.voters === 0;

/** Whether all answers to a question are hidden from this reader. */
export const isHidden = (chart: Chart): boolean =>
  chart.kind === "answers" && chart.left > 0 && isEmpty(chart);

/** The charts, in the order of the poll. */
export function chartsOf(results: Results, view: ResultView): readonly Chart[] {
  // Votes on a merged option count on its target; admins read it with none.
  const shown = results.options.filter(({ merged_into }) => merged_into === undefined);
  const options = new Map(shown.map((option) => [option.id, option]));
  return results.groups.flatMap((group): readonly Chart[] => {
    const members = group.option_ids.flatMap((id) => options.get(id) ?? []);
    const reading = view.sold ? soldReading : view.isSignUp ? signUpReading : readingOf(group);
    if (group.columns !== undefined) return [matrixOf(group, group.columns, members, view)];
    const { answers } = reading;
    if (answers !== undefined) {
      return members.map((option) => answersOf({ input_type: answers, ...option }, group, view));
    }
    return [rankingOf(group, members, reading, results, view)];
  });
}

/** Who can vote: of a poll with a jury, no one else. */
const participantsOf = ({ jury_count, voters_count }: Results): number =>
  jury_count ?? voters_count;

const idOf = ({ id, option_ids }: ResultGroup): string => id ?? option_ids[0] ?? "";

/** Whether its bar is the strip of a yes, a maybe and a no. */
export const isDivided = ({ strip }: ChartRow): boolean => strip.length > 0;

/** Rows in the order of their ranks; those without one come last. */
export const bestFirst = (rows: readonly ChartRow[]): readonly ChartRow[] =>
  [...rows].sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity));

type Counted = Pick<VoteReading, "measure"> & Pick<Ranking, "unit">;

/** What the bars of a counted poll show, so that they say what the counting method says. */
function countedReading(
  { measure, unit }: VoteReading,
  { counting_method: method, rating_method: average }: ResultView["counting"],
): Counted {
  if (method === "score") return { measure: "rating", unit: "points" };
  const isNumber =
    method === "borda" ||
    (method === "average" && average !== "average_by_all") ||
    (method === "approval" && unit === "votes");
  return { measure, unit: isNumber ? unit : "place" };
}

function rankingOf(
  group: ResultGroup,
  members: readonly RatedOption[],
  reading: VoteReading,
  results: Results,
  view: ResultView,
): Ranking {
  // Options in categories are ranked by their ratings, and those who see no ranks see no count.
  const isCounted =
    results.counted_at !== undefined &&
    members.every(({ rank, parent_option_id }) => rank !== undefined && !parent_option_id);
  const { measure, unit } = isCounted ? countedReading(reading, view.counting) : reading;
  const isAlone = view.isAlone || members.length === 1;
  const weighed = (points: number | undefined) =>
    points === undefined ? undefined : points * (unit === "points" ? 1 : (reading.weight ?? 1));
  const shownValue = ({ rating, average_rating }: Pick<RatedOption, "rating" | "average_rating">) =>
    weighed(measure === "average" ? average_rating : rating) ?? 0;
  const { opinionOf } = reading;
  const type = group.vote_type && voteTypes[group.vote_type];
  const best = bestIn(
    members,
    ({ distribution }) => opinionOf === undefined || hasYes(type?.choices ?? [], distribution),
  );
  const participants = opinionOf ? participantsOf(results) : 0;
  const figure = unit === "average" ? "average" : unit === "votes" && !view.sold ? "votes" : "sum";
  // One by one: as arguments of a call, the options of a large poll are too many.
  const distribution: Record<string, number> = {};
  for (const option of members) Object.assign(distribution, option.distribution);
  const values = numbersOf(distribution, reading, view);
  const lengths = barLengths(figure, {
    type,
    bounds: group.kind === "step" ? {} : view.bounds,
    voters: participantsOf(results),
    most: highestOf([
      ...members.map(shownValue),
      // A scale reaches to the highest given value: steps may have other bounds than the poll.
      ...(figure !== "average" || type?.top === undefined
        ? []
        : values.map(({ key }) => Number(key))),
    ]),
  });
  const lengthAt = (option: RatedOption): number => {
    const value = shownValue(option);
    if (unit === "place") return 0;
    if (unit === "wins") return value;
    const places = view.isSignUp ? option.places : undefined;
    return places ? lengthOf(value, places) : lengths(value);
  };
  const titles = new Map(results.voting_categories.map(({ id, title }) => [id, title]));
  return {
    kind: "ranking",
    id: idOf(group),
    title: group.title,
    unit,
    values,
    rows: members.map((option, at): ChartRow => {
      const values = numbersOf(option.distribution, reading, view, participants);
      return {
        id: option.id,
        name: view.nameOf(option),
        number: at + 1,
        rank: isAlone ? undefined : option.rank,
        decided: option.decided === true,
        best: best.has(option.id),
        picture: option.attachment?.attachment_url_thumb,
        voters: option.voter_count,
        places: view.isSignUp ? option.places : undefined,
        values,
        rating: weighed(option.rating),
        average: option.voter_count > 0 ? weighed(option.average_rating) : undefined,
        value: shownValue(option),
        length: lengthAt(option),
        strip: opinionOf
          ? values.map((value) => ({ ...value, opinion: opinionOf(Number(value.key)) }))
          : [],
        meanRank: reading.lowestFirst && meanOf(values),
        unanswered:
          values.length === 0
            ? 0
            : Math.max(0, participants - values.reduce((sum, { count }) => sum + count, 0)),
        categories: (option.voting_category_option_ratings ?? []).map(
          ({ voting_category_id: id, ...rating }) => ({
            title: titles.get(id) ?? "",
            value:
              measure === "average" && option.voter_count === 0 ? undefined : shownValue(rating),
          }),
        ),
        location: locationOf(option),
        assigned: results.assignments.filter(({ option_id }) => option_id === option.id).length,
      };
    }),
  };
}

export type LocatedRow = ChartRow & { readonly location: OptionLocation };

/** The rows that stand on a map. */
export const locatedRows = (rows: readonly ChartRow[]): readonly LocatedRow[] =>
  rows.filter((row): row is LocatedRow => row.location !== undefined);

/** Undefined: there are no values. */
function meanOf(values: readonly Share[]): number | undefined {
  const count = values.reduce((sum, each) => sum + each.count, 0);
  const sum = values.reduce((before, each) => before + Number(each.key) * each.count, 0);
  return count === 0 ? undefined : sum / count;
}

/** The highest of the numbers that are not below 0. */
const highestOf = (numbers: readonly number[]): number =>
  numbers.reduce((most, each) => Math.max(most, each), 0);

function numbersOf(
  distribution: RatedOption["distribution"],
  { textOf, lowestFirst }: VoteReading,
  { words, texts }: ResultView,
  participants = 0,
): readonly Share[] {
  const given = Object.entries(distribution);
  const all = given.reduce((sum, [, count]) => sum + count, 0);
  const whole = Math.max(1, all, participants);
  return given
    .map(([key, count]) => ({
      key,
      count,
      share: count / whole,
      text: key === OTHER ? words.answer.other : textOf(Number(key), words, texts),
    }))
    .sort((one, other) => (Number(other.key) - Number(one.key)) * (lowestFirst ? -1 : 1));
}

function matrixOf(
  group: ResultGroup,
  columns: NonNullable<ResultGroup["columns"]>,
  members: readonly RatedOption[],
  { nameOf }: ResultView,
): Matrix {
  return {
    kind: "matrix",
    id: idOf(group),
    title: group.title,
    columns: columns.map(({ title }) => title),
    rows: members.map((option) => {
      const { id, voter_count: voters, distribution } = option;
      const counts = columns.map(({ value }) => distribution[value] ?? 0);
      const all = counts.reduce((sum, count) => sum + count, 0);
      return {
        id,
        voters,
        name: nameOf(option),
        cells: counts.map((count) => ({ count, share: count / Math.max(1, all) })),
      };
    }),
  };
}
