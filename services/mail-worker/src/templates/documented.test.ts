// Covers docs/reference/mails.md: kinds, order

import { readFileSync } from "node:fs";
import path from "node:path";
import { groupBy } from "@polls/domain/grouping";
import { mailKinds } from "@polls/domain/mails";

const text = readFileSync(path.join(__dirname, "../../../../docs/reference/mails.md"), "utf8");
const kindsIn = (part: string) => [...part.matchAll(/`(\w+)`/g)].map(([, kind]) => kind).sort();

test("the reference has a row for each kind of mail", () => {
  const rows = [...text.matchAll(/^\| (`\w+`) \|/gm)].map(([, kind]) => kind);
  expect(kindsIn(rows.join())).toEqual(Object.keys(mailKinds).sort());
});

test("the reference has the order of the kinds", () => {
  const [, order = ""] = /by priority: first ([^.]*), then all others\./.exec(text) ?? [];
  const ranks = order.split(", then ").map(kindsIn);
  const expected = groupBy(Object.entries(mailKinds), ([, { rank }]): number => rank);
  expect(ranks).toEqual(
    ranks.map((_, rank) => (expected.get(rank) ?? []).map(([kind]) => kind).sort()),
  );
  expect(expected.size).toBe(ranks.length + 1);
});
