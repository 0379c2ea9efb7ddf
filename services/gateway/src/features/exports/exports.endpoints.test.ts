// Covers docs/reference/decisions.md: deciding
// Covers docs/reference/options.md: names-of-options
// Covers docs/reference/polls.md: additional-attributes
// Covers docs/reference/requests.md: consistency, query-parameters
// Covers docs/reference/results.md: export-columns, exports, workbook
// Covers docs/reliability.md: expensive-requests, pages-and-exports

import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportVotes, exportWorkbook } from "@polls/db/votes";
import type { Poll } from "@polls/domain/polls";
import { voteWordsIn } from "@polls/markup";
import {
  buildAttachment,
  buildOption,
  buildOptions,
  buildParticipant,
  buildParticipants,
  buildPoll,
  type NewOption,
  sampleCases,
  waitFor,
} from "@polls/testing";
import fc from "fast-check";
import readWorkbook from "read-excel-file/node";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";
import { isGenuineLink } from "../files/file-links";
import { csvCell } from "./csv";
import { exportFormats } from "./export-formats";
import { type ExportView, exportColumns } from "./export-row";
import { createExportSlots } from "./export-slots";
import { workbookSheets } from "./workbook";
import { columnLetters, momentCell, type Sheet, type SheetRow, sheetText, xlsxCell } from "./xlsx";

const gateway = shareGateway();
const owner = shareAccount(gateway);

async function votedPoll() {
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: owner.id,
    settings: {
      additional_attributes: {
        "1": { title: "Town", type: "text", required: false, allowed_values: [] },
        "2": { title: "Shoe", type: "text", required: false, allowed_values: [], removed: true },
      },
    },
  });
  const option = await buildOption(gateway.db, poll, { content: '=2+2, "quoted"' });
  const participant = await buildParticipant(gateway.db, poll, {
    ownerKey: `user:${owner.id}`,
    userName: "Ada",
    optinEmail: "ada@example.org",
    additionalAttributes: { "1": "London", "2": "42" },
  });
  const { body } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    token: owner.privateToken,
    body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: -1 } },
  });
  return { poll, option, participant, vote: body };
}

const viewOf = (poll: Poll): ExportView => ({
  poll,
  reader: { ...voteWordsIn("en"), timezone: poll.settings.timezone },
  fileUrl: (storageKey) => `https://polls.example/${storageKey}`,
});

const exported = (poll: { readonly memberHash: string }, extension: string, token?: string) =>
  gateway.request(`GET /api/v1/polls/${poll.memberHash}/export.${extension}`, {
    token: token ?? owner.privateToken,
  });

const exportedIn = (
  poll: { readonly memberHash: string },
  extension: string,
  headers: Readonly<Record<string, string>>,
) =>
  gateway.request(`GET /api/v1/polls/${poll.memberHash}/export.${extension}`, {
    token: owner.privateToken,
    headers,
  });

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

