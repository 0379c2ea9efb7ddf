// Covers docs/reference/polls.md: import
// Covers docs/reference/requests.md: idempotency

import { buffer } from "node:stream/consumers";
import { buildPoll, type PollFacts } from "@polls/testing";
import { ZipFile } from "yazl";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import type { TestGateway } from "../../../testing/start-gateway";
import type { NewAccount } from "../accounts/create-account";
import { ImportResponse } from "./imports.schema";

let owner: NewAccount;
const gateway = shareGateway();
/** Each test has its own account, because an account may import 30 files a minute. */
beforeEach(async () => {
  owner = await signUp(gateway.db);
});

const pollOf = (facts: PollFacts = {}) =>
  buildPoll(gateway.db, { ownerAccountId: owner.id, ...facts });

type Options = Parameters<TestGateway["request"]>[1];
const importInto = (hash: string, body: object, options: Options = {}) =>
  gateway.request(`POST /api/v1/polls/${hash}/import`, {
    token: owner.privateToken,
    body,
    ...options,
  });

const contentsOf = async (pollId: bigint) =>
  (
    await gateway.db.prisma.option.findMany({ where: { pollId }, orderBy: { position: "asc" } })
  ).map(({ content }) => content);

const workbookXml = (id = "rId1") =>
  `<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="${id}"/></sheets></workbook>`;
const relations = `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`;

type Parts = Readonly<Record<string, string | Buffer>>;

const workbook = (parts: Parts): Promise<string> =>
  archive({ "xl/workbook.xml": workbookXml(), "xl/_rels/workbook.xml.rels": relations, ...parts });

async function archive(parts: Parts): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return (await buffer(zip.outputStream)).toString("base64");
}

