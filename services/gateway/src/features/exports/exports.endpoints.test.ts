// Covers docs/reference/decisions.md: deciding
// Covers docs/reference/options.md: names-of-options
// Covers docs/reference/polls.md: additional-attributes
// Covers docs/reference/requests.md: query-parameters
// Covers docs/reference/results.md: export-columns, exports

import {
  buildAttachment,
  buildOption,
  buildOptions,
  buildParticipant,
  buildParticipants,
  buildPoll,
  type NewOption,
} from "@polls/testing";
import { shareExportedPolls, viewOf } from "../../../testing/exported-polls";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";
import { isGenuineLink } from "../files/file-links";
import { csvCell } from "./csv";
import { exportFormats } from "./export-formats";
import { exportColumns } from "./export-row";

const { gateway, owner, votedPoll, exported, exportedIn, sheetsOf } = shareExportedPolls();

test("JSON has an object for each vote, with answers to removed attributes", async () => {
  const { poll, option, participant, vote } = await votedPoll();
  const { status, body } = await exported(poll, "json");
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      vote_id: vote.id,
      voter_id: participant.publicId,
      user_name: "Ada",
      optin_email: "ada@example.org",
      Town: "London",
      Shoe: "42",
      fraudulent: false,
      option_id: option.publicId,
      option: '=2+2, "quoted"',
      parent_option: null,
      approval_state: "approved",
      loser_option_id: null,
      type: "Votes::BooleanVote",
      voting_category: null,
      vote: -1,
      vote_text: null,
      vote_date: null,
      paid_votes: null,
      created_at: vote.created_at,
      updated_at: vote.updated_at,
    },
  ]);
});

// Settings: additional_attributes
test("all answers are exported, also if attributes have the same title", async () => {
  const attribute = { type: "text", required: false, allowed_values: [] } as const;
  const poll = await buildPoll(gateway.db, {
    settings: {
      additional_attributes: {
        "1": { ...attribute, title: "Town" },
        "2": { ...attribute, title: "Town" },
        "7": { ...attribute, title: "vote" },
        "8": { ...attribute, title: "vote (7)" },
      },
    },
  });
  const titles = exportColumns(viewOf(poll)).map(({ title }) => title);
  expect(titles.slice(4, 8)).toEqual(["Town", "Town (2)", "vote (7)", "vote (7) (8)"]);
  expect(new Set(titles).size).toBe(titles.length);
});

test("an option without a text is called by its day, place, file or kind, in the language of the reader", async () => {
  const poll = await owner.buildPoll({ settings: { timezone: "Europe/Berlin" } });
  const participant = await buildParticipant(gateway.db, poll);
  for (const { fileName, ...facts } of [
    { type: "Options::DateOption", startDate: new Date("2027-07-01T22:00:00Z") },
    { type: "Options::LocationOption", data: { coordinates: [[13.4, 52.5]] } },
    { type: "Options::FileOption", fileName: "plan.pdf" },
    { type: "Options::ImageOption", fileName: "IMG_2041.jpg" },
  ]) {
    const option = await buildOption(gateway.db, poll, facts);
    await gateway.db.prisma.option.update({ where: { id: option.id }, data: { content: null } });
    if (fileName !== undefined) await buildAttachment(gateway.db, option, { fileName });
    await storeVotes(gateway.db, poll, [{ by: participant, on: option, value: 1 }]);
  }
  const others = {
    en: ["Friday, July 2, 2027", "Photo 4"],
    "en-GB": ["Friday, 2 July 2027", "Photo 4"],
    de: ["Freitag, 2. Juli 2027", "Foto 4"],
  };
  for (const [language, [day, photo]] of Object.entries(others)) {
    const names = [day, "52.50000, 13.40000", "plan.pdf", photo];
    const headers = { "Accept-Language": language };
    const rows = await exportedIn(poll, "json", headers);
    expect((rows.body as readonly ExportedRow[]).map(({ option }) => option)).toEqual(names);
    const sheets = await sheetsOf(poll, headers);
    expect(sheets.get("Participants")?.[0]?.slice(-4)).toEqual(names);
    expect(
      sheets
        .get("Summary")
        ?.slice(-4)
        .map((row) => row[1]),
    ).toEqual(names);
  }
});

