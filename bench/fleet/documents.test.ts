import { readFileSync } from "node:fs";
import path from "node:path";
import { costIn, costsFrom, type Footprint, lineThrough } from "./costs";
import {
  compareWithMeasured,
  comparisonTable,
  costsTable,
  kindsTable,
  planTable,
} from "./documents";
import { planFor } from "./plan";

const root = path.resolve(__dirname, "../..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const footprint: Footprint = JSON.parse(read("bench/results/footprint.json"));
const costs = costsFrom(footprint);
const cores = Number(/^\d+/.exec(footprint.facts)?.[0]);
const comparison = compareWithMeasured(footprint, costs, cores);

test("the fitted line has the slope and intercept of its points", () => {
  const points = [1, 0.25, 0.02].map((x) => ({ x, y: 90 + 1_200 * x }));
  const line = lineThrough(points);
  expect(line.perVote).toBeCloseTo(90, 6);
  expect(line.perTransaction).toBeCloseTo(1_200, 6);
  expect(costIn(8, line)).toBeCloseTo(240, 6);
});

test.each([
  ["costs", costsTable(costs)],
  ["kinds", kindsTable(footprint)],
  ["plan", planTable(costs)],
  ["comparison", comparisonTable(comparison.runs)],
])("the table of %s in docs/scaling.md matches the measurements", (part, table) => {
  expect(read("docs/scaling.md")).toContain(
    `<!-- generated: ${part} -->\n\n${table}\n\n<!-- end -->`,
  );
});

test("the simulation of one node matches the measurement within a quarter", () => {
  for (const { measured, simulated } of comparison.runs) {
    expect(Math.abs(simulated.perSecond / measured.perSecond - 1)).toBeLessThan(0.25);
  }
});

test("ten times the votes need ten times the machines", () => {
  const [some, more] = [planFor(10_000, costs), planFor(100_000, costs)];
  expect(more.gateways / some.gateways).toBeCloseTo(10, -1);
  expect(more.walMbPerSecond / some.walMbPerSecond).toBeCloseTo(10, 6);
});
