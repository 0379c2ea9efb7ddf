import { signal } from "@preact/signals";
import { type Ballot, keyOf, type Mark } from "../ballot/ballot";
import { NotAdmitted } from "../ballot/not-admitted";
import type { VotingRules } from "../ballot/rules";
import { gatherVotes } from "./uncast-votes";

const [soup, rice, stew] = ["soup", "rice", "stew"].map((optionId) => ({ optionId })) as [
  { readonly optionId: string },
  { readonly optionId: string },
  { readonly optionId: string },
];

let kept = new Map<string, string>();
beforeEach(() => {
  kept = new Map();
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => kept.delete(key),
      setItem: (key: string, text: string) => kept.set(key, text),
    },
  });
});

/** A ballot that casts votes, and the state that each of them gets. */
function scene(
  before: Readonly<Record<string, Mark>> = {},
  answer: Partial<Mark> = {},
  admit: () => Promise<void> = async () => undefined,
) {
  const marks = signal<ReadonlyMap<string, Mark>>(
    new Map(Object.entries(before).map(([optionId, mark]) => [keyOf({ optionId }), mark])),
  );
  const cast: (readonly [string, unknown])[] = [];
  const asking = signal(0);
  const put: Ballot["vote"] = (place, value) => {
    cast.push([place.optionId, value ?? null]);
    const mark: Mark = { value, state: "saved", id: `vote on ${place.optionId}`, ...answer };
    marks.value = new Map(marks.value).set(keyOf(place), mark);
  };
  const ballot = {
    marks,
    last: signal(undefined),
    vote: put,
    abstain: (places: readonly { readonly optionId: string }[]) => {
      for (const place of places) put(place, undefined);
    },
    voter: admit,
    settled: async () => undefined,
    reload: async () => undefined,
  } as unknown as Ballot;
  const gather = (equalRanks = false) =>
    gatherVotes(ballot, {
      place: "choices of a poll",
      equalRanks,
      asking,
    });
  return { gather, cast, asking };
}

const markOf = (ballot: Ballot, place: { readonly optionId: string }) =>
  ballot.marks.value.get(keyOf(place));

test("chosen votes are cast once, by one call, and stay over a reload until then", async () => {
  const { gather, cast } = scene();
  const first = gather();
  first.vote(soup, 1);
  first.vote(soup, 2);
  first.vote(rice, 1);
  first.undo();
  first.abstain([stew]);
  const ballot = gather();
  expect(ballot.uncast?.count.value).toBe(2);
  expect(markOf(ballot, soup)).toMatchObject({ value: 2, state: "chosen" });
  expect(cast).toEqual([]);
  await ballot.uncast?.cast();
  expect(cast).toEqual([
    ["soup", 2],
    ["stew", null],
  ]);
  expect(kept.size).toBe(0);
  ballot.vote(soup, 3);
  expect([ballot.uncast?.count.value, markOf(ballot, soup)]).toMatchObject([
    0,
    { value: 2, fixed: true },
  ]);
});

test("a refused vote is uncast again, with its problem, until it is chosen again", async () => {
  const { gather } = scene({}, { id: undefined, state: "failed", problem: "Full" });
  const ballot = gather();
  ballot.vote(soup, 1);
  await ballot.uncast?.cast();
  expect([ballot.uncast?.count.value, markOf(ballot, soup)]).toMatchObject([
    1,
    { value: 1, state: "failed", problem: "Full" },
  ]);
  expect(kept.size).toBe(0);
  ballot.vote(soup, undefined);
  expect(markOf(ballot, soup)?.state).toBe("idle");
});

test("a held vote can be replaced, and one that waits for a connection cannot", async () => {
  const { gather, cast } = scene({
    soup: { value: 1, state: "held", isHeld: true },
    rice: { value: 1, state: "waiting" },
  });
  const ballot = gather();
  ballot.vote(soup, undefined);
  ballot.vote(rice, 2);
  await ballot.uncast?.cast();
  expect(cast).toEqual([["soup", null]]);
});

test.each([
  ["swap", false, [2, 1]],
  ["stay, where a method defines equal ranks", true, [1, 1]],
])("equal ranks %s", (_case, equalRanks, expected) => {
  const ranks = { type: { unique: true } } as VotingRules;
  const ballot = scene().gather(equalRanks);
  ballot.vote(soup, 1, undefined, ranks);
  ballot.vote(rice, 2, undefined, ranks);
  ballot.vote(rice, 1, undefined, ranks);
  expect([soup, rice].map((place) => markOf(ballot, place)?.value)).toEqual(expected);
});

test("while the form is shown nothing is being saved, and leaving it keeps the votes", async () => {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((_, refuse) => {
    reject = refuse;
  });
  const { gather, cast, asking } = scene({}, {}, () => promise);
  const ballot = gather();
  ballot.vote(soup, 1);
  ballot.vote(rice, 2);
  const done = ballot.uncast?.cast();
  expect(asking.value).toBe(2);
  expect(markOf(ballot, soup)).toMatchObject({ value: 1, state: "chosen" });
  reject(new NotAdmitted("You left the form."));
  await done;
  expect(asking.value).toBe(0);
  expect(cast).toEqual([]);
  expect(markOf(ballot, soup)).toMatchObject({ value: 1, problem: "You left the form." });
  expect(ballot.uncast?.count.value).toBe(2);
});
