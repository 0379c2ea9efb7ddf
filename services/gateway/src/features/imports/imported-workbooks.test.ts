// Covers docs/reference/polls.md: import

import { shareImports } from "../../../testing/imported-polls";
import {
  type Parts,
  relation,
  sheet,
  text,
  workbook,
  workbookXml,
} from "../../../testing/workbook-parts";

const { gateway, pollOf, importInto } = shareImports();

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
        `<c t="str"><v>_xD83C__xDF82_</v></c>${text("_x005F_x0041_ _x41_ _X0041_")}`,
      ),
    });
    expect(options.map(({ content, description }) => [content, description])).toEqual([
      ["Soup\r\nof the day", "tab\there"],
      ["🎂", "_x0041_ _x41_ _X0041_"],
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
    ["in UTF-16 without a mark", { "xl/worksheets/sheet1.xml": Buffer.from(soup, "utf16le") }],
    ["in UTF-8 with a mark", { "xl/worksheets/sheet1.xml": `\uFEFF${soup}` }],
    [
      "with a chart as the first tab",
      {
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet r:id="c"/><sheet r:id="s"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships>${relation("c", "chartsheet", "chartsheets/sheet1.xml")}${relation("s", "worksheet", "worksheets/sheet2.xml")}</Relationships>`,
        "xl/chartsheets/sheet1.xml": "<chartsheet/>",
        "xl/worksheets/sheet2.xml": soup,
      },
    ],
    [
      "with hidden tabs before the others",
      {
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet state="hidden" r:id="a"/><sheet state="veryHidden" r:id="a"/><sheet state="visible" r:id="s"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships>${relation("a", "worksheet", "worksheets/sheet1.xml")}${relation("s", "worksheet", "worksheets/sheet2.xml")}</Relationships>`,
        "xl/worksheets/sheet1.xml": sheet(text("content"), text("Hidden")),
        "xl/worksheets/sheet2.xml": soup,
      },
    ],
    [
      "and cells far to the right that have a style alone",
      {
        "xl/worksheets/sheet1.xml": sheet(
          `${text("content")}<c r="XFD1" s="1"/>`,
          `${text("Soup")}<c r="CW2" s="1"><v/></c>`,
        ),
      },
    ],
  ])("with parts %s is read", async (_case, parts) => {
    expect((await imported(parts)).map(({ content }) => content)).toEqual(["Soup"]);
  });

  test.each([
    ["ISO-8859-1", "latin1", "Müller"],
    ["windows-1252", "latin1", "10 \x80"],
    ["UTF-16", "utf8", "Müller ☕"],
    ["us-ascii", "latin1", "Soup"],
  ] as const)("a part that declares %s is decoded", async (declared, encoding, content) => {
    const xml = `<?xml version="1.0" encoding="${declared}"?>${sheet(text("content"), text(content))}`;
    const [option] = await imported({ "xl/worksheets/sheet1.xml": Buffer.from(xml, encoding) });
    expect(option?.content).toBe(content.replace("\x80", "€"));
  });

  test("numbers are written as a spreadsheet shows them", async () => {
    const numbers: readonly (readonly [string, string])[] = [
      ["1.1000000000000001", "1.1"],
      ["4.3499999999999996", "4.35"],
      ["0.30000000000000004", "0.3"],
      ["1E-3", "0.001"],
      ["1.5E-7", "0.00000015"],
      ["3.0", "3"],
      ["+1E+3", "1000"],
      [".5", "0.5"],
      ["-0", "0"],
      ["-0.0", "0"],
      ["007", "7"],
      ["1E+20", "100000000000000000000"],
      ["1e21", "1E+21"],
      ["1234567890123.4567", "1234567890123.46"],
      ["4111111111111111", "4111111111111111"],
      ["NaN", "NaN"],
      ["1e400", "1e400"],
    ];
    const rows = numbers.map(([value]) => `<c><v>${value}</v></c>`);
    const options = await imported({ "xl/worksheets/sheet1.xml": sheet(text("content"), ...rows) });
    expect(options.map(({ content }) => content)).toEqual(numbers.map(([, shown]) => shown));
  });

  test("a day is what a format shows of a moment, in texts and in dates", async () => {
    const formats: readonly (readonly [string, string])[] = [
      ["yyyy-mm-dd", "2021-01-01"],
      ["yyyy", "2021-01-01"],
      ["mmm", "2021-01-01"],
      ["mm/yy", "2021-01-01"],
      ["m", "2021-01-01"],
      ["yyyy-mm-dd hh:mm", "2021-01-01T18:00:00"],
      ["hh:mm", "44197.75"],
      ["mm:ss", "44197.75"],
      ["*d0", "44197.75"],
      ["0_d", "44197.75"],
      ["&quot;a;d&quot;0", "44197.75"],
      ["0\\d", "44197.75"],
      ["General", "44197.75"],
    ];
    const codes = formats.map(
      ([code], at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`,
    );
    const styles = ["22", "14", ...formats.map((_, at) => String(200 + at))];
    const cells = styles.map((_, style) => `<c s="${style}"><v>44197.75</v></c>`.repeat(2));
    const options = await imported({
      "xl/styles.xml": `<styleSheet><numFmts>${codes.join("")}</numFmts><cellXfs>${styles.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`,
      "xl/worksheets/sheet1.xml": sheet(
        text("content") + text("start_date"),
        ...cells,
        '<c t="d" s="1"><v>2030-01-31T10:30:00</v></c>',
      ),
    });
    const isDay = (shown: string) => !shown.includes("T") && shown !== "44197.75";
    const shown = ["2021-01-01T18:00:00", "2021-01-01", ...formats.map(([, text]) => text)];
    expect(options.map(({ content, startDate }) => [content, startDate?.toISOString()])).toEqual([
      ...shown.map((content) => [content, `2021-01-01T${isDay(content) ? "00" : "18"}:00:00.000Z`]),
      ["2030-01-31", undefined],
    ]);
  });

  test.each<[string, string, number]>([
    ["1900", "", 43_990],
    ["1904", '<workbookPr date1904="1"/>', 42_528],
  ])(
    "that counts from %s has days in attributes, and where a format shows them",
    async (_year, properties, day) => {
      const definition = (type: string) => ({ title: type, type, allowed_values: [] });
      const types = [
        ...["date", "datetime", "datetime", "text", "text", "number"],
        ...["date", "number", "number_float"],
      ];
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
            number(day, 1) +
            number(day + 0.75, 1) +
            "<c><v>1E+3</v></c><c><v>1E-3</v></c>",
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
        7: "2020-06-08",
        8: "1000",
        9: "0.001",
      });
    },
  );

  test.each<[string, string, string, object]>([
    ["an error", "content", '<c t="e"><v>#REF!</v></c>', { content: ["is the error #REF!"] }],
    [
      "an error in another cell",
      "content",
      `${text("Soup")}<c t="e"><f>1/0</f><v>#DIV/0!</v></c>`,
      { subtitle: ["is the error #DIV/0!"] },
    ],
    [
      "a formula that was never computed",
      "content",
      '<c t="str"><f>A1</f></c>',
      { content: ["is a formula without a saved value"] },
    ],
    [
      "a formula with an empty value that is no text",
      "content",
      `${text("Soup")}<c><f>1+1</f><v/></c>`,
      { subtitle: ["is a formula without a saved value"] },
    ],
    [
      "a time without a day",
      "start_date",
      "<c><v>0.5</v></c>",
      { start_date: ["must be a date and time in ISO 8601"] },
    ],
    [
      "a day before the first",
      "start_date",
      '<c s="1"><v>-1</v></c>',
      { start_date: ["must be a date and time in ISO 8601"] },
    ],
  ])(
    "a row with %s is refused, and the others are imported",
    async (_case, first, cell, errors) => {
      const isDate = first === "start_date";
      const poll = await pollOf(
        isDate ? { settings: { option_type: "Options::DatetimeOption" } } : undefined,
      );
      const good = isDate ? "<c><v>47514.5</v></c>" : '<c t="b"><f>1=1</f><v>1</v></c>';
      const xlsx = await workbook({
        "xl/worksheets/sheet1.xml": sheet(text(first) + text("subtitle"), cell, good),
      });
      const { body } = await importInto(poll.adminHash, { kind: "options", xlsx });
      expect(body).toMatchObject({
        created: [{ row: 3 }],
        refused: [{ row: 2, error: { errors } }],
      });
    },
  );
});
