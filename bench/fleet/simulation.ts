import { type Costs, costIn } from "./costs";
import { Agenda, Processors, pauseOf, randomFrom, Thread } from "./events";

/** The batching of casts, with the numbers of docs/adr/0007-votes-are-cast-in-shared-transactions.md. */
const MAX_BATCH = 64;
const MAX_IN_FLIGHT = 2;
const MIN_CONCURRENT_BATCH = 32;
/** Round trips of a transaction: its statements depend on each other in this number of steps. */
const ROUND_TRIPS = 4;
const QUEUE_TIMEOUT_US = 4_000_000;

/** The share of a request's gateway time before its transaction; the rest is for the response. */
const HALF = 0.5;

export interface Scenario {
  readonly costs: Costs;
  readonly gateways: number;
  readonly nodes: number;
  readonly coresPerNode: number;
  /** The time that a transaction waits for disk and network, not for CPUs. */
  readonly waitUs: number;
  readonly shares: readonly number[];
  readonly seconds: number;
  readonly seed: number;
  /** Votes per second at a fixed rate; or a number of clients that each wait for the response. */
  readonly arrivals: { readonly rate: number } | { readonly clients: number };
  /** Gateways and clients also run on the one node, with other programs that keep this number of CPUs busy. */
  readonly together?: { readonly loadUs: number; readonly otherCores: number };
  /** The time for which one node is down: votes for it are refused. */
  readonly loss?: {
    readonly node: number;
    readonly atSeconds: number;
    readonly forSeconds: number;
  };
}

export interface NodeResult {
  readonly utilization: number;
  readonly waitP50Ms: number;
  readonly waitP99Ms: number;
  readonly batch: number;
  readonly walBytesPerSecond: number;
}

export interface Result {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly batch: number;
  /** Utilization of the thread of the busiest gateway. */
  readonly gatewayUtilization: number;
  readonly refused: number;
  readonly nodes: readonly NodeResult[];
}

interface Vote {
  readonly node: number;
  readonly due: number;
  /** When it was queued for a transaction. */
  since: number;
  readonly done: (isAccepted: boolean) => void;
}

