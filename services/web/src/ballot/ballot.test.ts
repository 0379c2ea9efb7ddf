import type { Poll } from "@polls/client";
import { signal } from "@preact/signals";
import type { Visit } from "../session/visit";
import { createBallot, keyOf } from "./ballot";
import { leftOf } from "./limits";
import { rulesOf } from "./rules";

const place = { optionId: "a", categoryId: undefined };
const other = { optionId: "b", categoryId: undefined };
const storedVote = (option_id: string) => ({
  id: `vote of ${option_id}`,
  option_id,
  voting_category_id: null,
  type: "Votes::BooleanVote",
  vote: 1,
});

/** The ballot of a participant whose votes are on the service; each change has the given answer. */
function ballotOf(
  votes: readonly object[],
  change: () => Promise<unknown>,
  listed: Promise<void> = Promise.resolve(),
) {
  const all = async function* () {
    await listed;
    yield* votes;
  };
  const client = { votes: { list: { all }, change } };
  const visit = {
    pollId: "poll",
    client: () => client,
    words: { failed: "The vote could not be saved.", errors: {} },
    explain: () => "The vote could not be saved.",
    password: signal(undefined),
    participant: signal({ id: "participant" }),
    data: { votes },
    shareWithTabs: () => () => undefined,
  };
  return createBallot(visit as unknown as Visit);
}

beforeAll(() => {
  const target = new EventTarget();
  Object.assign(globalThis, {
    addEventListener: target.addEventListener.bind(target),
    document: target,
    sessionStorage: { getItem: () => null, removeItem: () => undefined, setItem: () => undefined },
  });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
});

test("a vote that is being saved, or was not saved, stays marked when the votes are read again", async () => {
  let answer: (error: Error) => void = () => undefined;
  const ballot = ballotOf(
    [storedVote("a"), storedVote("b")],
    () => new Promise((_, reject) => (answer = reject)),
  );
  const markOf = () => ballot.marks.value.get(keyOf(place));
  ballot.vote(place, 0);
  await ballot.reload();
  expect(markOf()).toMatchObject({ value: 0, state: "saving" });
  answer(new Error("refused"));
  await ballot.settled();
  expect(ballot.last.value).toBeUndefined();
  await ballot.reload();
  expect(markOf()).toMatchObject({ value: 1, state: "failed", problem: expect.any(String) });
  expect(ballot.marks.value.get(keyOf(other))).toMatchObject({ value: 1, state: "idle" });
});

test("a vote that was saved while older votes were read stays marked", async () => {
  let list: () => void = () => undefined;
  const listed = new Promise<void>((resolve) => (list = resolve));
  const ballot = ballotOf([storedVote("a")], async () => ({ ...storedVote("a"), vote: 0 }), listed);
  const read = ballot.reload();
  ballot.vote(place, 0);
  await ballot.settled();
  list();
  await read;
  expect(ballot.marks.value.get(keyOf(place))).toMatchObject({ value: 0, state: "saved" });
});

test.each([
  ["Votes::BooleanVote", -1, 1],
  ["Votes::BooleanVote", 0, 2],
  ["Votes::YesNoMaybeVote", 0, 2],
  ["Votes::YesNoMaybeVote", 2, 1],
] as const)("a page counts what the limit counts: %s of %d leaves %d of 2", (type, value, left) => {
  const poll = { settings: { vote_type: type, vote_limit_per_voter: 2 }, options_count: 3 };
  const marks = new Map([[keyOf(place), { value, state: "saved" as const }]]);
  expect(leftOf(rulesOf(poll as unknown as Poll), marks)).toMatchObject({ left, of: 2 });
});