interface ExportedRow {
  readonly option: string;
  readonly optin_email: string | null;
  readonly vote_text: string | null;
}

test("final dates are marked, in polls of dates", async () => {
  const type = "Options::DateOption";
  const poll = await owner.buildPoll({ settings: { option_type: type } });
  const build = (day: string) =>
    buildOption(gateway.db, poll, { type, startDate: new Date(`${day}T00:00Z`) });
  const [first, second] = [await build("2040-06-01"), await build("2040-06-02")];
  const by = await buildParticipant(gateway.db, poll);
  await storeVotes(gateway.db, poll, [
    { by, on: first, value: 1 },
    { by, on: second, value: 1 },
  ]);
  const decide = (option_ids: readonly string[]) =>
    gateway.as(owner, `POST /api/v1/polls/${poll.adminHash}/decision`, { option_ids });
  expect((await decide([first.publicId])).status).toBe(201);
  expect((await decide([second.publicId])).status).toBe(201);
  const rows = (await exported(poll, "json")).body;
  expect(rows).toMatchObject([
    { decided: false, start_date: "2040-06-01", end_date: null },
    { decided: true, start_date: "2040-06-02", end_date: null },
  ]);
  expect((await exported(poll, "csv")).text).toMatch(
    /,parent_option,approval_state,decided,start_date,end_date,loser_option_id,/,
  );
  const sheets = await sheetsOf(poll);
  const [titles = [], ...votes] = sheets.get("Votes") ?? [];
  expect(votes.map((row) => row[titles.indexOf("decided")])).toEqual([false, true]);
  const [, ...options] = sheets.get("Summary")?.slice(-3) ?? [];
  expect(options.map((row) => row.at(-1))).toEqual([false, true]);
});

const inKiritimati = { timezone: "Pacific/Kiritimati" };

test.each([
  ["Options::DateRangeOption", "2027-03-26T00:00", "2027-03-26", "2027-03-28"],
  [
    "Options::TimeRangeOption",
    "2027-03-26T09:00",
    "2027-03-25T19:00:00.000Z",
    "2027-03-28T09:59:59.999Z",
  ],
])("the dates of a %s from %s are written as %s and %s", async (type, start, from, to) => {
  const poll = await owner.buildPoll({ settings: { option_type: type, ...inKiritimati } });
  const created = await gateway.as(owner, `POST /api/v1/polls/${poll.adminHash}/options`, {
    option: { start_date: start, end_date: "2027-03-28" },
  });
  expect(created.status).toBe(201);
  const on = await gateway.db.prisma.option.findUniqueOrThrow({
    where: { publicId: created.body.id },
  });
  const by = await buildParticipant(gateway.db, poll);
  await storeVotes(gateway.db, poll, [{ by, on, value: 1 }]);
  expect((await exported(poll, "json")).body).toMatchObject([{ start_date: from, end_date: to }]);
  expect((await exported(poll, "csv")).text).toContain(`,false,${from},${to},`);
  const sheets = await sheetsOf(poll);
  const [titles = [], vote = []] = sheets.get("Votes") ?? [];
  const written = [from, to].map((date) => new Date(date));
  const first = titles.indexOf("start_date");
  expect(vote.slice(first, first + 2)).toEqual(written);
  expect(sheets.get("Summary")?.at(-1)?.slice(7, 9)).toEqual(written);
});

