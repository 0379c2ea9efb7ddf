import type { Costs } from "./costs";
import { quantile, type Scenario, simulate, waitThatExplains } from "./simulation";

const costs: Costs = {
  gatewayUs: { perVote: 100, perTransaction: 400 },
  threadUs: { perVote: 100, perTransaction: 400 },
  databaseUs: { perVote: 50, perTransaction: 400 },
  walBytes: { perVote: 800, perTransaction: 200 },
  join: { gatewayUs: 4_000, threadUs: 4_000, databaseUs: 2_000, walBytes: 1_000 },
  rowBytes: 100,
  indexBytes: 200,
  participantBytes: 300,
  clientBytes: 1_500,
  databaseBytes: 700,
};
const alone: Scenario = {
  costs,
  gateways: 1,
  nodes: 1,
  coresPerNode: 4,
  waitUs: 1_000,
  shares: [1],
  seconds: 2,
  seed: 7,
  arrivals: { clients: 1 },
};

test("a single vote takes its CPU time plus its waiting time", () => {
  const { p50Ms, perSecond, batch } = simulate(alone);
  // 100 + 400 µs of the thread, 400 + 50 µs of the database, 1,000 µs of waiting.
  expect(p50Ms).toBeCloseTo(1.95, 6);
  expect(perSecond).toBeGreaterThan(510);
  expect(perSecond).toBeLessThan(515);
  expect(batch).toBe(1);
});

test("votes that arrive together share transactions, so throughput is higher", () => {
  const { batch, perSecond, gatewayUtilization } = simulate({
    ...alone,
    arrivals: { clients: 64 },
  });
  expect(batch).toBeGreaterThan(16);
  expect(batch).toBeLessThanOrEqual(64);
  expect(gatewayUtilization).toBeGreaterThan(0.5);
  expect(perSecond).toBeGreaterThan(5_000);
  // The thread alone allows one vote in 100 µs.
  expect(perSecond).toBeLessThan(10_000);
});

test("the utilization of a node is the work of its votes", () => {
  const shares = [0.75, 0.25];
  const { nodes } = simulate({
    ...alone,
    nodes: 2,
    shares,
    gateways: 2,
    arrivals: { rate: 1_000 },
    seconds: 10,
  });
  nodes.forEach(({ utilization, batch }, at) => {
    const expected = (1_000 * (shares[at] ?? 0) * (50 + 400 / batch)) / 4e6;
    expect(utilization / expected).toBeCloseTo(1, 1);
  });
});

test("votes wait longer for the cores of a node that is nearly full", () => {
  const waitAt = (rate: number) =>
    simulate({ ...alone, coresPerNode: 1, gateways: 16, arrivals: { rate } }).nodes[0]?.waitP99Ms;
  expect(waitAt(1_900)).toBeGreaterThan(3 * (waitAt(400) ?? Number.NaN));
});

test("only votes for a node that is down are refused", () => {
  const loss = { node: 1, atSeconds: 1, forSeconds: 10 };
  const scenario = { ...alone, nodes: 2, shares: [0.5, 0.5], arrivals: { rate: 1_000 } };
  expect(simulate(scenario).refused).toBe(0);
  const { refused, nodes } = simulate({ ...scenario, loss });
  // Half of the votes of one of the two seconds.
  expect(refused).toBeGreaterThan(420);
  expect(refused).toBeLessThan(580);
  const [there = Number.NaN, away] = nodes.map(({ utilization }) => utilization);
  expect(away).toBeLessThan(0.7 * there);
});

test("votes that are queued for longer than four seconds are refused", () => {
  const { refused } = simulate({
    ...alone,
    waitUs: 3_000_000,
    seconds: 12,
    arrivals: { rate: 100 },
  });
  expect(refused).toBeGreaterThan(400);
});

test("the same seed gives the same result, another seed another one", () => {
  const scenario = { ...alone, arrivals: { rate: 3_000 } };
  expect(simulate(scenario)).toEqual(simulate(scenario));
  expect(simulate({ ...scenario, seed: 8 })).not.toEqual(simulate(scenario));
});

test("other programs on the same CPUs slow down votes", () => {
  const together = { loadUs: 50, otherCores: 1.5 };
  const clients = { ...alone, coresPerNode: 2, arrivals: { clients: 64 } };
  const free = simulate({ ...clients, together: { ...together, otherCores: 0 } });
  expect(simulate({ ...clients, together }).perSecond).toBeLessThan(0.7 * free.perSecond);
});

test("the waiting time is computed from a measured rate", () => {
  const { waitUs: known, ...scenario } = alone;
  const { perSecond } = simulate(alone);
  expect(Math.abs(waitThatExplains(perSecond, scenario) - known)).toBeLessThan(10);
});

test("a quantile is one of the values", () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([3, 1, 2], 1)).toBe(3);
  expect(quantile([], 0.5)).toBe(0);
});