test("an option without a text is called by its day, place, file or number, in the language of the reader", async () => {
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: owner.id,
    settings: { timezone: "Europe/Berlin" },
  });
  const participant = await buildParticipant(gateway.db, poll);
  for (const { fileName, ...facts } of [
    { type: "Options::DateOption", startDate: new Date("2027-07-01T22:00:00Z") },
    { type: "Options::LocationOption", data: { coordinates: [[13.4, 52.5]] } },
    { type: "Options::FileOption", fileName: "plan.pdf" },
    { type: "Options::ImageOption" },
  ]) {
    const option = await buildOption(gateway.db, poll, facts);
    await gateway.db.prisma.option.update({ where: { id: option.id }, data: { content: null } });
    if (fileName !== undefined) await buildAttachment(gateway.db, option, { fileName });
    await storeVotes(gateway.db, poll, [{ by: participant, on: option, value: 1 }]);
  }
  const days = { en: "Friday, July 2, 2027", de: "Freitag, 2. Juli 2027" };
  for (const [language, day] of Object.entries(days)) {
    const names = [day, "52.50000, 13.40000", "plan.pdf", "Option 4"];
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
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: owner.id,
    settings: { option_type: type },
  });
  const build = (day: string) =>
    buildOption(gateway.db, poll, { type, startDate: new Date(`${day}T00:00Z`) });
  const [first, second] = [await build("2040-06-01"), await build("2040-06-02")];
  const by = await buildParticipant(gateway.db, poll);
  await storeVotes(gateway.db, poll, [
    { by, on: first, value: 1 },
    { by, on: second, value: 1 },
  ]);
  const decide = (option_ids: readonly string[]) =>
    gateway.request(`POST /api/v1/polls/${poll.adminHash}/decision`, {
      token: owner.privateToken,
      body: { option_ids },
    });
  expect((await decide([first.publicId])).status).toBe(201);
  expect((await decide([second.publicId])).status).toBe(201);
  const rows = (await exported(poll, "json")).body;
  expect(rows).toMatchObject([
    { decided: false, start_date: "2040-06-01T00:00:00.000Z", end_date: null },
    { decided: true, start_date: "2040-06-02T00:00:00.000Z", end_date: null },
  ]);
  expect((await exported(poll, "csv")).text).toMatch(
    /,parent_option,decided,start_date,end_date,loser_option_id,/,
  );
  const sheets = await sheetsOf(poll);
  const [titles = [], ...votes] = sheets.get("Votes") ?? [];
  expect(votes.map((row) => row[titles.indexOf("decided")])).toEqual([false, true]);
  const [, ...options] = sheets.get("Summary")?.slice(-3) ?? [];
  expect(options.map((row) => row.at(-1))).toEqual([false, true]);
});

test("every option and question has its column and row, in the order of the poll", async () => {
  const poll = await buildPoll(gateway.db, { ownerAccountId: owner.id, type: "Polls::Survey" });
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
    ["Who?", "First", 1, null, null],
    ["Why?", "First", 0, null, null],
    ["Later option", "Later", 1, 1, 1],
  ]);
});

