import { type Cost, type Costs, costIn, type Footprint, loadsOfClients } from "./costs";
import { PLANNED_BATCH, planFor } from "./plan";
import { type Scenario, simulate, waitThatExplains } from "./simulation";

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const count = (value: number): string => Math.round(value).toLocaleString("en-US");
const some = (value: number): string =>
  value >= 10 ? count(value) : value.toFixed(value < 1 ? 2 : 1);

/** The table of costs in docs/scaling.md. */
export function costsTable(costs: Costs): string {
  const row = (name: string, unit: string, cost: Cost) => [
    name,
    `${count(cost.perTransaction)} ${unit}`,
    `${count(cost.perVote)} ${unit}`,
    ...[1, PLANNED_BATCH, 64].map((batch) => `${count(costIn(batch, cost))} ${unit}`),
  ];
  return table(
    ["", "a transaction", "and a vote", "alone", `of ${PLANNED_BATCH}`, "of 64"],
    [
      row("processor of the gateway", "µs", costs.gatewayUs),
      row("of this its main thread", "µs", costs.threadUs),
      row("processor of PostgreSQL", "µs", costs.databaseUs),
      row("log of PostgreSQL (WAL)", "B", costs.walBytes),
    ],
  );
}

/** The table of other requests in docs/scaling.md, compared with a plain vote under the same load. */
export function kindsTable({ loads }: Footprint): string {
  const usual = loads.find(({ name }) => name === "64 clients");
  const others = loads.filter(({ name }) => !/^\d+ clients$/.test(name));
  const named =
    usual === undefined ? others : [{ ...usual, name: "plain vote on one poll" }, ...others];
  return table(
    ["", "gateway", "PostgreSQL", "WAL", "whole pages in the WAL"],
    named.map(({ name, gatewayUs, databaseUs, walBytes, pagesInLog }) => [
      name,
      `${count(gatewayUs)} µs`,
      `${count(databaseUs)} µs`,
      `${count(walBytes)} B`,
      pagesInLog.toFixed(2),
    ]),
  );
}

const RATES = [100, 1_000, 10_000, 100_000];

/** The table for planning in docs/scaling.md. */
export function planTable(costs: Costs): string {
  return table(
    [
      "votes a second",
      "gateways",
      "cores of PostgreSQL",
      "gateways and cores where each vote is of a new participant",
      "WAL, MB/s",
      "WAL, TB a day",
      "clients, MB/s",
      "gateways to PostgreSQL, MB/s",
      "disk, GB for each million votes",
    ],
    RATES.map((rate) => {
      const plan = planFor(rate, costs);
      return [
        count(rate),
        count(plan.gateways),
        count(plan.databaseCores),
        `${count(plan.gatewaysWithJoins)}, ${count(plan.databaseCoresWithJoins)}`,
        some(plan.walMbPerSecond),
        some(plan.walTbPerDay),
        some(plan.clientMbPerSecond),
        some(plan.databaseMbPerSecond),
        some((costs.rowBytes + costs.indexBytes) / 1_000),
      ];
    }),
  );
}

export interface Comparison {
  readonly clients: number;
  readonly measured: { readonly perSecond: number; readonly p50Ms: number; readonly batch: number };
  readonly simulated: {
    readonly perSecond: number;
    readonly p50Ms: number;
    readonly batch: number;
  };
}

/** Simulates the measured runs: one gateway, one node and the clients on the processors of one machine. */
export function compareWithMeasured(
  footprint: Footprint,
  costs: Costs,
  cores: number,
): { readonly waitUs: number; readonly runs: readonly Comparison[] } {
  const loads = loadsOfClients(footprint);
  const [lone] = loads;
  if (lone === undefined) throw new Error("no loads were measured");
  const scenarioOf = (load: (typeof loads)[number]): Omit<Scenario, "waitUs"> => ({
    costs,
    gateways: 1,
    nodes: 1,
    coresPerNode: cores,
    shares: [1],
    seconds: 10,
    seed: 1,
    arrivals: { clients: load.clients },
    together: { loadUs: load.loadUs, otherCores: load.otherCores },
  });
  const waitUs = waitThatExplains(lone.perSecond, scenarioOf(lone));
  const runs = loads.map((load) => {
    const { perSecond, p50Ms, batch } = simulate({ ...scenarioOf(load), waitUs });
    const { perSecond: measuredPerSecond, p50, batch: measuredBatch } = load;
    return {
      clients: load.clients,
      measured: { perSecond: measuredPerSecond, p50Ms: p50, batch: measuredBatch },
      simulated: { perSecond, p50Ms, batch },
    };
  });
  return { waitUs, runs };
}

/** The table of measured and simulated runs in docs/scaling.md. */
export function comparisonTable(runs: readonly Comparison[]): string {
  return table(
    [
      "clients",
      "measured: votes/s, p50, batch",
      "simulated: votes/s, p50, batch",
      "error of votes/s",
    ],
    runs.map(({ clients, measured, simulated }) => [
      clients,
      ...[measured, simulated].map(
        ({ perSecond, p50Ms, batch }) => `${count(perSecond)}, ${some(p50Ms)} ms, ${some(batch)}`,
      ),
      `${count(100 * (simulated.perSecond / measured.perSecond - 1))} %`,
    ]),
  );
}
