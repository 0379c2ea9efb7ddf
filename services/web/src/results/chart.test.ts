// Covers docs/reference/pages.md: results-on-pages

import type { RatedOption, ResultGroup, Results } from "@polls/client";
import { en } from "../words/en";
import { en as texts } from "../words/results/en";
import { chartsOf } from "./chart";
import { figureOf } from "./chart-texts";
import type { ResultView } from "./result-view";

const option = (fields: Partial<RatedOption>): RatedOption => ({
  id: "one",
  type: "Options::TextOption",
  position: 1,
  voter_count: 4,
  distribution: {},
  ...fields,
});

const view: ResultView = {
  words: en,
  texts,
  sold: false,
  isOver: false,
  marksBest: true,
  isAlone: false,
  isSignUp: false,
  isOfDates: false,
  best: texts.best,
  counting: {},
  bounds: {},
  order: "poll",
  nameOf: ({ content = "" }) => content,
};

const chartOf = (
  group: Partial<ResultGroup>,
  fields: Partial<RatedOption>,
  more: {
    readonly sold?: boolean;
    readonly results?: Partial<Results>;
    readonly counting?: ResultView["counting"];
  } = {},
) => {
  const [chart] = chartsOf(
    {
      voters_count: 4,
      voting_categories: [],
      assignments: [],
      options: [option(fields)],
      groups: [{ kind: "top_level", option_ids: ["one"], ...group }],
      ...more.results,
    },
    { ...view, sold: more.sold === true, counting: more.counting ?? {} },
  );
  if (chart === undefined) throw new Error("there is no chart");
  return chart;
};

type VoteType = NonNullable<ResultGroup["vote_type"]>;

const answersTo = (fields: Partial<RatedOption>) => {
  const chart = chartOf({ kind: "column", vote_type: "Votes::TextVote" }, fields);
  if (chart.kind !== "answers") throw new Error(chart.kind);
  return chart;
};
const listed = (fields: Partial<RatedOption>) =>
  answersTo(fields).answers.map(({ text, count }) => `${text}: ${count}`);

test("choices keep their order, including choices without an answer", () => {
  const allowed_values = ["Soup", "[Cake]", "true"];
  expect(
    listed({ input_type: "radio", allowed_values, distribution: { true: 1, "[Cake]": 3 } }),
  ).toEqual(["Soup: 0", "[Cake]: 3", "true: 1"]);
});

test("an answer with several choices counts for each choice", () => {
  const allowed_values = ["Soup", "Cake"];
  const distribution = { '["Soup","Cake"]': 2, '["Cake"]': 1 };
  expect(listed({ input_type: "multi_select", allowed_values, distribution })).toEqual([
    "Soup: 2",
    "Cake: 3",
  ]);
});

test.each(["multi_select", "checkbox"] as const)(
  "a choice that is called true is a choice like others: %s",
  (input_type) => {
    const distribution = { '["true"]': 2 };
    expect(listed({ input_type, allowed_values: ["true"], distribution })).toEqual(["true: 2"]);
  },
);

test("a checkbox is answered by yes or no", () => {
  expect(listed({ input_type: "checkbox", distribution: { true: 2, false: 1 } })).toEqual([
    "Yes: 2",
    "No: 1",
  ]);
});

test("numbers are sorted, with their average", () => {
  const chart = answersTo({ input_type: "number", distribution: { 10: 1, 9: 3 } });
  expect(chart.answers.map(({ key }) => key)).toEqual(["9", "10"]);
  expect(chart.average).toBe(9.25);
});

test("days are sorted", () => {
  expect(
    listed({ input_type: "date", distribution: { "2030-02-01": 3, "2030-01-31": 1 } }),
  ).toEqual(["Jan\u00a031,\u00a02030: 1", "Feb\u00a01,\u00a02030: 3"]);
});

test("places are on a map, and addresses in a list without bars", () => {
  const places = answersTo({ input_type: "location", distribution: { "52.5, 13.4": 1, "": 1 } });
  expect(places.isList).toBe(true);
  expect([...places.locations]).toEqual([
    ["52.5, 13.4", { shape: "point", positions: [[13.4, 52.5]], radius: undefined }],
  ]);
  const addresses = answersTo({ input_type: "email", distribution: { "ada@example.org": 1 } });
  expect(addresses).toMatchObject({ isList: true, locations: new Map() });
  expect(answersTo({ input_type: "number", distribution: { 1: 2 } }).isList).toBe(false);
});

test("answers that are not listed are still counted", () => {
  expect(answersTo({ input_type: "text", distribution: { Soup: 1 } }).left).toBe(3);
});

test("free texts have a word count", () => {
  const { words } = answersTo({ input_type: "textarea", distribution: { "the soup": 2 } });
  expect(words).toEqual([{ text: "soup", count: 2 }]);
});

