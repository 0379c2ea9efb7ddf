import {
  balanced,
  inTurn,
  shardsNeeded,
  shardsOf,
  sumBy,
  unevenness,
  zipfShares,
} from "./placement";

test("shares follow Zipf's law and add up to 1", () => {
  const shares = zipfShares(1_000, 1);
  const [first = 0, tenth = Number.NaN] = [shares[0], shares[9]];
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
  expect(first / tenth).toBeCloseTo(10, 10);
  expect(zipfShares(4, 0)).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test("the seed determines the shard of a poll, and all shards get polls", () => {
  const shards = shardsOf(10_000, 16, 3);
  expect(shardsOf(10_000, 16, 3)).toEqual(shards);
  expect(shardsOf(10_000, 16, 4)).not.toEqual(shards);
  expect(new Set(shards).size).toBe(16);
});

test("the busiest shard gets a separate node if the other shards fit on the rest", () => {
  const loads = [1, 1, 1, 1, 4];
  expect(inTurn(5, 2)).toEqual([0, 1, 0, 1, 0]);
  expect(unevenness(sumBy(loads, inTurn(5, 2), 2))).toBe(1.5);
  const after = balanced(loads, 2);
  expect(sumBy(loads, after, 2)).toEqual([4, 4]);
});

test.each([
  ["even polls need few shards", { polls: 100_000, exponent: 0, nodes: 4 }, 1],
  ["one poll alone exceeds a node", { polls: 1_000, exponent: 2, nodes: 4 }, undefined],
])("%s", (_, fleet, expected) => {
  expect(shardsNeeded({ ...fleet, seed: 1 }, 1.1)).toBe(expected);
});

test("a better balance needs more shards", () => {
  const fleet = { polls: 100_000, exponent: 0.8, nodes: 8, seed: 1 };
  const loose = shardsNeeded(fleet, 1.2);
  expect(loose).toBeGreaterThanOrEqual(1);
  expect(shardsNeeded(fleet, 1.01)).toBeGreaterThan(loose ?? Number.NaN);
});
