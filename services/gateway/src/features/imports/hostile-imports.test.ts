// Covers docs/reference/polls.md: import

import { shareImports } from "../../../testing/imported-polls";
import {
  archive,
  relation,
  sheet,
  text,
  workbook,
  workbookXml,
} from "../../../testing/workbook-parts";

const { pollOf, importInto, contentsOf } = shareImports();

describe("a hostile file", () => {
  const refused = async (body: object) => {
    const poll = await pollOf();
    const answer = await importInto(poll.adminHash, { kind: "options", ...body });
    expect(await contentsOf(poll.id)).toEqual([]);
    return [answer.status, Object.values(answer.body.errors ?? {}).flat()[0]];
  };

  test.each<[string, string, unknown]>([
    ["no row", " ", "has no header row"],
    ["no byte", "", "is empty"],
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
    ...(
      [
        ["UTF-8 that is broken", "", "latin1"],
        ["another set than it declares", '<?xml version="1.0" encoding="shift_jis"?>', "latin1"],
        ["an unknown set", '<?xml version="1.0" encoding="EBCDIC-CP-DE"?>', "utf8"],
      ] as const
    ).map(([what, declaration, encoding]): [string, () => Promise<string>, string] => [
      `in ${what}`,
      () =>
        workbook({
          "xl/worksheets/sheet1.xml": Buffer.from(
            declaration + sheet(text("content"), text("M\xfc")),
            encoding,
          ),
        }),
      "is broken",
    ]),
    [
      "with hidden sheets alone",
      () =>
        workbook({
          "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet state="hidden" r:id="rId1"/></sheets></workbook>`,
          "xl/worksheets/sheet1.xml": sheet(text("content"), text("Soup")),
        }),
      "has no sheet",
    ],
    [
      "with a cell whose shared text does not exist",
      () =>
        workbook({
          "xl/sharedStrings.xml": "<sst><si><t>content</t></si></sst>",
          "xl/worksheets/sheet1.xml": sheet('<c t="s"><v>0</v></c>', '<c t="s"><v>99</v></c>'),
        }),
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