test("values have the names of the vote type, and are shown as a strip", () => {
  const chart = chartOf(
    { vote_type: "Votes::YesNoMaybeVote" },
    { distribution: { 0: 1, 1: 1, 2: 2 }, rating: 5 },
  );
  expect(chart).toMatchObject({
    kind: "ranking",
    rows: [
      {
        value: 2.5,
        strip: [
          { text: "Yes", opinion: "yes", count: 2, share: 0.5 },
          { text: "Maybe", opinion: "maybe", count: 1 },
          { text: "No", opinion: "no", count: 1 },
        ],
      },
    ],
  });
});

/** The rows of two options, of five participants. */
const rowsOf = (
  vote_type: VoteType,
  [one, two]: readonly [Partial<RatedOption>, Partial<RatedOption>],
  more: Partial<ResultView> = {},
  counts: Pick<Results, "voters_count" | "jury_count"> = { voters_count: 5 },
) => {
  const options = [option({ ...one, id: "one" }), option({ ...two, id: "two" })];
  const groups: ResultGroup[] = [{ kind: "top_level", option_ids: ["one", "two"], vote_type }];
  const results = { ...counts, voting_categories: [], assignments: [], options, groups };
  const [chart] = chartsOf(results, { ...view, ...more });
  if (chart?.kind !== "ranking") throw new Error(chart?.kind);
  return chart.rows.map((row) => ({ ...row, figure: figureOf(row, chart.unit, view).join(" ") }));
};

test.each<[string, VoteType, readonly [number, number], readonly [number, number]]>([
  ["stars on five stars", "Votes::RatingVote", [4, 2], [0.8, 0.4]],
  ["faces on five faces", "Votes::EmojiVote", [5, 1], [1, 0.2]],
  ["a range on its bounds", "Votes::RangeVote", [8, 2], [0.4, 0.1]],
  ["votes on the participants", "Votes::UpVote", [4, 1], [0.8, 0.2]],
  ["points on the best option", "Votes::DotVote", [8, 2], [1, 0.25]],
  ["numbers on the best option", "Votes::NumberVote", [8, 2], [1, 0.25]],
])("bars have the scale of their figure: %s", (_scale, vote_type, values, lengths) => {
  const fields = values.map((value) => ({
    rating: value,
    average_rating: value,
    distribution: { [value]: 1 },
  })) as unknown as readonly [Partial<RatedOption>, Partial<RatedOption>];
  const bounds = vote_type === "Votes::RangeVote" ? { vote_limit_per_option: 20 } : {};
  expect(rowsOf(vote_type, fields, { bounds }).map(({ length }) => length)).toEqual(lengths);
});

test("in a poll with a jury, shares are of its members, and no one else is missing", () => {
  const yes = { rating: 1, distribution: { 1: 1 } };
  const no = { rating: -1, distribution: { "-1": 1 } };
  const counts = { voters_count: 5, jury_count: 2 };
  const rows = rowsOf("Votes::BooleanVote", [yes, no], {}, counts);
  expect(rows.map(({ unanswered }) => unanswered)).toEqual([1, 1]);
});

test("numbers are shown against the best option, not against the highest number", () => {
  const [best, other] = rowsOf("Votes::NumberVote", [
    { average_rating: 6, distribution: { 2: 1, 10: 1 } },
    { average_rating: 3, distribution: { 3: 1 } },
  ]);
  expect([best?.length, other?.length]).toEqual([1, 0.5]);
});

test("a poll of many options has a chart", () => {
  const distribution = { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 };
  const many = Array.from({ length: 100_000 }, (_, at) =>
    option({ id: String(at), average_rating: 3, distribution }),
  );
  const option_ids = many.map(({ id }) => id);
  const groups: ResultGroup[] = [{ kind: "top_level", vote_type: "Votes::RatingVote", option_ids }];
  const results = {
    voters_count: 1,
    voting_categories: [],
    assignments: [],
    options: many,
    groups,
  };
  const [chart] = chartsOf(results, view);
  expect(chart).toMatchObject({ kind: "ranking", values: { length: 5 } });
});

test("a single maybe of five participants is a fifth of the bar, and does not lead", () => {
  const [maybe, none] = rowsOf("Votes::YesNoMaybeVote", [
    { distribution: { 1: 1 }, rating: 1, best_rating: true, voter_count: 1 },
    { best_rating: false, voter_count: 0 },
  ]);
  expect(maybe).toMatchObject({ best: false, strip: [{ opinion: "maybe", share: 0.2 }] });
  expect(none?.strip).toEqual([]);
  // Its percentages add to less than 100.
  expect(maybe?.unanswered).toBe(4);
  const [yes] = rowsOf("Votes::YesNoMaybeVote", [
    { distribution: { 2: 1 }, rating: 2, best_rating: true, voter_count: 1 },
    { best_rating: false, voter_count: 0 },
  ]);
  expect(yes?.best).toBe(true);
});

