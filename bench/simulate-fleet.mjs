// Simulates fleets that are too large to test, from the costs that `npm run bench:footprint` measured:
// `npm run bench:fleet [-- --rate 100000 --nodes 8 --cores 16 --shards 256 --polls 100000 --zipf 0.8 --gateways 60
// --lose 0 --seconds 5 --seed 1]`. `--check` compares one node with what was measured; `--write` writes the tables
// of docs/scaling.md.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { withPart } from "../scripts/interface/parts.mjs";
import { answerHelp } from "../scripts/setup/help.mjs";
import { root } from "../scripts/setup/root.mjs";
import { readOptions } from "./options.mjs";

answerHelp(import.meta.filename);

const require = createRequire(import.meta.url);
require("../scripts/typescript.cjs");
const { costsFrom } = require("./fleet/costs.ts");
const {
  compareWithMeasured,
  comparisonTable,
  costsTable,
  kindsTable,
  planTable,
} = require("./fleet/documents.ts");
const {
  balanced,
  inTurn,
  shardsNeeded,
  shardsOf,
  sumBy,
  unevenness,
  zipfShares,
} = require("./fleet/placement.ts");
const { planFor } = require("./fleet/plan.ts");
const { simulate } = require("./fleet/simulation.ts");

const values = readOptions({
  rate: 100_000,
  nodes: 8,
  cores: 16,
  shards: 256,
  polls: 100_000,
  /** The exponent of Zipf's law: 0 is even, 1 is steep. */
  zipf: 0.8,
  /** The default is the number in the plan of docs/scaling.md. */
  gateways: undefined,
  /** The time that a transaction waits for disk and network, not for CPUs. */
  "wait-ms": 2,
  /** The node that is down in the second half of the time. */
  lose: undefined,
  /** The tolerated load of a node above an even distribution. */
  tolerance: 1.1,
  seconds: 5,
  seed: 1,
  check: false,
  write: false,
});
const { rate, nodes, cores, shards, polls, zipf, tolerance, seconds, seed } = values;

const footprint = JSON.parse(readFileSync(path.join(root, "bench/results/footprint.json"), "utf8"));
const costs = costsFrom(footprint);
/** Value of the measured machine. */
const MEASURED_CORES = Number(/^\d+/.exec(footprint.facts)?.[0]);
const say = (text) => process.stdout.write(`${text}\n`);
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const ms = (value) => Number(value.toFixed(2));

function show(title, scenario) {
  const result = simulate(scenario);
  say(`\n${title}`);
  console.table(
    result.nodes.map((node, at) => ({
      "share of votes": percent(scenario.shares[at]),
      utilization: percent(node.utilization),
      "wait for a core p50, ms": ms(node.waitP50Ms),
      "p99, ms": ms(node.waitP99Ms),
      "votes a transaction": ms(node.batch),
      "WAL MB/s": ms(node.walBytesPerSecond / 1e6),
    })),
  );
  say(
    `${Math.round(result.perSecond)} votes/s, ${result.refused} refused; answers p50 ${ms(result.p50Ms)} ms, p99 ${ms(result.p99Ms)} ms; busiest gateway ${percent(result.gatewayUtilization)}`,
  );
}

function simulateFleet() {
  const gateways = Number(values.gateways ?? planFor(rate, costs).gateways);
  const shares = zipfShares(polls, zipf);
  const loads = sumBy(shares, shardsOf(polls, shards, seed), shards);
  const placed = (places, count) => sumBy(loads, places, count);
  const base = { costs, gateways, coresPerNode: cores, seconds, seed };
  const common = { ...base, waitUs: 1_000 * values["wait-ms"], arrivals: { rate } };
  say(
    `${rate} votes/s, ${gateways} gateways, ${nodes} nodes of ${cores} cores, ${shards} shards, ${polls} polls, Zipf ${zipf}`,
  );
  say(`the most popular poll has ${percent(shares[0])} of all votes`);
  const before = placed(inTurn(shards, nodes), nodes);
  const after = placed(balanced(loads, nodes), nodes);
  say(
    `busiest node beside an even one: ${unevenness(before).toFixed(2)} as made, ${unevenness(after).toFixed(2)} after moves`,
  );
  const needed = shardsNeeded({ polls, exponent: zipf, nodes, seed }, tolerance);
  say(
    needed === undefined
      ? `no number of shards brings all nodes below ${tolerance} of an even load`
      : `${needed} shards for each node bring all nodes below ${tolerance} of an even load`,
  );
  show("shards as they are made", { ...common, nodes, shares: before });
  show("after moves", { ...common, nodes, shares: after });
  if (values.lose === undefined) return;
  const loss = { node: Number(values.lose), atSeconds: seconds / 2, forSeconds: seconds };
  show(`node ${loss.node} is away from the middle on`, { ...common, nodes, shares: after, loss });
  const rest = nodes - 1;
  const moved = placed(balanced(loads, rest), rest);
  show("its shards are on the other nodes", { ...common, nodes: rest, shares: moved });
}

if (values.check || values.write) {
  const { waitUs, runs } = compareWithMeasured(footprint, costs, MEASURED_CORES);
  const comparison = comparisonTable(runs);
  say(footprint.facts);
  say(`${costsTable(costs)}\n`);
  say(`${comparison}\n\na transaction waits ${ms(waitUs / 1_000)} ms for disk and network\n`);
  say(`${kindsTable(footprint)}\n\n${planTable(costs)}`);
  if (values.write) {
    const file = path.join(root, "docs/scaling.md");
    const parts = {
      costs: costsTable(costs),
      kinds: kindsTable(footprint),
      plan: planTable(costs),
      comparison,
    };
    const text = Object.entries(parts).reduce(
      (all, [part, content]) => withPart("docs/scaling.md", all, part, content),
      readFileSync(file, "utf8"),
    );
    writeFileSync(file, text);
  }
} else simulateFleet();