test("of more than 1,000 options, those with votes have a column first", async () => {
  const poll = await buildPoll(gateway.db, { ownerAccountId: owner.id });
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
  const poll = await buildPoll(gateway.db, { ownerAccountId: owner.id, type: "Polls::Survey" });
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

test("CSV has a line of titles and a line for each vote, and no formulas", async () => {
  const { poll, vote } = await votedPoll();
  const { text, headers } = await exported(poll, "csv");
  const [titles, line] = text.split("\r\n");
  expect(headers.get("content-disposition")).toContain(
    'attachment; filename="Where do we eat.csv"',
  );
  expect(titles).toMatch(/^vote_id,voter_id,user_name,optin_email,Town,Shoe,/);
  expect(line).toContain(vote.id);
  expect(line).toContain(`"'=2+2, ""quoted"""`);
});

test("a file is named after its poll", async () => {
  const named = async (title: string) => {
    const poll = await buildPoll(gateway.db, { ownerAccountId: owner.id, title });
    const { headers } = await exported(poll, "xlsx");
    return headers.get("content-disposition");
  };
  expect(await named("Käse/Kuchen: 🎂")).toBe(
    "attachment; filename=\"Kase Kuchen .xlsx\"; filename*=UTF-8''K%C3%A4se%20Kuchen%20%F0%9F%8E%82.xlsx",
  );
  expect(await named("../..")).toContain('filename=".. ...xlsx"');
  expect(await named("...")).toContain('filename="votes.xlsx"');
});

test("CSV begins with a byte order mark only if requested", async () => {
  const { poll } = await votedPoll();
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  const begins = async (query: string) => {
    const { bytes } = await exported(poll, `csv${query}`);
    return bytes.subarray(0, 3).equals(mark);
  };
  for (const query of ["", "?bom=0", "?bom=false"]) {
    expect([query, await begins(query)]).toEqual([query, false]);
  }
  for (const query of ["?bom=1", "?bom=true"]) {
    expect([query, await begins(query)]).toEqual([query, true]);
  }
  const wrong = await exported(poll, "csv?bom=yes");
  expect([wrong.status, JSON.parse(wrong.bytes.toString()).errors]).toEqual([
    422,
    { bom: ["must be true or false"] },
  ]);
});

/** Reads the rows of each sheet with a spreadsheet library. */
async function sheetsOf(
  poll: { readonly memberHash: string },
  headers: Readonly<Record<string, string>> = {},
) {
  const { bytes, status } = await exportedIn(poll, "xlsx", headers);
  expect(status).toBe(200);
  const sheets = await readWorkbook(bytes);
  return new Map(sheets.map(({ sheet, data }) => [sheet, data]));
}

test("XLSX has the sheets votes, participants, comments and summary, and its times are time cells", async () => {
  const { poll, option, participant, vote } = await votedPoll();
  await buildParticipant(gateway.db, poll, { userName: "Ben" });
  const sheets = await sheetsOf(poll);
  expect([...sheets.keys()]).toEqual(["Votes", "Participants", "Comments", "Summary"]);
  const [titles = [], cells = [], ...rest] = sheets.get("Votes") ?? [];
  expect(rest).toEqual([]);
  const row = Object.fromEntries(titles.map((title, at) => [String(title), cells[at]]));
  expect(row).toMatchObject({
    vote_id: vote.id,
    user_name: "Ada",
    Town: "London",
    Shoe: "42",
    fraudulent: false,
    option: '=2+2, "quoted"',
    vote: -1,
    vote_date: null,
    created_at: new Date(vote.created_at),
  });
  expect(sheets.get("Participants")).toEqual([
    [
      ...["voter_id", "user_name", "optin_email", "Town", "Shoe"],
      ...["fraudulent", "confirmed", "paid", "created_at", '=2+2, "quoted"'],
    ],
    [
      ...[participant.publicId, "Ada", "ada@example.org", "London", "42"],
      ...[false, true, null, expect.any(Date), -1],
    ],
    [expect.any(String), "Ben", null, null, null, false, true, null, expect.any(Date), null],
  ]);
  const summary = sheets.get("Summary") ?? [];
  expect(summary.slice(0, 9).map((line) => line.slice(0, 2))).toEqual([
    ...[
      ["title", poll.title],
      ["address", `${gateway.deps.config.baseUrl.origin}/p/${poll.memberHash}`],
      ["poll", poll.memberHash],
    ],
    ...[
      ["type", "Polls::Voting"],
      ["status", "active"],
    ],
    ["created_at", expect.any(Date)],
    ["exported_at", expect.any(Date)],
    ...[
      ["participants", 2],
      ["votes", 1],
    ],
  ]);
  expect(summary.slice(-2)).toEqual([
    ["option_id", "option", "parent_option", "votes", "sum", "average"],
    [option.publicId, '=2+2, "quoted"', null, 1, -1, -1],
  ]);
});

test.each([
  [false, [null, 1, 2]],
  [true, [null, null, null]],
])(
  "a limited poll has a column of the waiting list, empty with anonymize_voter_names: %s",
  async (anonymize_voter_names, expected) => {
    const poll = await buildPoll(gateway.db, {
      ownerAccountId: owner.id,
      settings: { participant_limit: 1, anonymize_voter_names },
    });
    await buildParticipant(gateway.db, poll);
    await buildParticipants(gateway.db, poll, 2, { place: "waiting" });
    const [titles = [], ...rows] = (await sheetsOf(poll)).get("Participants") ?? [];
    const at = titles.indexOf("waiting_position");
    expect(rows.map((row) => row[at])).toEqual(expected);
  },
);

test("the summary of a workbook has no sum and no average of an option without votes", async () => {
  const { poll } = await votedPoll();
  const option = await buildOption(gateway.db, poll, { content: "Tea" });
  const summary = (await sheetsOf(poll)).get("Summary");
  expect(summary?.at(-1)).toEqual([option.publicId, "Tea", null, 0, null, null]);
});

test("a participant's votes on several days share one cell", async () => {
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: owner.id,
    settings: { vote_per_day: true },
  });
  const option = await buildOption(gateway.db, poll, { content: "Tea" });
  const participant = await buildParticipant(gateway.db, poll);
  const vote = { pollId: poll.id, participantId: participant.id, optionId: option.id };
  await gateway.db.prisma.vote.createMany({
    data: ["2026-11-01", "2026-11-02"].map((day, value) => ({
      ...vote,
      publicId: `${poll.id}-${day}`,
      type: "Votes::BooleanVote",
      value,
      voteDate: new Date(day),
    })),
  });
  const sheets = await sheetsOf(poll);
  expect(sheets.get("Participants")?.[1]?.at(-1)).toBe("2026-11-01: 0; 2026-11-02: 1");
  const dates = sheets
    .get("Votes")
    ?.slice(1)
    .map((row) => row[row.length - 4]);
  expect(dates).toEqual([new Date("2026-11-01"), new Date("2026-11-02")]);
});