/** The value below which this share of the values is; 0 for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Simulates a fleet. The first fifth of the time is left out of the result. */
export function simulate(scenario: Scenario): Result {
  const { costs, seconds, waitUs, together, loss } = scenario;
  const agenda = new Agenda();
  const random = randomFrom(scenario.seed);
  const untilUs = seconds * 1e6;
  const warmUs = loss === undefined ? untilUs / 5 : 0;
  const isMeasured = () => agenda.now >= warmUs;

  const nodes = Array.from({ length: scenario.nodes }, () => {
    const waits: number[] = [];
    const cores = new Processors(agenda, scenario.coresPerNode, (us) => {
      if (isMeasured()) waits.push(us);
    });
    return { waits, cores, votes: 0, transactions: 0, warmUs: 0 };
  });
  const [first] = nodes;
  const shared = together === undefined ? undefined : first?.cores;
  const gateways = Array.from({ length: scenario.gateways }, () => {
    const cores = shared ?? new Processors(agenda, 2);
    const thread = new Thread(cores);
    return {
      cores,
      thread,
      warmUs: 0,
      batchers: nodes.map((_, node) => createBatcher(node, thread)),
    };
  });
  const load = together && shared ? new Thread(shared) : undefined;
  if (together && shared) runOthers(shared, together.otherCores);

  const times: number[] = [];
  let accepted = 0;
  let refused = 0;

  /** Other programs: pieces of work of a millisecond each. */
  function runOthers(cores: Processors, count: number): void {
    if (count <= 0) return;
    const next = () => {
      cores.run(1_000, () => {});
      agenda.after(pauseOf(random, 1_000 / count), next);
    };
    next();
  }

  const isLost = (node: number): boolean =>
    loss !== undefined &&
    node === loss.node &&
    agenda.now >= loss.atSeconds * 1e6 &&
    agenda.now < (loss.atSeconds + loss.forSeconds) * 1e6;

  function createBatcher(node: number, thread: Thread) {
    let queue: Vote[] = [];
    let inFlight = 0;
    let startsSoon = false;
    let isWatched = false;

    function start(): void {
      const enough = inFlight === 0 ? 1 : MIN_CONCURRENT_BATCH;
      if (inFlight >= MAX_IN_FLIGHT || queue.length < enough) return;
      const batch = queue.slice(0, MAX_BATCH);
      queue = queue.slice(MAX_BATCH);
      inFlight++;
      transact(batch, ROUND_TRIPS);
      start();
    }

    /** The round trips one after the other: the thread, the database, disk and network. */
    function transact(batch: readonly Vote[], left: number): void {
      const place = nodes[node];
      if (place === undefined) throw new Error(`there is no node ${node}`);
      if (isLost(node)) {
        end(batch, false);
        return;
      }
      const us = costs.databaseUs.perTransaction + costs.databaseUs.perVote * batch.length;
      thread.run(costs.threadUs.perTransaction / ROUND_TRIPS, () => {
        place.cores.run(us / ROUND_TRIPS, () => {
          agenda.after(waitUs / ROUND_TRIPS, () => {
            if (left > 1) {
              transact(batch, left - 1);
              return;
            }
            if (isMeasured()) {
              place.transactions++;
              place.votes += batch.length;
            }
            end(batch, true);
          });
        });
      });
    }

    function end(batch: readonly Vote[], isAccepted: boolean): void {
      for (const vote of batch) {
        thread.run(costs.threadUs.perVote * HALF, () => vote.done(isAccepted));
      }
      inFlight--;
      start();
    }

    /** Refuses votes that have been queued for too long. */
    function watch(us: number): void {
      isWatched = true;
      agenda.after(us, () => {
        isWatched = false;
        const latest = agenda.now - QUEUE_TIMEOUT_US;
        const late = queue.filter(({ since }) => since <= latest);
        queue = queue.slice(late.length);
        for (const vote of late) vote.done(false);
        const [oldest] = queue;
        // A step smaller than a microsecond might not advance the time.
        if (oldest !== undefined) watch(Math.max(1, oldest.since - latest));
      });
    }

    /** Votes of one turn of the thread share a transaction. */
    function cast(vote: Vote): void {
      vote.since = agenda.now;
      queue.push(vote);
      if (!isWatched) watch(QUEUE_TIMEOUT_US);
      if (startsSoon) return;
      startsSoon = true;
      thread.run(0, () => {
        startsSoon = false;
        start();
      });
    }
    return { cast };
  }

  const sums = scenario.shares.map((_, at) =>
    scenario.shares.slice(0, at + 1).reduce((sum, share) => sum + share, 0),
  );
  const someNode = () => {
    const drawn = random() * (sums.at(-1) ?? 1);
    return Math.max(
      0,
      sums.findIndex((sum) => drawn < sum),
    );
  };

  let sent = 0;
  function send(answered: () => void): void {
    const gateway = gateways[sent++ % gateways.length];
    if (gateway === undefined) throw new Error("there is no gateway");
    const { thread, cores, batchers } = gateway;
    const node = someNode();
    const due = agenda.now;
    const done = (isAccepted: boolean) => {
      if (isMeasured()) {
        if (isAccepted) accepted++;
        else refused++;
        if (isAccepted) times.push(agenda.now - due);
      }
      answered();
    };
    const beside = Math.max(0, costs.gatewayUs.perVote - costs.threadUs.perVote);
    thread.run(costs.threadUs.perVote * HALF, () => {
      cores.run(beside, () => {});
      batchers[node]?.cast({ node, due, since: 0, done });
    });
  }

  function sendAgain(): void {
    if (load === undefined || together === undefined) send(sendAgain);
    else load.run(together.loadUs, () => send(sendAgain));
  }

  if ("clients" in scenario.arrivals) {
    for (let client = 0; client < scenario.arrivals.clients; client++) sendAgain();
  } else {
    const mean = 1e6 / scenario.arrivals.rate;
    const next = () => {
      send(() => {});
      agenda.after(pauseOf(random, mean), next);
    };
    agenda.after(pauseOf(random, mean), next);
  }

  agenda.run(warmUs);
  for (const node of nodes) node.warmUs = node.cores.busyUs;
  for (const gateway of gateways) gateway.warmUs = gateway.thread.busyUs;
  agenda.run(untilUs);

  const measuredUs = untilUs - warmUs;
  const walBytes = (batch: number) => costIn(batch, costs.walBytes);
  const all = (figure: "votes" | "transactions") =>
    nodes.reduce((sum, node) => sum + node[figure], 0);
  return {
    perSecond: (accepted * 1e6) / measuredUs,
    p50Ms: quantile(times, 0.5) / 1_000,
    p99Ms: quantile(times, 0.99) / 1_000,
    batch: all("votes") / Math.max(1, all("transactions")),
    gatewayUtilization: Math.max(
      ...gateways.map(({ thread, warmUs: before }) => (thread.busyUs - before) / measuredUs),
    ),
    refused,
    nodes: nodes.map((node) => {
      const batch = node.votes / Math.max(1, node.transactions);
      return {
        utilization: (node.cores.busyUs - node.warmUs) / (measuredUs * scenario.coresPerNode),
        waitP50Ms: quantile(node.waits, 0.5) / 1_000,
        waitP99Ms: quantile(node.waits, 0.99) / 1_000,
        batch,
        walBytesPerSecond: (node.votes * 1e6 * walBytes(Math.max(1, batch))) / measuredUs,
      };
    }),
  };
}

/** The waiting time of a single transaction for which one client gets the measured rate. */
export function waitThatExplains(perSecond: number, scenario: Omit<Scenario, "waitUs">): number {
  let [low, high] = [0, 20_000];
  for (let step = 0; step < 20; step++) {
    const waitUs = (low + high) / 2;
    if (simulate({ ...scenario, waitUs }).perSecond > perSecond) low = waitUs;
    else high = waitUs;
  }
  return (low + high) / 2;
}
