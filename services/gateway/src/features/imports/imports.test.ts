// Covers docs/reference/polls.md: import
// Covers docs/reference/requests.md: idempotency

import { buildParticipant, buildWebhook, recordStatements } from "@polls/testing";
import { shareImports } from "../../../testing/imported-polls";
import { signUp } from "../../../testing/sign-up";
import { sheet, text, workbook } from "../../../testing/workbook-parts";
import { ImportResponse } from "./imports.schema";

const { gateway, pollOf, importInto, contentsOf, owner } = shareImports();

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

  test("a value in a column without a name refuses its row, in both kinds of files", async () => {
    const poll = await pollOf();
    const xlsx = await workbook({
      "xl/worksheets/sheet1.xml": sheet(
        text("content"),
        text("Soup") + text("lost"),
        text("Cake") + text(" "),
      ),
    });
    const csv = "content,\nSoup,lost\nCake, \n";
    for (const file of [
      { csv, xlsx: null },
      { csv: null, xlsx },
    ]) {
      const { body } = await importInto(poll.adminHash, { kind: "options", ...file });
      expect(body).toMatchObject({
        created: [{ row: 3 }],
        refused: [
          {
            row: 2,
            error: {
              errors: { base: ["has a value in column 2, which has no name"] },
              problems: { base: [{ code: "cell_without_column", values: { position: 2 } }] },
            },
          },
        ],
      });
    }
    expect(await contentsOf(poll.id)).toEqual(["Cake", "Cake"]);
  });

  test("unknown columns are named without quotation marks, and the known ones once", async () => {
    const poll = await pollOf();
    const csv = "content,color,size\nA,B,C";
    const { body } = await importInto(poll.adminHash, { kind: "options", csv });
    expect(body.problems.csv).toEqual([
      {
        code: "column_unknown",
        values: { column: "color", values: expect.stringMatching(/^content, /) },
      },
      { code: "column_unknown_too", values: { column: "size" } },
    ]);
  });

  test.each([
    ["CRLF, then LF", "content,subtitle\r\na,x\nb,y\r\nc,z\r\n", [2, 3, 4]],
    ["CR, then the others", "content,subtitle\ra,x\nb,y\r\nc,z", [2, 3, 4]],
    ["LF, then CR, with empty lines", "content,subtitle\na,x\r\r\nb,y\n\rc,z\r", [2, 4, 6]],
    ["LF after a quoted CRLF", 'sep=,\ncontent,subtitle\na,x\r"b",y\nc,"z\r\n"', [3, 4, 6]],
  ])("a line of a CSV ends with CRLF, LF or CR: %s", async (_case, csv, rows) => {
    const poll = await pollOf();
    const { body } = await importInto(poll.adminHash, { kind: "options", csv });
    expect(body.refused).toEqual([]);
    expect(body.created.map(({ row }: { row: number }) => row)).toEqual(rows);
    const options = await gateway.db.prisma.option.findMany({
      where: { pollId: poll.id },
      orderBy: { position: "asc" },
    });
    expect(options.map(({ content, subtitle }) => `${content}${subtitle?.trim()}`)).toEqual([
      ...["ax", "by", "cz"],
    ]);
  });

  test("an import of bad rows lists about 50 problems, and counts the other rows", async () => {
    const poll = await pollOf();
    const csv = `content,start_date,state\n${"a,b,c\n".repeat(499)}Soup,,\n`;
    const { body, text: answer } = await importInto(poll.adminHash, { kind: "options", csv });
    expect(ImportResponse.safeParse(body).error).toBeUndefined();
    expect(body.created).toMatchObject([{ row: 501 }]);
    expect(body.refused.length + body.more_refused).toBe(499);
    expect(body.refused.length).toBe(25);
    expect(answer.length).toBeLessThan(15_000);
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

  test("zero bytes after the end of a workbook are no part of it", async () => {
    const poll = await pollOf();
    const bytes = await workbook({ "xl/worksheets/sheet1.xml": sheet(text("content"), text("A")) });
    const filled = (filling: Buffer) =>
      Buffer.concat([Buffer.from(bytes, "base64"), filling]).toString("base64");
    const answers = [];
    for (const xlsx of [filled(Buffer.alloc(100_000)), filled(Buffer.from("\0\0more"))]) {
      answers.push(await importInto(poll.adminHash, { kind: "options", xlsx }));
    }
    expect(answers).toMatchObject([
      { status: 200, body: { created: [{ row: 2 }], refused: [] } },
      { status: 422, body: { errors: { xlsx: ["is not an XLSX workbook"] } } },
    ]);
  });

  test("half of a pair of a character refuses its row, like other invalid characters", async () => {
    const poll = await pollOf();
    const csv = "content,subtitle\n\ud800x,\nSoup,\udf82\n🎂,hot\n";
    const { body } = await importInto(poll.adminHash, { kind: "options", csv });
    expect(body).toMatchObject({
      created: [{ row: 4 }],
      refused: [
        { row: 2, error: { errors: { content: ["has invalid characters"] } } },
        { row: 3, error: { errors: { subtitle: ["has invalid characters"] } } },
      ],
    });
    expect(await contentsOf(poll.id)).toEqual(["🎂"]);
  });

  test("booleans are read in capitals, and a list may end with a separator", async () => {
    const poll = await pollOf({
      settings: {
        additional_attributes: {
          1: { title: "Vegan", type: "checkbox", required: false, allowed_values: [] },
        },
      },
    });
    const csv = "content,archived,tags\nTRUE,TRUE,x | y |\nb,False,x\nc,WAHR,\nd,,x||y\n";
    const { body } = await importInto(poll.adminHash, { kind: "options", csv });
    expect(body.refused).toMatchObject([
      { row: 4, error: { errors: { archived: ["must be true or false"] } } },
      { row: 5, error: { errors: { "tags.1": ["is required"] } } },
    ]);
    const where = { pollId: poll.id };
    const options = await gateway.db.prisma.option.findMany({
      where,
      orderBy: { position: "asc" },
    });
    expect(options).toMatchObject([
      { content: "TRUE", archived: true, tags: ["x", "y"] },
      { content: "b", archived: false, tags: ["x"] },
    ]);
    const people = "user_name,terms,additional_attributes.1\nTRUE,TRUE,FALSE\nBen,false,True\n";
    await importInto(poll.adminHash, { kind: "participants", csv: people });
    const rows = await gateway.db.prisma.participant.findMany({ where, orderBy: { id: "asc" } });
    expect(rows).toMatchObject([
      { userName: "TRUE", termsAccepted: true, additionalAttributes: { 1: "false" } },
      { userName: "Ben", additionalAttributes: { 1: "true" } },
    ]);
  });

  test.each(["options", "participants"])(
    "the number of statements does not grow with the rows of %s, and each has its event",
    async (kind) => {
      const poll = await pollOf({ settings: { option_limit: 1 } });
      await buildWebhook(gateway.db, { ownerAccountId: owner().id });
      const statements = recordStatements(gateway.db.pool);
      const counts: number[] = [];
      for (const rows of [1, 1, 40]) {
        const before = statements.length;
        const csv = `${kind === "options" ? "content" : "user_name"}\n${"A\n".repeat(rows)}`;
        const { body } = await importInto(poll.adminHash, { kind, csv });
        expect(body.created).toHaveLength(rows);
        counts.push(statements.length - before);
      }
      // The services of the gateway send some statements meanwhile.
      expect(counts[2]).toBeLessThan((counts[1] ?? 0) + 10);
      const events = await gateway.db.prisma.webhookEvent.findMany({
        where: { pollId: poll.id },
        include: { _count: { select: { deliveries: true } } },
      });
      expect(events).toHaveLength(42);
      expect(new Set(events.map(({ subjectId }) => subjectId)).size).toBe(42);
      expect(events.every(({ _count }) => _count.deliveries === 1)).toBe(true);
    },
  );

  test("of a poll with one participant for each account an import creates one", async () => {
    const poll = await pollOf({
      settings: { participant_limitation_type: "check_user_identifier" },
    });
    const csv = "user_name\nAda\nBen\n";
    const { body } = await importInto(poll.adminHash, { kind: "participants", csv });
    const [ada] = body.created;
    expect(body).toMatchObject({
      created: [{ row: 2 }],
      refused: [{ row: 3, error: { code: "already_participating", voter_id: ada.id } }],
    });
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
    expect(rows.map(({ ownerKey }) => ownerKey)).toEqual(Array(2).fill(`user:${owner().id}`));
  });

  test("participants get the free places in the order of the rows, which are counted once", async () => {
    const poll = await pollOf({ settings: { participant_limit: 3 } });
    await buildParticipant(gateway.db, poll);
    const statements = recordStatements(gateway.db.pool);
    const csv = "user_name\nAda\nBen\nCleo\nDan\n";
    const { body } = await importInto(poll.adminHash, { kind: "participants", csv });
    expect(body.created).toHaveLength(4);
    const rows = await gateway.db.prisma.participant.findMany({
      where: { pollId: poll.id },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ place }) => place)).toEqual([
      ...["taken", "taken", "taken"],
      ...["waiting", "waiting"],
    ]);
    const counted = statements.filter(({ text }) => text.includes("place <> 'taken'"));
    expect(counted).toHaveLength(1);
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
      await importInto(poll.adminHash, body, { token: owner().publicToken }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([404, 401]);
    const statuses: number[] = [];
    while (statuses.length < 31) {
      const { status } = await importInto(poll.adminHash, { kind: "options", csv: "x" });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429]);
    expect(await contentsOf(poll.id)).toEqual([]);
  });
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