test("times are exact to the millisecond, whether the reader rounds or truncates", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date("2100"), noInvalidDate: true }),
      (time) => {
        const ms = (momentCell(time.toISOString(), "time").serial - 25_569) * 86_400_000;
        expect([Math.floor(ms), Math.round(ms)]).toEqual([time.getTime(), time.getTime()]);
      },
    ),
  );
});

describe("a sheet", () => {
  const textOf = async (sheet: Partial<Sheet>, rest: SheetRow[] = []) => {
    const rows = (async function* () {})();
    let text = "";
    const whole = { name: "A", widths: [12, 30], header: ["one", "two"], rows, ...sheet };
    for await (const part of sheetText(whole, rest)) text += part;
    return text;
  };
  async function* batches(...all: SheetRow[][]) {
    yield* all;
  }

  test("is written in parts, whose rows are made when they are written", async () => {
    let made = 0;
    async function* rows() {
      yield (function* () {
        for (; made < 1_000; made++) yield Array<string>(100).fill("a text");
      })();
    }
    const sheet = { name: "A", widths: [], header: undefined, rows: rows() };
    const lengths: number[] = [];
    for await (const part of sheetText(sheet, [])) {
      if (made > 0 && lengths.length < 3) expect(made).toBeLessThan(50);
      lengths.push(part.length);
    }
    expect(made).toBe(1_000);
    expect(Math.max(...lengths)).toBeLessThan(80_000);
  });

  test("lets other work run between rows, also of empty cells", async () => {
    const ROWS = 8;
    let others = 0;
    async function* rows() {
      yield (function* () {
        for (let row = 0; row < ROWS; row++) {
          const end = performance.now() + 6;
          while (performance.now() < end);
          yield [null];
        }
      })();
    }
    const count = () => {
      others += 1;
      other = setImmediate(count);
    };
    let other = setImmediate(count);
    await textOf({ rows: rows() });
    clearImmediate(other);
    expect(others).toBeGreaterThanOrEqual(ROWS - 1);
  });

  test("has a frozen header, column widths, and references of rows and cells", async () => {
    const text = await textOf({ rows: batches([[1, "a"]], [[null, true]]) });
    expect(text).toContain('ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"');
    expect(text).toContain('<col min="2" max="2" width="30" customWidth="1"/>');
    expect(text).toContain('<row r="1"><c r="A1" s="3" t="inlineStr">');
    expect(text).toContain('<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr">');
    expect(text).toContain('<row r="3"><c r="B3" t="b"><v>1</v></c></row>');
  });

  test("continues on another sheet if it is full", async () => {
    const rest: SheetRow[] = [];
    const rows = batches([[1], [2]], [[3], [4]], [[5]]);
    const values = (text: string) => [...text.matchAll(/<v>(\d)<\/v>/g)].map(([, value]) => value);
    const found: (string | undefined)[][] = [];
    do found.push(values(await textOf({ rows, rowsMax: 3 }, rest)));
    while (rest.length > 0);
    expect(found).toEqual([["1", "2"], ["3", "4"], ["5"]]);
  });

  test.each([
    [0, "A"],
    [25, "Z"],
    [26, "AA"],
    [701, "ZZ"],
    [702, "AAA"],
    [16_383, "XFD"],
  ])("column %i is %s", (index, letters) => {
    expect(columnLetters(index)).toBe(letters);
  });
});

test("a poll without votes exports an empty table", async () => {
  const poll = await buildPoll(gateway.db, { ownerAccountId: owner.id });
  expect((await exported(poll, "json")).body).toEqual([]);
  expect((await exported(poll, "csv")).text.split("\r\n")).toHaveLength(2);
});

test("exports are available to admins, and 404 for other callers", async () => {
  const { poll } = await votedPoll();
  const stranger = await signUp(gateway.db);
  for (const extension of ["csv", "xlsx", "json"]) {
    expect((await exported(poll, extension, stranger.privateToken)).status).toBe(404);
    expect((await exported(poll, extension, owner.publicToken)).status).toBe(404);
  }
});

