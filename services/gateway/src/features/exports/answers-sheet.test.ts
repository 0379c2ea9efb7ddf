// Covers docs/reference/results.md: table-of-answers

import { exportAnswers } from "@polls/db/votes";
import { buildOption, buildParticipant } from "@polls/testing";
import { shareExportedPolls, viewOf } from "../../../testing/exported-polls";
import { storeVotes } from "../../../testing/store-votes";
import { answersSheet } from "./answers-sheet";
import { answersWords } from "./answers-words";

const { gateway, owner, sheetsOf } = shareExportedPolls();

const answersOf = async (
  poll: { readonly memberHash: string },
  { language = "en", sheet = "Answers" } = {},
) => {
  const sheets = await sheetsOf(poll, { "Accept-Language": language }, "answers.xlsx");
  expect([...sheets.keys()]).toEqual([sheet]);
  return sheets.get(sheet) ?? [];
};
const newPoll = (settings: Readonly<Record<string, unknown>>, type?: string) =>
  owner.buildPoll({ settings, ...(type !== undefined && { type }) });

test("the table of answers has a row for each participant, and counts each word of those who count", async () => {
  const poll = await newPoll({
    vote_type: "Votes::YesNoMaybeVote",
    additional_attributes: {
      "1": { title: "Town", type: "text", required: false, allowed_values: [] },
    },
  });
  const [soup, rice] = [
    await buildOption(gateway.db, poll, { content: "Soup" }),
    await buildOption(gateway.db, poll, { content: "Rice" }),
  ];
  const ada = await buildParticipant(gateway.db, poll, {
    userName: "Ada",
    optinEmail: "ada@example.org",
    additionalAttributes: { "1": "London" },
  });
  const bea = await buildParticipant(gateway.db, poll, { userName: "Bea" });
  const mallory = await buildParticipant(gateway.db, poll, {
    userName: "Mallory",
    fraudulent: true,
  });
  await buildParticipant(gateway.db, poll, { userName: "Cleo", confirmedAt: null });
  await storeVotes(gateway.db, poll, [
    { by: ada, on: soup, value: 2 },
    { by: ada, on: rice, value: 0 },
    { by: bea, on: soup, value: 1 },
    { by: bea, on: rice },
    { by: mallory, on: soup, value: 2 },
  ]);
  const since = expect.any(Date);
  expect(await answersOf(poll)).toEqual([
    ["Name", "Town", "Soup", "Rice", "Note", "E-mail", "Since"],
    ["Cleo", null, null, null, "address not confirmed", null, since],
    ["Mallory", null, "yes", null, "fraud, does not count", null, since],
    ["Bea", null, "maybe", "abstains", null, null, since],
    ["Ada", "London", "yes", "no", null, "ada@example.org", since],
    Array(7).fill(null),
    ["Total", ...Array(6).fill(null)],
    ["yes", null, 1, null, null, null, null],
    ["maybe", null, 1, null, null, null, null],
    ["no", null, null, 1, null, null, null],
    Array(7).fill(null),
    ["Times in UTC", ...Array(6).fill(null)],
  ]);
  const disapproved = { approvalState: "disapproved" };
  await gateway.db.prisma.option.update({ where: { id: rice.id }, data: disapproved });
  expect((await answersOf(poll))[0]?.slice(2, 4)).toEqual(["Soup", "Rice (rejected)"]);
  const german = await answersOf(poll, { language: "de", sheet: "Antworten" });
  expect(german[4]?.slice(0, 4)).toEqual(["Ada", "London", "ja", "nein"]);
});

test("a choice and its total have one word, also on a sign-up list", async () => {
  const list = { limit_per_option_type: "limit_for_all", limit_per_option: 3 };
  for (const [word, settings] of [
    ["chosen", {}],
    ["signed up", list],
  ] as const) {
    const poll = await newPoll({ vote_type: "Votes::UpVote", ...settings });
    const option = await buildOption(gateway.db, poll, { content: "Cake" });
    await storeVotes(gateway.db, poll, [{ on: option, value: 1 }]);
    const [, row, , , total] = await answersOf(poll);
    expect([row?.[1], total?.slice(0, 2)]).toEqual([word, [word, 1]]);
  }
});

test("with anonymous voters the table has days, and neither addresses nor what is paid", async () => {
  const poll = await newPoll({
    vote_type: "Votes::UpVote",
    voting_fee_type: "voting_sell_votes",
    voting_fee: 100,
    anonymize_voter_names: true,
  });
  const option = await buildOption(gateway.db, poll, { content: "Cake" });
  const by = await buildParticipant(gateway.db, poll, {
    userName: "Ada",
    optinEmail: "ada@example.org",
    paid: false,
    createdAt: new Date("2026-01-02T13:14:15Z"),
  });
  await storeVotes(gateway.db, poll, [{ by, on: option, value: 3, paidVotes: 1 }]);
  const [, row] = await answersOf(poll);
  const generated = expect.stringMatching(/^Participant [0-9a-f]{6}$/);
  expect(row).toEqual([generated, 3, new Date("2026-01-02T00:00:00Z")]);
});

