import { pollTypes } from "@polls/domain/poll-types";
import { de } from "../words/build/de";
import { en } from "../words/build/en";
import { firstDraft, methodsFor, pollOf } from "./poll-drafts";
import { type JobName, jobNames, jobOf, jobOfPoll } from "./poll-jobs";

const begun = (name: JobName, examples = en.examples, today = "2030-12-24") =>
  firstDraft(name, examples[name], { today, timezone: "Europe/Berlin" });
const made = (name: JobName, part: object = {}) => pollOf(name, { ...begun(name), ...part });

test.each([
  ["English", en.examples],
  ["German", de.examples],
])("the example of every job is a poll with options, in %s", (_language, examples) => {
  const without = jobNames.filter((name) => {
    const { options = [] } = pollOf(name, begun(name, examples));
    return options.length === 0;
  });
  // Dates are of the person, and files are uploaded later.
  expect(without).toEqual(["dates", "contest"]);
});

test("every poll type has a job", () => {
  const types = new Set(jobNames.flatMap((name) => jobOf(name).types));
  expect([...types].sort()).toEqual([...pollTypes.names].sort());
});

test("one choice is an up vote with a limit", () => {
  expect(made("choice").settings).toEqual({
    timezone: "Europe/Berlin",
    vote_type: "Votes::UpVote",
    vote_limit_per_voter: 1,
  });
});

test("a counting method comes with the number of winners, where it elects several", () => {
  const counted = { method: "single_transferable", seats: 3 };
  expect(made("ranking", counted).settings).toMatchObject({
    counting_method: "single_transferable",
    seats: 3,
  });
  const runoff = made("ranking", { ...counted, method: "instant_runoff" }).settings;
  expect(runoff).toMatchObject({ counting_method: "instant_runoff" });
  expect(runoff).not.toHaveProperty("seats");
});

test.each<[JobName, Parameters<typeof methodsFor>[1], number]>([
  ["ranking", "Votes::RankedVote", 6],
  ["choice", "single", 0],
  ["dates", "Votes::YesNoMaybeVote", 0],
])("the form of %s offers the counting methods of %s: %d", (name, votes, number) => {
  expect(methodsFor(name, votes)).toHaveLength(number);
});

test("a contest lists its entries in the order of the owner, not of their votes", () => {
  for (const name of jobNames) {
    const { default_sort } = made(name).settings ?? {};
    const set = { contest: "options.position asc", dates: "options.start_date asc" };
    expect(default_sort).toBe(new Map(Object.entries(set)).get(name));
  }
});

test("what is collected from people is open to them", () => {
  const open = jobNames.filter((name) => made(name).poll.allow_new_options);
  expect(open).toEqual(["ideas", "contest"]);
});

test("sold votes come with their price in one request", () => {
  expect(made("sale", { price: 150 }).settings).toMatchObject({
    voting_fee_type: "voting_sell_votes",
    voting_fee: 150,
  });
});

test("slots have their own number of places", () => {
  const { options, settings } = made("signup", { texts: ["Cake", "Tea"], places: [2, undefined] });
  expect(settings).toMatchObject({ limit_per_option_type: "limit_individual" });
  expect(options).toEqual([{ content: "Cake", settings: { voter_limit: 2 } }, { content: "Tea" }]);
});

test("the doors of a calendar open day by day, from today on if the 1st of December is over", () => {
  const days = made("calendar", { texts: ["a", "b"] }).options?.map((door) => door.start_date);
  expect(days).toEqual(["2030-12-24", "2030-12-25"]);
  expect(begun("calendar", en.examples, "2030-05-01").firstDoor).toBe("2030-12-01");
});

test("a question of a survey is a step with its input", () => {
  const question = { ...begun("survey").questions[1] };
  expect(made("survey", { questions: [question] }).options).toEqual([
    {
      content: "Did you like it?",
      settings: { survey_step_type: "input" },
      children: [
        {
          content: "Did you like it?",
          input_type: "radio",
          settings: { allowed_values: ["Yes", "No"], mandatory: true },
        },
      ],
    },
  ]);
});

test.each(jobNames)("a poll that is made for a job is named by it: %s", (name) => {
  const { poll, settings } = made(name);
  expect(jobOfPoll({ type: poll.type ?? "Polls::Voting", settings: settings as never })).toBe(name);
});