const sheet = (...rows: readonly string[]) =>
  `<worksheet><sheetData>${rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join("")}</sheetData></worksheet>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

describe("POST /polls/{poll_id}/import", () => {
  test("a CSV becomes options, and refused rows are reported with their numbers", async () => {
    const poll = await pollOf();
    const csv = [
      "\uFEFFcontent;description;start_date",
      'Soup;"with; leek, and\na second line";2030-01-31',
      ";no content;",
      "",
      "Cake;;soon",
      "=1+1;;",
    ].join("\r\n");
    const { status, body } = await importInto(poll.adminHash, { kind: "options", csv });
    expect(status).toBe(200);
    expect(ImportResponse.safeParse(body).error).toBeUndefined();
    expect(body.created.map(({ row }: { row: number }) => row)).toEqual([3, 7]);
    expect(body.refused).toMatchObject([
      { row: 4, error: { errors: { content: ["is required"] } } },
      { row: 6, error: { errors: { start_date: ["must be a date and time in ISO 8601"] } } },
    ]);
    expect(await contentsOf(poll.id)).toEqual(["Soup", "=1+1"]);
    const soup = await gateway.db.prisma.option.findFirst({
      where: { pollId: poll.id, content: "Soup" },
    });
    expect(soup).toMatchObject({
      description: "with; leek, and\na second line",
      startDate: new Date("2030-01-31T00:00:00Z"),
    });
  });

  test("a workbook becomes options: with shared texts, values of formulas, days and gaps", async () => {
    const poll = await pollOf();
    const xlsx = await workbook({
      "xl/sharedStrings.xml":
        "<sst><si><t>content</t></si><si><r><t>Sou</t></r><r><t>p</t></r><rPh><t>x</t></rPh></si></sst>",
      "xl/worksheets/sheet1.xml": sheet(
        `<c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>start_date</t></is></c>`,
        `<c r="A2" t="s"><v>1</v></c><c r="C2"><v>47514</v></c>`,
        `<c r="A3" t="str"><f>CONCAT("a","b")</f><v>ab</v></c><c r="C3"><f>1+1</f><v>47514.5</v></c>`,
        `<c r="A4"><v>7</v></c>`,
      ),
    });
    const { status, body } = await importInto(poll.adminHash, { kind: "options", xlsx });
    expect([status, body.refused]).toEqual([200, []]);
    expect(await contentsOf(poll.id)).toEqual(["Soup", "ab", "7"]);
    const dated = await gateway.db.prisma.option.findMany({
      where: { pollId: poll.id, startDate: { not: null } },
      orderBy: { position: "asc" },
    });
    expect(dated.map(({ startDate }) => startDate?.toISOString())).toEqual([
      "2030-01-31T00:00:00.000Z",
      "2030-01-31T12:00:00.000Z",
    ]);
  });

  test("days of a workbook that counts from 1904 are read as the days that it shows", async () => {
    const poll = await pollOf();
    const xlsx = await workbook({
      "xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets></workbook>`,
      "xl/worksheets/sheet1.xml": sheet(
        text("content") + text("start_date"),
        `${text("Soup")}<c><v>46052</v></c>`,
      ),
    });
    const { body } = await importInto(poll.adminHash, { kind: "options", xlsx });
    expect(body.refused).toEqual([]);
    const [soup] = await gateway.db.prisma.option.findMany({ where: { pollId: poll.id } });
    expect(soup?.startDate).toEqual(new Date("2030-01-31T00:00:00Z"));
  });

  test("rows after many empty rows are read", async () => {
    const poll = await pollOf();
    const csv = `content,description\n${" , \n".repeat(600)}Soup,\n`;
    const sheet1 = sheet(text("content"), ...Array(600).fill('<c r="A1"/>'), text("Cake"));
    const xlsx = await workbook({ "xl/worksheets/sheet1.xml": sheet1 });
    const rows = [];
    for (const file of [{ csv }, { xlsx }]) {
      const { body } = await importInto(poll.adminHash, { kind: "options", ...file });
      rows.push(...body.created.map(({ row }: { row: number }) => row));
    }
    expect(rows).toEqual([602, 602]);
    expect(await contentsOf(poll.id)).toEqual(["Soup", "Cake"]);
  });

  test("columns of a table have types and choices, and options may be below others", async () => {
    const table = await pollOf({ type: "Polls::Table" });
    const csv = "content,input_type,allowed_values\nDish,select,Soup|Cake\nGuests,number,\n";
    await importInto(table.adminHash, { kind: "options", csv });
    const [dish] = await gateway.db.prisma.option.findMany({
      where: { pollId: table.id },
      orderBy: { position: "asc" },
    });
    expect(dish).toMatchObject({
      inputType: "select",
      settings: { allowed_values: ["Soup", "Cake"] },
    });
    const poll = await pollOf();
    const categories = "content,option_category\nSoups,true\n";
    const made = await importInto(poll.adminHash, { kind: "options", csv: categories });
    const [{ id }] = made.body.created;
    const under = `content,parent_option_id\nLeek,${id}\nLost,unknown\n`;
    const { body } = await importInto(poll.adminHash, { kind: "options", csv: under });
    expect(body.created).toHaveLength(1);
    expect(body.refused).toMatchObject([{ row: 3, error: { code: "option_not_found" } }]);
  });

  test("participants belong to the admin, who can cast their votes in a batch", async () => {
    const poll = await pollOf({
      settings: {
        additional_attributes: {
          1: { title: "Age", type: "number", required: true, allowed_values: [] },
        },
      },
    });
    const csv = "user_name,additional_attributes.1\nAda,36\nBen,old\nCleo,\nDan,40\n";
    const { body } = await importInto(poll.adminHash, { kind: "participants", csv });
    expect(body.created.map(({ row }: { row: number }) => row)).toEqual([2, 5]);
    expect(body.refused.map(({ row }: { row: number }) => row)).toEqual([3, 4]);
    const rows = await gateway.db.prisma.participant.findMany({ where: { pollId: poll.id } });
    expect(rows.map(({ ownerKey }) => ownerKey)).toEqual(Array(2).fill(`user:${owner.id}`));
  });

  test.each([
    ["double_opt_in", { double_opt_in: true }],
    ["a voting fee", { voting_fee: 100 }],
  ])("with %s participants cannot be imported", async (_case, settings) => {
    const poll = await pollOf({ settings });
    const csv = "user_name,optin_email\nAda,ada@example.org\n";
    const { status } = await importInto(poll.adminHash, { kind: "participants", csv });
    expect(status).toBe(422);
    expect(await gateway.db.prisma.participant.count({ where: { pollId: poll.id } })).toBe(0);
    expect(await gateway.db.prisma.mail.count({ where: { pollId: poll.id } })).toBe(0);
  });

  test("with the same Idempotency-Key a file is imported once", async () => {
    const poll = await pollOf();
    const body = { kind: "options", csv: "content\nSoup\n" };
    const first = await importInto(poll.adminHash, body, { idempotencyKey: "import" });
    const again = await importInto(poll.adminHash, body, { idempotencyKey: "import" });
    expect(again.body).toEqual(first.body);
    expect(await contentsOf(poll.id)).toEqual(["Soup"]);
  });

  test("a report with only refused rows is not stored for its Idempotency-Key", async () => {
    const poll = await pollOf();
    const send = () =>
      importInto(
        poll.adminHash,
        { kind: "options", csv: "content,parent_option_id\nSoup,soon\n" },
        { idempotencyKey: "refused" },
      );
    expect((await send()).body).toMatchObject({ created: [], refused: [{ row: 2 }] });
    const again = await send();
    expect(again.body).toMatchObject({ created: [], refused: [{ row: 2 }] });
    expect(again.headers.get("Idempotency-Replayed")).toBeNull();
  });

  test("members and public tokens cannot import, and an account may import 30 files a minute", async () => {
    const poll = await pollOf();
    const body = { kind: "options", csv: "content\nSoup\n" };
    const stranger = await signUp(gateway.db);
    const refusals = [
      await importInto(poll.memberHash, body, { token: stranger.privateToken }),
      await importInto(poll.adminHash, body, { token: owner.publicToken }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([404, 401]);
    const statuses = [];
    for (let count = 0; count < 31; count++) {
      statuses.push((await importInto(poll.adminHash, { kind: "options", csv: "x" })).status);
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429]);
    expect(await contentsOf(poll.id)).toEqual([]);
  });
});

const NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${NAMESPACE}/${type}" Target="${target}"/>`;

describe("a workbook", () => {
  const imported = async (parts: Parts) => {
    const poll = await pollOf();
    const xlsx = await workbook(parts);
    const { status, body } = await importInto(poll.adminHash, { kind: "options", xlsx });
    expect([status, body.refused]).toEqual([200, []]);
    return gateway.db.prisma.option.findMany({
      where: { pollId: poll.id },
      orderBy: { position: "asc" },
    });
  };
  const soup = sheet(text("content"), text("Soup"));

  test("cells without a value are empty, in cells of each type", async () => {
    const cell = (type: string) => `<c r="B2" t="${type}"><v/></c>`;
    for (const type of ["s", "b", "str", "n", "e", "inlineStr"]) {
      const options = await imported({
        "xl/sharedStrings.xml": "<sst><si><t>content</t></si></sst>",
        "xl/worksheets/sheet1.xml": sheet(
          `<c t="s"><v>0</v></c>${text("subtitle")}`,
          text("Salad") + cell(type),
          `<c r="A3" t="${type}"><v/></c>`,
        ),
      });
      expect(options).toMatchObject([{ content: "Salad", subtitle: null }]);
    }
  });

  test("characters that are written by their number are read, in texts of all kinds", async () => {
    const options = await imported({
      "xl/sharedStrings.xml":
        "<sst><si><t>content</t></si><si><r><t>Soup_x000D_\n</t></r><r><t>of the day</t></r></si></sst>",
      "xl/worksheets/sheet1.xml": sheet(
        `<c t="s"><v>0</v></c>${text("description")}`,
        `<c t="s"><v>1</v></c>${text("tab_x0009_here")}`,
        `<c t="str"><v>_xD83C__xDF82_</v></c>${text("_x005F_x0041_ _x41_")}`,
      ),
    });
    expect(options.map(({ content, description }) => [content, description])).toEqual([
      ["Soup\r\nof the day", "tab\there"],
      ["🎂", "_x0041_ _x41_"],
    ]);
  });

  test("phonetic hints of a text are left out", async () => {
    const [option] = await imported({
      "xl/worksheets/sheet1.xml": sheet(
        text("content"),
        `<c t="inlineStr"><is><t>東京</t><rPh><t>とうきょう</t></rPh></is></c>`,
      ),
    });
    expect(option?.content).toBe("東京");
  });

  test.each<[string, Parts]>([
    [
      "of other names, with absolute targets",
      {
        "_rels/.rels": `<Relationships>${relation("a", "officeDocument", "/book/main.xml")}</Relationships>`,
        "book/main.xml": workbookXml("x"),
        "book/_rels/main.xml.rels": `<Relationships>${relation("x", "worksheet", "/tabs/one.xml")}${relation("y", "sharedStrings", "../texts.xml")}</Relationships>`,
        "tabs/one.xml": sheet(`<c t="s"><v>0</v></c>`, `<c t="s"><v>1</v></c>`),
        "texts.xml": "<sst><si><t>content</t></si><si><t>Soup</t></si></sst>",
      },
    ],
    ["with names in another case", { "XL/Worksheets/Sheet1.xml": soup }],
    [
      "with another prefix",
      {
        "xl/workbook.xml": `<m:workbook xmlns:rel="r"><m:sheets><m:sheet sheetId="1" rel:id="rId1"/></m:sheets></m:workbook>`,
        "xl/worksheets/sheet1.xml": soup,
      },
    ],
    ["in UTF-16", { "xl/worksheets/sheet1.xml": Buffer.from(`\uFEFF${soup}`, "utf16le") }],
    [
      "with a chart as the first tab",
      {
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet r:id="c"/><sheet r:id="s"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships>${relation("c", "chartsheet", "chartsheets/sheet1.xml")}${relation("s", "worksheet", "worksheets/sheet2.xml")}</Relationships>`,
        "xl/chartsheets/sheet1.xml": "<chartsheet/>",
        "xl/worksheets/sheet2.xml": soup,
      },
    ],
  ])("with parts %s is read", async (_case, parts) => {
    expect((await imported(parts)).map(({ content }) => content)).toEqual(["Soup"]);
  });

  test.each<[string, string, number]>([
    ["1900", "", 43_990],
    ["1904", '<workbookPr date1904="1"/>', 42_528],
  ])(
    "that counts from %s has days in attributes, and where a format shows them",
    async (_year, properties, day) => {
      const definition = (type: string) => ({ title: type, type, allowed_values: [] });
      const types = ["date", "datetime", "datetime", "text", "text", "number"];
      const poll = await pollOf({
        settings: {
          additional_attributes: Object.fromEntries(
            types.map((type, index) => [index + 1, { ...definition(type), title: `${index}` }]),
          ),
        },
      });
      const number = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`;
      const xlsx = await workbook({
        "xl/workbook.xml": `<workbook xmlns:r="r">${properties}<sheets><sheet r:id="rId1"/></sheets></workbook>`,
        "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;[Red]"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
        "xl/worksheets/sheet1.xml": sheet(
          text("User_Name") +
            types.map((_, at) => text(`Additional_Attributes.${at + 1}`)).join(""),
          text("Ada") +
            number(day, 1) +
            number(day, 1) +
            number(day + 0.5, 0) +
            number(day, 2) +
            number(day, 3) +
            number(day, 1),
        ),
      });
      const { body } = await importInto(poll.adminHash, { kind: "participants", xlsx });
      expect(body.refused).toEqual([]);
      const [ada] = await gateway.db.prisma.participant.findMany({ where: { pollId: poll.id } });
      expect(ada?.additionalAttributes).toEqual({
        1: "2020-06-08",
        2: "2020-06-08T00:00:00",
        3: "2020-06-08T12:00:00",
        4: "2020-06-08",
        5: String(day),
        6: String(day),
      });
    },
  );
});

describe("a CSV", () => {
  test.each([";", ",", "\t"])(
    "with a first line that names the separator %j is read",
    async (by) => {
      const poll = await pollOf();
      const [mark, other] = ["\uFEFF", by === "," ? ";" : ","];
      const csv = `${mark}sep=${by}\r\nContent${by}SUBTITLE\r\nSoup${by}a${other}b${other}c\r\n`;
      const { body } = await importInto(poll.adminHash, { kind: "options", csv });
      expect(body).toMatchObject({ created: [{ row: 3 }], refused: [] });
      const [soup] = await gateway.db.prisma.option.findMany({ where: { pollId: poll.id } });
      expect(soup).toMatchObject({ content: "Soup", subtitle: `a${other}b${other}c` });
    },
  );
});

describe("a hostile file", () => {
  const refused = async (body: object) => {
    const poll = await pollOf();
    const answer = await importInto(poll.adminHash, { kind: "options", ...body });
    expect(await contentsOf(poll.id)).toEqual([]);
    return [answer.status, Object.values(answer.body.errors ?? {}).flat()[0]];
  };

  test.each<[string, string, unknown]>([
    ["no row", " ", "has no header row"],
    [
      "an unknown column",
      "content,color\nA,B",
      expect.stringMatching(
        /^has an unknown column "color": the known columns are content, subtitle, /,
      ),
    ],
    ["a column twice", "content,content\nA,B", 'has the column "content" twice'],
    [
      "a quote that is not closed",
      'content\nSoup\n"A\nB\n',
      "has a quotation mark in row 3 that is not closed",
    ],
    [
      "a quote inside of a cell",
      'sep=,\ncontent,subtitle\nSoup,hot\nPipe 5" long,steel\n',
      "has a quotation mark inside of a cell in row 4: double it, and quote the cell",
    ],
    [
      "text after a quoted cell",
      'content,subtitle\nSoup,hot\n"Cake"s,cold\n',
      "has text after a closing quotation mark in row 3",
    ],
    [
      "a row too long for a record",
      `content\nA\n"${"x".repeat(2_100_000)}"`,
      "is not valid CSV in row 3",
    ],
    ["too many rows", `content\n${"A\n".repeat(501)}`, "has more than 500 rows"],
    [
      "too many rows, empty ones included",
      `content\n${",\n".repeat(5_000)}`,
      "has more than 5000 rows, including empty ones that have separators",
    ],
    ["too many columns", `content\nA${",".repeat(200)}`, "has more than 100 columns"],
    ["commas alone", ",".repeat(4_000_000), "has more than 100 columns"],
    ["a long cell", `content\n${"x".repeat(20_001)}`, "has a cell of more than 20000 characters"],
    [
      "a column named like a property of every object",
      "__proto__\nA",
      expect.stringMatching(/^has an unknown column "__proto__": /),
    ],
  ])("a CSV with %s is 422", async (_case, csv, sentence) => {
    expect(await refused({ csv })).toEqual([422, sentence]);
  });

  test.each<[string, () => Promise<string> | string, unknown]>([
    [
      "that is no zip file",
      () => Buffer.from("content\nA").toString("base64"),
      "is not an XLSX workbook",
    ],
    ...(["EncryptedPackage", "Workbook\0", "BOOK\0", "Other"] as const).map(
      (stream, index): [string, () => string, unknown] => [
        `in a compound file with ${stream.replace("\0", "")}`,
        () =>
          Buffer.concat([
            Buffer.from("d0cf11e0a1b11ae1", "hex"),
            Buffer.alloc(1_000),
            Buffer.from(stream, "utf16le"),
          ]).toString("base64"),
        [
          "is protected by a password: save it without one",
          "is an XLS workbook: save it as XLSX",
          "is an XLS workbook: save it as XLSX",
          "is not an XLSX workbook",
        ][index],
      ],
    ),
    [
      "that is XLSB",
      () =>
        workbook({
          "_rels/.rels": `<Relationships>${relation("a", "officeDocument", "xl/workbook.bin")}</Relationships>`,
          "xl/workbook.bin": Buffer.from([0x83, 1, 0]),
        }),
      "is an XLSB workbook: save it as XLSX",
    ],
    [
      "that is ODS",
      () =>
        archive({
          mimetype: "application/vnd.oasis.opendocument.spreadsheet",
          "content.xml": "<office/>",
        }),
      "is an ODS workbook: save it as XLSX",
    ],
    ["that is another archive", () => archive({ "a.txt": "A" }), "is not an XLSX workbook"],
    [
      "of charts alone",
      () =>
        workbook({
          "xl/_rels/workbook.xml.rels": `<Relationships>${relation("rId1", "chartsheet", "chartsheets/sheet1.xml")}</Relationships>`,
          "xl/chartsheets/sheet1.xml": "<chartsheet/>",
        }),
      "has no sheet",
    ],
    [
      "with a type of cell named like a property of every object",
      () =>
        workbook({
          "xl/worksheets/sheet1.xml": sheet('<c t="constructor"><v>color</v></c>'),
        }),
      expect.stringMatching(/^has an unknown column "color"/),
    ],
    ["that is no base64", () => "?".repeat(8), expect.any(String)],
    ["without a sheet", () => workbook({}), "has no sheet"],
    [
      "whose sheet is outside of the file",
      () => workbook({ "xl/workbook.xml": workbookXml("rId9") }),
      "is not an XLSX workbook",
    ],
    [
      "that unpacks to more than 5 MB",
      () => workbook({ "xl/worksheets/sheet1.xml": Buffer.alloc(30_000_000, 32) }),
      "has more than 5 MB unpacked",
    ],
    [
      "with entities that expand",
      () =>
        workbook({
          "xl/worksheets/sheet1.xml": `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${sheet(text("content"), text("&b;"))}`,
        }),
      "is broken",
    ],
    [
      "with an entity that reads a file of the machine",
      () =>
        workbook({
          "xl/worksheets/sheet1.xml": `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheet(text("content"), text("&a;"))}`,
        }),
      "is broken",
    ],
    [
      "with incomplete XML",
      () => workbook({ "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row>" }),
      "is broken",
    ],
    [
      "with a column far to the right",
      () =>
        workbook({
          "xl/worksheets/sheet1.xml": sheet(text("content"), `<c r="XFD2"><v>1</v></c>`),
        }),
      "has more than 100 columns",
    ],
    [
      "with very many elements",
      () =>
        workbook({
          "xl/worksheets/sheet1.xml": `<worksheet>${"<a/>".repeat(400_000)}</worksheet>`,
        }),
      "has a part with more than 300000 elements",
    ],
    [
      "with very many attributes of an element",
      () =>
        workbook({
          "xl/worksheets/sheet1.xml": `<worksheet ${Array.from({ length: 330_000 }, (_, n) => `a${n}=""`).join(" ")}/>`,
        }),
      "has an element with more than 100 attributes",
    ],
    [
      "with deeply nested elements",
      () => workbook({ "xl/worksheets/sheet1.xml": "<a>".repeat(250_000) }),
      "has a part with more than 50 levels",
    ],
    [
      "whose cells repeat a long text",
      () =>
        workbook({
          "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(20_000)}</t></si></sst>`,
          "xl/worksheets/sheet1.xml": sheet(
            text("content"),
            ...Array(400).fill('<c t="s"><v>0</v></c>'),
          ),
        }),
      "has more than 5000000 characters in its cells",
    ],
    [
      "with too many rows",
      () =>
        workbook({
          "xl/worksheets/sheet1.xml": sheet(...Array(50_000).fill(text("content"))),
        }),
      "has more than 500 rows",
    ],
    [
      "with too many parts",
      () =>
        workbook(
          Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`junk/${n}.xml`, "x"])),
        ),
      "has more than 1000 parts",
    ],
  ])("a workbook %s is 422", async (_case, make, sentence) => {
    expect(await refused({ xlsx: await make() })).toEqual([422, sentence]);
  });

  test.each([
    ["both files", { csv: "content\nA", xlsx: "AAAA" }],
    ["no file", {}],
    ["another kind of object", { kind: "votes", csv: "content\nA" }],
  ])("%s is 422", async (_case, body) => {
    expect((await refused(body))[0]).toBe(422);
  });
});