test.each([
  [
    "Votes::RatingVote",
    [4, 5],
    [
      ["Answers", 2],
      ["Average", 4.5],
    ],
  ],
  [
    "Votes::EmojiVote",
    [1, 4],
    [
      ["Answers", 2],
      ["Average", 2.5],
    ],
  ],
  [
    "Votes::RankedVote",
    [1, 2],
    [
      ["Answers", 2],
      ["Average", 1.5],
    ],
  ],
  [
    "Votes::NumberVote",
    [0.1, 0.2],
    [
      ["Answers", 2],
      ["Sum", 0.3],
      ["Average", 0.15],
    ],
  ],
  [
    "Votes::DotVote",
    [3, 4],
    [
      ["Answers", 2],
      ["Sum", 7],
      ["Average", 3.5],
    ],
  ],
] as const)("%s are numbers with the totals that mean something", async (type, values, totals) => {
  const poll = await newPoll({ vote_type: type });
  const option = await buildOption(gateway.db, poll, { content: "Soup" });
  await storeVotes(
    gateway.db,
    poll,
    values.toReversed().map((value) => ({ on: option, value })),
  );
  const [, ...rows] = await answersOf(poll);
  expect(rows.slice(0, 2).map((row) => row[1])).toEqual(values);
  expect(rows.slice(4, -2).map((row) => row.slice(0, 2))).toEqual(totals);
});

test("bought votes say how many of them are paid, and only these are in the totals", async () => {
  const poll = await newPoll({
    vote_type: "Votes::UpVote",
    voting_fee_type: "voting_sell_votes",
    voting_fee: 100,
  });
  const option = await buildOption(gateway.db, poll, { content: "Cake" });
  await storeVotes(gateway.db, poll, [
    { on: option, value: 3, paidVotes: 0 },
    { on: option, value: 4, paidVotes: 1 },
    { on: option, value: 5, paidVotes: 5 },
  ]);
  const [, ...rows] = await answersOf(poll);
  expect(rows.slice(0, 3).map((row) => row[1])).toEqual([5, "4 (1 paid)", "3 (0 paid)"]);
  expect(rows.find(([title]) => title === "Sum")?.[1]).toBe(6);
});

test("several answers to one input are one text, and a text with a formula stays a text", async () => {
  const poll = await newPoll({}, "Polls::Table");
  const input = (content: string, inputType: string) =>
    buildOption(gateway.db, poll, { type: "Options::InputOption", content, inputType });
  const [languages, note] = [await input("Languages", "multi_select"), await input("Note", "text")];
  const ada = await buildParticipant(gateway.db, poll, { userName: "Ada" });
  const vote = { by: ada, type: "Votes::TextVote" };
  await storeVotes(gateway.db, poll, [
    { ...vote, on: languages, text: '["en","de"]' },
    { ...vote, on: note, text: "=1+1" },
  ]);
  const [, row] = await answersOf(poll);
  expect(row?.slice(0, 3)).toEqual(["Ada", "en, de", "=1+1"]);
});

/** A poll of dates in Vienna, whose options are not in the order of their dates. */
async function pollOfDates(settings: Readonly<Record<string, unknown>> = {}) {
  const type = "Options::TimeRangeOption" as const;
  const poll = await newPoll({
    option_type: type,
    vote_type: "Votes::YesNoMaybeVote",
    timezone: "Europe/Vienna",
    ...settings,
  });
  const [late, early] = [
    await buildOption(gateway.db, poll, {
      ...{ type, content: null, position: 1 },
      ...{ startDate: new Date("2026-12-07T19:00Z"), endDate: new Date("2026-12-07T21:00Z") },
    }),
    await buildOption(gateway.db, poll, {
      ...{ type, content: null, position: 2 },
      ...{ startDate: new Date("2026-12-07T17:00Z"), endDate: new Date("2026-12-07T19:00Z") },
    }),
  ];
  const ada = await buildParticipant(gateway.db, poll, {
    userName: "Ada",
    createdAt: new Date("2026-11-29T21:15:00Z"),
  });
  await storeVotes(gateway.db, poll, [
    { by: ada, on: late, value: 0 },
    { by: ada, on: early, value: 2 },
  ]);
  return poll;
}

test("dates are short, in order, and in the zone of the poll, which one line names", async () => {
  const poll = await pollOfDates();
  const [head, ada, ...rows] = await answersOf(poll, { language: "en-GB" });
  expect(head).toEqual([
    "Name",
    "Mon, 7 Dec 2026, 18:00–20:00",
    "Mon, 7 Dec 2026, 20:00–22:00",
    "Since",
  ]);
  expect(ada).toEqual(["Ada", "yes", "no", new Date("2026-11-29T22:15:00Z")]);
  expect(rows.at(-1)?.[0]).toBe("Times in Central European Time");
  const german = await answersOf(poll, { language: "de", sheet: "Antworten" });
  expect(german[0]?.[1]).toBe("Mo., 7. Dez. 2026, 18:00–20:00 Uhr");
});