/** Builds a poll in which 1,000 participants have voted on this number of options. */
async function largePoll(options: number) {
  const poll = await buildPoll(gateway.db, { ownerAccountId: owner.id });
  const { prisma } = gateway.db;
  await prisma.$executeRaw`
    INSERT INTO participants (public_id, poll_id, owner_key, user_name, confirmed_at)
    SELECT ${String(poll.id)} || '-voter-' || n, ${poll.id}, 'anonymous:' || n, 'Voter ' || n, now()
    FROM generate_series(1, 1000) n`;
  const optionIds: bigint[] = [];
  for (let number = 1; number <= options; number++) {
    const { id } = await buildOption(gateway.db, poll, { position: number });
    optionIds.push(id);
    await prisma.$executeRaw`
      INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value)
      SELECT p.id || '-' || ${String(id)}, ${poll.id}, p.id, ${id}, 'Votes::BooleanVote', 1
      FROM participants p WHERE p.poll_id = ${poll.id}`;
  }
  return { poll, optionIds };
}

test("each vote is exported once, in order, and as it was when the export began", async () => {
  const { poll, optionIds } = await largePoll(25);
  const [first = 0n, ...later] = optionIds;
  const ids: bigint[] = [];
  const values: (number | null)[] = [];
  for await (const batch of exportVotes(gateway.db, { pollId: poll.id, anonymous: false })) {
    if (ids.length === 0) {
      await gateway.db.prisma.vote.deleteMany({ where: { optionId: { in: later.slice(0, 12) } } });
      await gateway.db.prisma.vote.updateMany({
        where: { optionId: { in: later.slice(12) } },
        data: { value: -1 },
      });
      await gateway.db.prisma.vote.deleteMany({ where: { optionId: first } });
    }
    ids.push(...batch.map(({ id }) => id));
    values.push(...batch.map(({ value }) => value));
  }
  expect(ids).toHaveLength(25_000);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => (one < other ? -1 : 1)));
  expect(new Set(values)).toEqual(new Set([1]));
});

test("all sheets of a workbook show the same moment, while votes and participants change", async () => {
  // Some votes of each participant are read by a second query.
  const { poll, optionIds } = await largePoll(25);
  const { prisma } = gateway.db;
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    async Votes() {
      await prisma.vote.deleteMany({ where: { optionId: optionIds[0] ?? 0n } });
      await buildParticipant(gateway.db, poll);
    },
    Participants: () => prisma.vote.updateMany({ where: { pollId: poll.id }, data: { value: -1 } }),
  };
  const rowsOf = new Map<string, SheetRow[]>();
  const about = { now: new Date(), address: "https://polls.example/p/lunch" };
  const sheets = workbookSheets(
    viewOf(poll),
    exportWorkbook(gateway.db, { pollId: poll.id, anonymous: false }),
    about,
  );
  for await (const { name, rows } of sheets) {
    const read: SheetRow[] = [];
    for (let next = await rows.next(); next.done !== true; next = await rows.next()) {
      if (read.length === 0) await changes[name]?.();
      read.push(...next.value);
    }
    rowsOf.set(name, read);
  }
  expect(rowsOf.get("Votes")).toHaveLength(25_000);
  const participants = rowsOf.get("Participants") ?? [];
  expect(participants).toHaveLength(1_000);
  expect(new Set(participants.map((row) => String(row.slice(-25))))).toEqual(
    new Set([Array(25).fill(1).join()]),
  );
  const summary = rowsOf.get("Summary") ?? [];
  expect(summary).toContainEqual(["participants", 1_000]);
  expect(summary).toContainEqual(["votes", 25_000]);
  expect(summary.slice(-25).map((row) => row.slice(-3))).toEqual(Array(25).fill([1_000, 1_000, 1]));
});

test("an export whose client disconnects releases its database connection", async () => {
  const { poll } = await largePoll(3);
  for (let n = 0; n < 12; n++) {
    for await (const batch of exportVotes(gateway.db, { pollId: poll.id, anonymous: false })) {
      expect(batch).toHaveLength(1_000);
      break;
    }
  }
  expect(gateway.db.pool.waitingCount).toBe(0);
  expect((await exported(poll, "json")).body).toHaveLength(3_000);
});

