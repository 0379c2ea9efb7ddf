// Covers docs/reference/results.md: options-that-are-not-approved, workbook
// Covers docs/reliability.md: pages-and-exports

import { buildOption, buildParticipant } from "@polls/testing";
import fc from "fast-check";
import { shareExportedPolls } from "../../../testing/exported-polls";
import {
  columnLetters,
  type MomentCell,
  momentCell,
  type Sheet,
  type SheetRow,
  sheetText,
  xlsxCell,
} from "./xlsx";

const { gateway, owner, votedPoll, sheetsOf } = shareExportedPolls();

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
    ["option_id", "option", "parent_option", "approval_state", "votes", "sum", "average"],
    [option.publicId, '=2+2, "quoted"', null, "approved", 1, -1, -1],
  ]);
});

test("the summary of a workbook has no sum and no average of an option without votes", async () => {
  const { poll } = await votedPoll();
  const facts = { content: "Tea", approvalState: "disapproved" } as const;
  const option = await buildOption(gateway.db, poll, facts);
  const sheets = await sheetsOf(poll);
  expect(sheets.get("Summary")?.at(-1)).toEqual([
    ...[option.publicId, "Tea", null, "disapproved", 0, null, null],
  ]);
  expect(sheets.get("Participants")?.[0]?.at(-1)).toBe("Tea (disapproved)");
});

test("a participant's votes on several days share one cell", async () => {
  const poll = await owner.buildPoll({ settings: { vote_per_day: true } });
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
        const { serial } = momentCell(time.toISOString(), "time") as MomentCell;
        const ms = (serial - 25_569) * 86_400_000;
        expect([Math.floor(ms), Math.round(ms)]).toEqual([time.getTime(), time.getTime()]);
      },
    ),
  );
});

test("days and times before March 1900 are texts", () => {
  for (const iso of ["1900-02-28", "1582-10-04T12:00:00.000Z"]) {
    expect(momentCell(iso, iso.includes("T") ? "time" : "day")).toBe(iso);
  }
  expect(momentCell("1900-03-01", "day")).toEqual({ serial: 61, style: "day" });
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
    expect(text).toContain('<row r="1"><c r="A1" s="6" t="inlineStr">');
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
