import { buffer } from "node:stream/consumers";
import { buildPoll, createTestDatabase, type PollFacts } from "@polls/testing";
import { ZipFile } from "yazl";
import { signUp } from "../../testing/sign-up";
import { startGateway, type TestGateway } from "../../testing/start-gateway";
import type { NewAccount } from "../accounts/create-account";
import { xlsxCell } from "../exports/xlsx";
import { ImportResponse } from "./imports.schema";

let gateway: TestGateway;
let owner: NewAccount;
beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase());
});
afterAll(() => gateway?.close());
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

async function workbook(parts: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const zip = new ZipFile();
  const all = {
    "xl/workbook.xml": workbookXml(),
    "xl/_rels/workbook.xml.rels": relations,
    ...parts,
  };
  for (const [name, content] of Object.entries(all)) zip.addBuffer(Buffer.from(content), name);
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

  test.each<[string, string]>([
    ["a first line with the separator", "sep=;\ncontent;subtitle\nSoup;hot, or cold"],
    ["names of columns in capitals", 'Content,SUBTITLE\nSoup,"hot, or cold"'],
    ["tabs", "sep=\t\ncontent\tsubtitle\nSoup\thot, or cold"],
  ])("a CSV with %s is read", async (_case, csv) => {
    const poll = await pollOf();
    const { body } = await importInto(poll.adminHash, { kind: "options", csv });
    expect(body.refused).toEqual([]);
    const options = await gateway.db.prisma.option.findMany({ where: { pollId: poll.id } });
    expect(options.map(({ content, subtitle }) => [content, subtitle])).toEqual([
      ["Soup", "hot, or cold"],
    ]);
  });

  test("a quote inside of a cell is taken as it is, as spreadsheets do", async () => {
    const poll = await pollOf();
    const csv = 'content\nSoup\nPipe 5" long\nSalad\n';
    await importInto(poll.adminHash, { kind: "options", csv });
    expect(await contentsOf(poll.id)).toEqual(["Soup", 'Pipe 5" long', "Salad"]);
  });

  test("days of a workbook become dates of attributes, and numbers stay numbers", async () => {
    const attribute = (type: string) => ({
      title: type,
      type,
      required: false,
      allowed_values: [],
    });
    const poll = await pollOf({
      settings: {
        additional_attributes: {
          1: attribute("date"),
          2: attribute("datetime"),
          3: attribute("number"),
        },
      },
    });
    const heads = ["user_name", ...[1, 2, 3].map((id) => `additional_attributes.${id}`)];
    const xlsx = await workbook({
      "xl/worksheets/sheet1.xml": sheet(
        heads.map(text).join(""),
        `${text("Ada")}<c><v>43990</v></c><c><v>43990.5</v></c><c><v>43990</v></c>`,
      ),
    });
    const { body } = await importInto(poll.adminHash, { kind: "participants", xlsx });
    expect(body.refused).toEqual([]);
    const [ada] = await gateway.db.prisma.participant.findMany({ where: { pollId: poll.id } });
    expect(ada?.additionalAttributes).toEqual({
      1: "2020-06-08",
      2: "2020-06-08T12:00:00",
      3: "43990",
    });
  });

  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;
  const soup = sheet(text("content"), text("Soup"));
  test.each<[string, Readonly<Record<string, string>>]>([
    [
      "other names of its parts",
      {
        "_rels/.rels": `<Relationships>${relation("a", "officeDocument", "/book/main.xml")}</Relationships>`,
        "book/main.xml": `<x:workbook xmlns:x="x" xmlns:rel="r"><x:sheets><x:sheet rel:id="b"/></x:sheets></x:workbook>`,
        "book/_rels/main.xml.rels": `<Relationships>${relation("b", "worksheet", "../tables/One.xml")}${relation("c", "sharedStrings", "Texts.xml")}</Relationships>`,
        "book/texts.xml": "<sst><si><t>content</t></si><si><t>Soup</t></si></sst>",
        "tables/one.xml": sheet('<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>'),
      },
    ],
    [
      "a chart and a hidden sheet before its table",
      {
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet r:id="c"/><sheet r:id="h" state="hidden"/><sheet r:id="t"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships>${relation("c", "chartsheet", "chartsheets/sheet1.xml")}${relation("h", "worksheet", "worksheets/sheet1.xml")}${relation("t", "worksheet", "worksheets/sheet2.xml")}</Relationships>`,
        "xl/worksheets/sheet1.xml": sheet(text("content"), text("Hidden")),
        "xl/worksheets/sheet2.xml": soup,
      },
    ],
    [
      "cells without a text",
      {
        "xl/sharedStrings.xml": "<sst><si><t>content</t></si><si><t>Soup</t></si></sst>",
        "xl/worksheets/sheet1.xml": sheet(
          '<c t="s"><v>0</v></c><c t="inlineStr"><is><t>subtitle</t></is></c>',
          '<c t="s"><v>1</v></c><c t="s"><v/></c>',
          '<c t="s"><v/></c><c t="s"/>',
        ),
      },
    ],
  ])("a workbook with %s is read", async (_case, parts) => {
    const poll = await pollOf();
    const body = { kind: "options", xlsx: await workbook(parts) };
    expect((await importInto(poll.adminHash, body)).body.refused).toEqual([]);
    const options = await gateway.db.prisma.option.findMany({ where: { pollId: poll.id } });
    expect(options.map(({ content, subtitle }) => [content, subtitle])).toEqual([["Soup", null]]);
  });

  test("characters that XML does not have come back from an export as they were", async () => {
    const contents = ["_x0041_BC", "tab\there", "line\r\nend", "_x005F_", "x_x000D_y"];
    const cells = contents.map((content) => xlsxCell(content, "A1"));
    const copy = await pollOf();
    const xlsx = await workbook({
      "xl/worksheets/sheet1.xml": sheet(text("content"), ...cells),
      "xl/sharedStrings.xml": "<sst/>",
    });
    await importInto(copy.adminHash, { kind: "options", xlsx });
    expect(await contentsOf(copy.id)).toEqual(contents);
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
      'content\nA\n"B',
      "is not valid CSV: a quote is not closed in row 3",
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
    [
      "with a password",
      () =>
        Buffer.concat([
          Buffer.from("d0cf11e0a1b11ae1", "hex"),
          Buffer.alloc(504),
          Buffer.from("EncryptedPackage", "utf16le"),
        ]).toString("base64"),
      "is protected by a password: save it without one",
    ],
    [
      "of a release before 2007",
      () =>
        Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504)]).toString(
          "base64",
        ),
      "is an XLS workbook: save it as an XLSX workbook",
    ],
    [
      "in binary",
      () => workbook({ "xl/workbook.bin": "x" }),
      "is an XLSB workbook: save it as an XLSX workbook",
    ],
    [
      "of an open document",
      () =>
        workbook({
          mimetype: "application/vnd.oasis.opendocument.spreadsheet",
          "content.xml": "x",
        }),
      "is an ODS spreadsheet: save it as an XLSX workbook",
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