test("answers that are days and times are dates of the spreadsheet, in the zone of the poll", async () => {
  const poll = await newPoll(
    {
      timezone: "Pacific/Auckland",
      additional_attributes: {
        "1": { title: "Born", type: "date", required: false, allowed_values: [] },
      },
    },
    "Polls::Table",
  );
  const input = (content: string, inputType: string | null) =>
    buildOption(gateway.db, poll, { type: "Options::InputOption", content, inputType });
  const [day, time, note, free] = [
    await input("Arrival", "date"),
    await input("Call", "datetime"),
    await input("Note", "text"),
    await input("Leaving", null),
  ];
  const by = await buildParticipant(gateway.db, poll, {
    userName: "Ada",
    additionalAttributes: { "1": "1899-12-31" },
  });
  const vote = { by, type: "Votes::TextVote" };
  await storeVotes(gateway.db, poll, [
    { ...vote, on: day, text: "2026-12-31" },
    { ...vote, on: time, text: "2026-12-31T12:30:00Z" },
    { ...vote, on: note, text: "2026-12-31" },
    { ...vote, on: free, text: "2027-01-01", type: "Votes::DateVote" },
  ]);
  const [, row] = await answersOf(poll);
  expect(row?.slice(1, 6)).toEqual([
    "1899-12-31",
    new Date("2026-12-31T00:00:00Z"),
    new Date("2027-01-01T01:30:00Z"),
    "2026-12-31",
    new Date("2027-01-01T00:00:00Z"),
  ]);
});

test("votes of several days name them in the language of the reader", async () => {
  const poll = await newPoll({
    timezone: "America/New_York",
    vote_type: "Votes::UpVote",
    vote_per_day: true,
  });
  const option = await buildOption(gateway.db, poll, { content: "Soup" });
  const by = await buildParticipant(gateway.db, poll, { userName: "Ada" });
  await storeVotes(gateway.db, poll, [{ by, on: option, value: 1 }]);
  await gateway.db.prisma.vote.updateMany({
    where: { pollId: poll.id },
    data: { voteDate: new Date("2027-01-01T00:00Z") },
  });
  const [, row] = await answersOf(poll, { language: "en-GB" });
  expect(row?.[1]).toBe("Fri, 1 Jan 2027: chosen");
});

test("columns about participants that would be empty are left out", async () => {
  const poll = await pollOfDates();
  const headOf = async () => (await answersOf(poll))[0]?.slice(3);
  expect(await headOf()).toEqual(["Since"]);
  await buildParticipant(gateway.db, poll, { optinEmail: "ada@example.org" });
  expect(await headOf()).toEqual(["E-mail", "Since"]);
  await buildParticipant(gateway.db, poll, { fraudulent: true });
  expect(await headOf()).toEqual(["Note", "E-mail", "Since"]);
});

test("the table of an anonymous poll has days, which belong to no zone", async () => {
  const poll = await pollOfDates({
    anonymize_voter_names: true,
    option_type: "Options::DateOption",
  });
  const rows = await answersOf(poll);
  expect(rows[1]?.at(-1)).toEqual(new Date("2026-11-29T00:00:00Z"));
  expect(rows.flat()).not.toContain("Times in Central European Time");
});

test("a yes, maybe and no that counts has its color", async () => {
  const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
  const option = await buildOption(gateway.db, poll, { content: "Soup" });
  const mallory = await buildParticipant(gateway.db, poll, { fraudulent: true });
  await storeVotes(gateway.db, poll, [
    ...[2, 1, 0].map((value) => ({ on: option, value })),
    { by: mallory, on: option, value: 2 },
  ]);
  const sheet = answersSheet(
    viewOf(poll),
    answersWords.en,
    exportAnswers(gateway.db, { pollId: poll.id, anonymous: false }),
  );
  const { value } = await sheet.next();
  const rows: unknown[] = [];
  for (;;) {
    const batch = await value.rows.next();
    if (batch.done) break;
    rows.push(...batch.value);
  }
  await sheet.return(undefined);
  expect(rows.slice(0, 4).map((row) => (row as readonly unknown[])[1])).toEqual([
    { value: "no", style: "no" },
    { value: "maybe", style: "maybe" },
    { value: "yes", style: "yes" },
    "yes",
  ]);
});

test("a table that fails at its options ends the reading", async () => {
  const poll = await newPoll({});
  const ended = jest.fn();
  async function* parts(): AsyncGenerator<never> {
    try {
      yield { sheet: "any", any: {} } as never;
      yield { sheet: "options", options: [{ type: "Options::Unknown" }] } as never;
    } finally {
      ended();
    }
  }
  const sheets = answersSheet(viewOf(poll), answersWords.en, parts());
  await expect(sheets.next()).rejects.toThrow("Unknown option type");
  expect(ended).toHaveBeenCalled();
});
