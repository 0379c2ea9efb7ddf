import { type Costs, costIn } from "./costs";

/** The planned utilization of a CPU: above it, waiting times grow faster than the load. */
export const PLANNED = 0.6;
/** Votes per transaction in a plan: few, so that the plan also holds for many gateways with little load each. */
export const PLANNED_BATCH = 8;

export type Plan = ReturnType<typeof planFor>;

/** The machines for a rate of votes, with a CPU utilization of `PLANNED`. */
export function planFor(votesPerSecond: number, costs: Costs, batch = PLANNED_BATCH) {
  const processors = (us: number) => Math.ceil((votesPerSecond * us) / 1e6 / PLANNED);
  const [gateway, database] = [costIn(batch, costs.threadUs), costIn(batch, costs.databaseUs)];
  const wal = votesPerSecond * costIn(batch, costs.walBytes);
  return {
    votesPerSecond,
    gateways: processors(gateway),
    databaseCores: processors(database),
    /** Whether each vote is the first vote of a new participant. */
    gatewaysWithJoins: processors(gateway + costs.join.threadUs),
    databaseCoresWithJoins: processors(database + costs.join.databaseUs),
    walMbPerSecond: wal / 1e6,
    walTbPerDay: (wal * 86_400) / 1e12,
    clientMbPerSecond: (votesPerSecond * costs.clientBytes) / 1e6,
    databaseMbPerSecond: (votesPerSecond * costs.databaseBytes) / 1e6,
  };
}

/** The number of nodes for a load, also when one node is lost and its shards are on the others. */
export const nodesFor = (votesPerSecond: number, coresPerNode: number, costs: Costs): number =>
  Math.ceil(planFor(votesPerSecond, costs).databaseCores / coresPerNode) + 1;