test("every option and question has its column and row, in the order of the poll", async () => {
  const poll = await owner.buildPoll({ type: "Polls::Survey" });
  const build = (facts: NewOption) =>
    buildOption(gateway.db, poll, { type: "Options::SurveyStep", ...facts });
  const later = await build({
    content: "Later",
    position: 3,
    settings: { survey_step_type: "vote" },
  });
  const unseen = await build({
    content: "Later option",
    type: "Options::TextOption",
    parent: later,
  });
  await build({ content: "Info", position: 2 });
  const first = await build({
    content: "First",
    position: 1,
    settings: { survey_step_type: "input" },
  });
  await build({ content: "Why?", position: 2, parent: first, type: "Options::InputOption" });
  const who = await build({
    content: "Who?",
    position: 1,
    parent: first,
    type: "Options::InputOption",
  });
  await storeVotes(gateway.db, poll, [
    { on: unseen, value: 1, type: "Votes::BooleanVote" },
    { on: who, text: "Ada", type: "Votes::TextVote" },
  ]);
  const sheets = await sheetsOf(poll);
  const questions = ["First: Who?", "First: Why?", "Later: Later option"];
  const [titles = [], ...rows] = sheets.get("Participants") ?? [];
  expect(titles.slice(titles.indexOf("created_at") + 1)).toEqual(questions);
  expect(rows.map((row) => row.slice(-3))).toEqual([
    [null, null, 1],
    ["Ada", null, null],
  ]);
  expect(
    sheets
      .get("Summary")
      ?.slice(-3)
      .map((row) => row.slice(1)),
  ).toEqual([
    ["Who?", "First", "approved", 1, null, null],
    ["Why?", "First", "approved", 0, null, null],
    ["Later option", "Later", "approved", 1, 1, 1],
  ]);
});

test("of more than 1,000 options, those with votes have a column first", async () => {
  const poll = await owner.buildPoll();
  await buildOptions(gateway.db, poll, 1_001);
  const last = await buildOption(gateway.db, poll, { content: "Last" });
  await storeVotes(gateway.db, poll, [{ on: last, value: 1 }]);
  const sheets = await sheetsOf(poll);
  const [titles = []] = sheets.get("Participants") ?? [];
  expect(titles.slice(titles.indexOf("created_at") + 1)).toHaveLength(1_000);
  expect(titles.slice(-2)).toEqual(["Option 999", "Last"]);
  expect(sheets.get("Summary")?.slice(-1)[0]?.[1]).toBe("Last");
});

test("an answer with a file has the name of the file and a link that works for a week", async () => {
  const poll = await owner.buildPoll({ type: "Polls::Survey" });
  const build = (facts: NewOption) =>
    buildOption(gateway.db, poll, { type: "Options::SurveyStep", ...facts });
  const step = await build({ settings: { survey_step_type: "input" } });
  const inputs = { type: "Options::InputOption", parent: step } as const;
  const input = await build({ ...inputs, content: "Your CV", inputType: "file" });
  const file = await build({ type: "Options::FileOption", parent: input, content: "CV" });
  const { storageKey } = await buildAttachment(gateway.db, file, { fileName: "cv of Ada.pdf" });
  const text = await build({ ...inputs, content: "Its id" });
  const by = await buildParticipant(gateway.db, poll);
  const vote = { by, type: "Votes::TextVote", text: file.publicId };
  await storeVotes(gateway.db, poll, [
    { ...vote, on: input },
    { ...vote, on: text },
  ]);
  const rows = (await exported(poll, "json")).body as readonly ExportedRow[];
  const [answer = "", other] = rows.map((row) => row.vote_text ?? undefined);
  expect(other).toBe(file.publicId);
  expect((await sheetsOf(poll)).get("Participants")?.[1]?.slice(-2)).toEqual([
    expect.stringMatching(/^cv of Ada\.pdf https:/),
    file.publicId,
  ]);
  const link = new URL(answer.slice(answer.indexOf("https:")));
  expect(answer).toBe(`cv of Ada.pdf ${link}`);
  expect(link.pathname).toBe(`/files/${storageKey}`);
  const week = 7 * 86_400_000;
  const now = Date.now();
  const { signing } = gateway.deps.config.keys.fileLinks;
  const isValid = (at: number) =>
    isGenuineLink(storageKey, link.searchParams, [signing], new Date(at));
  expect([isValid(now + week - 60_000), isValid(now + week)]).toEqual([true, false]);
});

