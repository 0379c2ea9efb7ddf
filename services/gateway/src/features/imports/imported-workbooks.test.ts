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