test("ranks come to their mean, and a scale to no strip", () => {
  const [ranked, unranked] = rowsOf("Votes::RankedVote", [
    { distribution: { 1: 2, 4: 1 }, rating: 9, voter_count: 3 },
    { distribution: {}, rating: 0, voter_count: 0 },
  ]);
  expect([ranked?.meanRank, unranked?.meanRank]).toEqual([2, undefined]);
  expect(ranked?.strip).toEqual([]);
  const [rated] = rowsOf("Votes::RatingVote", [{ distribution: { 5: 1, 3: 1 }, voter_count: 2 }]);
  expect([rated?.meanRank, rated?.strip]).toEqual([undefined, []]);
});

test("comparisons say how many were won", () => {
  const figures = (fields: Partial<RatedOption>) =>
    rowsOf("Votes::PairwiseVote", [fields, {}]).map(({ figure, length }) => [
      figure.trim(),
      length,
    ]);
  expect(figures({ rating: 2, average_rating: 0.6667 })[0]).toEqual(["won 2 of 3", 0.6667]);
  expect(figures({ rating: 0, average_rating: 0 })[0]).toEqual(["won none", 0]);
  expect(figures({ rating: 4321, average_rating: 0.0123 })[0]?.[0]).toBe("won 1%");
  expect(figures({ voter_count: 0 })[0]?.[0]).toBe("not compared yet");
});

test("bought votes are shown as numbers in every vote type", () => {
  const chart = chartOf(
    { vote_type: "Votes::RatingVote" },
    { distribution: { 30: 2 }, rating: 60, average_rating: 30 },
    { sold: true },
  );
  expect(chart).toMatchObject({ unit: "votes", rows: [{ value: 60, strip: [] }] });
});

test("a negative rating has a bar of length 0", () => {
  const chart = chartOf(
    { vote_type: "Votes::BooleanVote" },
    { rating: -2, distribution: { "-1": 2 } },
  );
  expect(chart).toMatchObject({ rows: [{ value: -2, length: 0 }] });
});

test("cells of a matrix show the share of their row", () => {
  const columns = [
    { value: 1, title: "Bad" },
    { value: 2, title: "Good" },
  ];
  const chart = chartOf(
    { kind: "step", vote_type: "Votes::RangeVote", columns },
    { distribution: { 2: 3 } },
  );
  expect(chart).toMatchObject({
    kind: "matrix",
    columns: ["Bad", "Good"],
    rows: [
      {
        cells: [
          { count: 0, share: 0 },
          { count: 3, share: 1 },
        ],
      },
    ],
  });
});

test("options without votes have no average, also in categories", () => {
  const vote_type = "Votes::RatingVote";
  const averagesOf = (voter_count: number) => {
    const none = { average_rating: 0, rating: 0 };
    const voting_category_option_ratings = [{ voting_category_id: 1, ...none }];
    const chart = chartOf({ vote_type }, { voter_count, ...none, voting_category_option_ratings });
    const [row] = chart.kind === "ranking" ? chart.rows : [];
    return [row?.average, row?.categories.map(({ value }) => value)];
  };
  expect([0, 1].map(averagesOf)).toEqual([
    [undefined, [undefined]],
    [0, [0]],
  ]);
});

test.each<[NonNullable<ResultView["counting"]["counting_method"]>, VoteType, string]>([
  ["instant_runoff", "Votes::RankedVote", "Place 2"],
  ["schulze", "Votes::RankedVote", "Place 2"],
  ["borda", "Votes::RankedVote", "12 points"],
  ["majority_judgment", "Votes::RatingVote", "Place 2"],
  ["score", "Votes::RatingVote", "12 points"],
  ["average", "Votes::RatingVote", "3 on average"],
  ["approval", "Votes::UpVote", "12 votes"],
  ["approval", "Votes::YesNoMaybeVote", "Place 2"],
])(
  "an option that is counted by %s has a figure of this method: %s",
  (method, vote_type, figure) => {
    const fields = { rating: 12, average_rating: 3, rank: 2 };
    const shown = (counted: Partial<Results>) => {
      // A single option has no place.
      const options = [option(fields), option({ id: "two", rank: 1 })];
      const groups: ResultGroup[] = [{ kind: "top_level", vote_type, option_ids: ["one", "two"] }];
      const results = { options, groups, ...counted };
      const counting = { counting_method: method };
      const chart = chartOf({ vote_type }, fields, { counting, results });
      const [row] = chart.kind === "ranking" ? chart.rows : [];
      if (chart.kind !== "ranking" || row === undefined) throw new Error(chart.kind);
      return figureOf(row, chart.unit, view).filter(Boolean).join(" ");
    };
    expect(shown({ counted_at: "2031-05-02T12:00:00Z" })).toBe(figure);
    // The poll is not counted, for example because it has too many options.
    expect(shown({})).not.toContain("Place");
  },
);