test("exports of a poll with anonymous voters have no addresses", async () => {
  const { poll } = await votedPoll();
  const emails = async () => {
    const rows = (await exported(poll, "json")).body as readonly ExportedRow[];
    const [titles = [], row = []] = (await sheetsOf(poll)).get("Participants") ?? [];
    return [rows[0]?.optin_email, row[titles.indexOf("optin_email")]];
  };
  expect(await emails()).toEqual(["ada@example.org", "ada@example.org"]);
  await gateway.db.prisma.poll.update({
    where: { id: poll.id },
    data: { settings: { anonymize_voter_names: true }, version: { increment: 1 } },
  });
  expect(await emails()).toEqual([null, null]);
});

test("a file is named after its poll", async () => {
  const named = async (title: string) => {
    const poll = await owner.buildPoll({ title });
    const { headers } = await exported(poll, "xlsx");
    return headers.get("content-disposition");
  };
  expect(await named("Käse/Kuchen: 🎂")).toBe(
    "attachment; filename=\"Kase Kuchen .xlsx\"; filename*=UTF-8''K%C3%A4se%20Kuchen%20%F0%9F%8E%82.xlsx",
  );
  expect(await named("../..")).toContain('filename="votes.xlsx"');
  expect(await named("日本")).toContain('filename="votes.xlsx"; filename*=UTF-8');
  expect(await named("2030")).toContain('filename="2030.xlsx"');
  expect(await named("...")).toContain('filename="votes.xlsx"');
});

test.each([
  [false, [null, 1, 2]],
  [true, [null, null, null]],
])(
  "a limited poll has a column of the waiting list, empty with anonymize_voter_names: %s",
  async (anonymize_voter_names, expected) => {
    const poll = await owner.buildPoll({
      settings: { participant_limit: 1, anonymize_voter_names },
    });
    await buildParticipant(gateway.db, poll);
    await buildParticipants(gateway.db, poll, 2, { place: "waiting" });
    const [titles = [], ...rows] = (await sheetsOf(poll)).get("Participants") ?? [];
    const at = titles.indexOf("waiting_position");
    expect(rows.map((row) => row[at])).toEqual(expected);
  },
);

test("a poll without votes exports an empty table", async () => {
  const poll = await owner.buildPoll();
  expect((await exported(poll, "json")).body).toEqual([]);
  expect((await exported(poll, "csv")).text.split("\r\n")).toHaveLength(2);
});

test("exports are available to admins, and 404 for other accounts", async () => {
  const { poll } = await votedPoll();
  const stranger = await signUp(gateway.db);
  for (const { path } of exportFormats) {
    const line = `GET /api/v1/polls/${poll.memberHash}/${path}`;
    const tokens = [owner.privateToken, stranger.privateToken, owner.publicToken, undefined];
    const replies = tokens.map((token) => gateway.request(line, { token }));
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect([path, ...statuses]).toEqual([path, 200, 404, 404, 401]);
  }
});

test.each([
  ["a leading sign", "=1+1", "'=1+1"],
  ["a full-width sign", "\uff1d1+1", "'\uff1d1+1"],
  ["a small sign", "\ufe66A1", "'\ufe66A1"],
  ["a number that is a text", "-5", "'-5"],
  ["a sign after a semicolon", "a;=1+1", "a;'=1+1"],
  ["a sign after a tab", "a\t@SUM(A1)", "a\t'@SUM(A1)"],
  ["a full-width sign after a semicolon", "a;\uff0b1", "a;'\uff0b1"],
  ["a sign after a semicolon and spaces", "a; =1", "a; '=1"],
  ["a sign after a semicolon and quotes", 'a;"=1&"', `"a;""'=1&"""`],
  ["a sign on a new line", "a\n=1", `"a\n'=1"`],
  ["signs within a text", "a-b = c", "a-b = c"],
  ["a semicolon within a text", "a; b", "a; b"],
])("CSV neutralizes %s", (_case, text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