test("a workbook whose client disconnects releases its database connection", async () => {
  const { poll } = await largePoll(20);
  const { pool } = gateway.db;
  for (let n = 0; n < 3; n++) {
    const response = await fetch(`${gateway.url}/api/v1/polls/${poll.memberHash}/export.xlsx`, {
      headers: { Authorization: `Bearer ${owner.privateToken}` },
    });
    await response.body?.getReader().cancel();
    await waitFor(() => pool.idleCount === pool.totalCount, {
      deadlineMs: 20_000,
      what: "the connection of the export",
      everyMs: 20,
    });
  }
});

test("the number of concurrent exports of a process and of an account is limited", async () => {
  const slots = createExportSlots(3);
  const [one, other] = [1n, 2n];
  const ends: (() => void)[] = [];
  const begin = (accountId: bigint) =>
    slots.hold(
      accountId,
      () => new Promise<void>((resolve) => ends.push(resolve)),
    )(undefined as never);
  const running = [begin(one), begin(one)];
  expect(() => begin(one)).toThrow("Too many exports are running");
  running.push(begin(other) as Promise<unknown>);
  expect(() => begin(other)).toThrow("Too many exports are running");
  for (const end of ends) end();
  await Promise.all(running);
  expect(() => slots.hold(one, () => undefined)).not.toThrow();
});

const votesFormats = exportFormats.filter(({ name }) => name === "votes");

test.each(sampleCases(votesFormats, 3, 0))(
  "$extension: votes are read only as fast as the client receives the file",
  async (format) => {
    const { poll } = await largePoll(50);
    const { pool } = gateway.db;
    let rows = 0;
    const connect = async () => {
      const client = await pool.connect();
      return {
        release: client.release.bind(client),
        async query(statement: { readonly text: string }) {
          const answer = await client.query(statement);
          if (answer.fields.some(({ name }) => name === "vote_id")) rows += answer.rows.length;
          return answer;
        },
      };
    };
    const file = format.write({
      ...viewOf(poll),
      now: new Date(),
      address: "https://polls.example/p/lunch",
      bom: false,
      db: { largeReads: async () => ({ pool: { connect } }) as never },
    });
    const parts: { readonly bytes: number; readonly rows: number }[] = [];
    let bytes = 0;
    const reader = new Writable({
      write(chunk: Buffer, _encoding, done) {
        parts.push({ bytes, rows });
        bytes += chunk.length;
        setImmediate(done);
      },
    });
    await pipeline(file, reader);
    expect(rows).toBe(50_000);
    const ahead = parts.map((part) => part.rows - (rows * part.bytes) / bytes);
    expect(Math.max(...ahead)).toBeLessThan(10_000);
  },
);

test("no text in a CSV begins with a formula", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const cell = csvCell(text);
      const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(unquoted).not.toMatch(/^[=+\-@\t\r\n\0]/);
    }),
  );
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

test("no part of a CSV text begins with a formula after any separator", () => {
  const signs = "=+-@\uff1d\uff0b\uff0d\uff20";
  const unit = fc.constantFrom(..."=+-@\uff1d\uff0b\uff0d\uff20;,\t\r\n\"' a1");
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      for (const part of csvCell(text).split(/[;\t\r\n]/)) {
        const begin = part.replace(/^[\s"]*/, "").charAt(0);
        expect(begin !== "" && signs.includes(begin)).toBe(false);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["_x0041_BC", "_x005F_x0041_BC"],
  ["_x000d__x000D_", "_x005F_x000d__x005F_x000D_"],
  ["_x41_ x0041_ _x00G1_", "_x41_ x0041_ _x00G1_"],
])("the text %s stays itself in a workbook", (text, written) => {
  expect(xlsxCell(text, "A1")).toContain(`>${written}</t>`);
});

test("no text in a workbook leaves its XML element", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const inside = xlsxCell(text, "A1").replace(
        /^<c r="A1" t="inlineStr"><is><t xml:space="preserve">|<\/t><\/is><\/c>$/g,
        "",
      );
      expect(inside).not.toMatch(/[<>\0]/);
    }),
  );
});
