// Covers docs/reference/results.md: exports
// Covers docs/reliability.md: pages-and-exports

import fc from "fast-check";
import { shareExportedPolls } from "../../../testing/exported-polls";
import { csvCell } from "./csv";

const { votedPoll, exported } = shareExportedPolls();

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

test("no text in a CSV begins with a formula", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const cell = csvCell(text);
      const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(unquoted).not.toMatch(/^[=+\-@\t\r\n\0]/);
    }),
  );
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
