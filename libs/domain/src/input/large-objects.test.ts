import { jsonObject } from "./fields";

test.each<[string, object]>([
  ["lists", { list: Array.from({ length: 10_000 }, () => []) }],
  ["keys", Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [n, 0]))],
])("an object with more than 10,000 %s is refused with one problem", (_case, value) => {
  const read = jsonObject.safeParse(value);
  expect(read.error?.issues.map(({ message }) => message)).toEqual([
    "must have at most 10000 entries in all",
  ]);
});

test("an object with 10,000 values is taken", () => {
  const value = { list: Array(9_998).fill(0) };
  expect(jsonObject.parse(value)).toEqual(value);
});
