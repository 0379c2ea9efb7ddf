import { bestStill, liveliness, selectStills } from "./stills";

const frame = (of: (at: number) => number) => Uint8Array.from({ length: 1_024 }, (_, at) => of(at));
const lively = frame((at) => (at * 37) % 256);
const black = frame(() => 0);
const faint = frame((at) => 100 + (at % 12));

test("prefers a frame with content to a black, white or gray one", () => {
  for (const dull of [
    black,
    frame(() => 255),
    frame(() => 120),
    frame((at) => at % 12),
    new Uint8Array(),
  ]) {
    expect(liveliness(dull)).toBeLessThan(liveliness(lively) / 5);
  }
});

test("a black frame with a few bright letters is still black", () => {
  expect(liveliness(frame((at) => (at % 50 === 0 ? 255 : 0)))).toBeLessThan(10);
});

const many = (count: number, of: Uint8Array) => Array.from({ length: count }, () => of);

test.each<[string, Uint8Array[], number | undefined]>([
  ["the frame at a quarter, where it can be", many(8, lively), 3],
  ["another, where that one is black", [...many(4, black), ...many(4, lively)], 4],
  ["the only one that is not", [lively, ...many(7, black)], 0],
  ["the best, where none is good", [...many(6, black), faint, black], 6],
  ["what there is of a video that ends before its quarter", many(2, lively), 1],
  ["none of none", [], undefined],
])("takes %s", (_what, stills, expected) => {
  expect(bestStill(Buffer.concat(stills))).toBe(expected);
});

test("selects the first frame, and one for each moment", () => {
  expect(selectStills(10_000)).toMatch(
    /^select='isnan\(prev_selected_t\)\+gt\(gte\(t,0\.000\)\+gte\(t,0\.200\).*,gte\(prev_selected_t,0\.000\).*\+gte\(prev_selected_t,8\.500\)\)'$/,
  );
});
