/** The measurements under one load: medians of its rounds. */
export interface MeasuredLoad {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Votes in a transaction, on average. */
  readonly batch?: number;
  readonly gatewayUs: number;
  readonly threadUs: number;
  readonly databaseUs: number;
  readonly walBytes: number;
  /** Full page images in the log per vote: the first change of a page after a checkpoint. */
  readonly pagesInLog: number;
  readonly loadUs: number;
  /** CPUs of the machine that other programs kept busy. */
  readonly otherCores: number;
}

interface NetworkBytes {
  readonly name: string;
  readonly fromClient: number;
  readonly toClient: number;
  readonly toDatabase: number;
  readonly fromDatabase: number;
}

/** The part of `bench/results/footprint.json` from which costs are computed. */
export interface Footprint {
  readonly facts: string;
  readonly loads: readonly MeasuredLoad[];
  readonly network: readonly NetworkBytes[];
  readonly stored: {
    readonly grown: readonly { name: string; rows: number; indexes: number }[];
    readonly participant: { readonly rows: number; readonly indexes: number };
  };
}

/** A part per vote, and a part per transaction, which its votes share. */
export interface Cost {
  readonly perVote: number;
  readonly perTransaction: number;
}

export interface Costs {
  /** All threads of a gateway. */
  readonly gatewayUs: Cost;
  /** The main thread, which accepts requests. */
  readonly threadUs: Cost;
  readonly databaseUs: Cost;
  readonly walBytes: Cost;
  /** A visitor who becomes a participant. */
  readonly join: RequestCost;
  readonly rowBytes: number;
  readonly indexBytes: number;
  readonly participantBytes: number;
  /** Between client and gateway, and between gateway and database, in both directions, for large batches. */
  readonly clientBytes: number;
  readonly databaseBytes: number;
}

/** The cost of a request that shares its transaction with no other. */
export interface RequestCost {
  readonly gatewayUs: number;
  readonly threadUs: number;
  readonly databaseUs: number;
  readonly walBytes: number;
}

/** The cost of a vote in a batch of this size. */
export const costIn = (batch: number, { perVote, perTransaction }: Cost): number =>
  perVote + perTransaction / batch;

/** The least squares line through points: intercept and slope, both at least 0. */
export function lineThrough(points: readonly { x: number; y: number }[]): Cost {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const covariance = mean(points.map((point) => (point.x - x) * (point.y - y)));
  const variance = mean(points.map((point) => (point.x - x) ** 2));
  const perTransaction = variance === 0 ? 0 : Math.max(0, covariance / variance);
  return { perVote: Math.max(0, y - perTransaction * x), perTransaction };
}

const JOINING = "a participant who joins";
const CLIENTS = /^(\d+) clients$/;

/** The measured loads by number of clients, in ascending order. */
export const loadsOfClients = ({ loads }: Footprint): readonly (MeasuredLoad & Clients)[] =>
  loads.flatMap((load) => {
    const clients = CLIENTS.exec(load.name)?.[1];
    return clients === undefined || load.batch === undefined
      ? []
      : [{ ...load, clients: Number(clients), batch: load.batch }];
  });

interface Clients {
  readonly clients: number;
  readonly batch: number;
}

/** Splits the measurements into a part per vote and a part per transaction. */
export function costsFrom(footprint: Footprint): Costs {
  const loads = loadsOfClients(footprint);
  const split = (figure: "gatewayUs" | "threadUs" | "databaseUs" | "walBytes") =>
    lineThrough(loads.map((load) => ({ x: 1 / load.batch, y: load[figure] })));
  const grown = (figure: "rows" | "indexes") =>
    footprint.stored.grown
      .filter(({ name }) => name !== "participants")
      .reduce((sum, table) => sum + table[figure], 0);
  const network = footprint.network.at(-1);
  if (network === undefined) throw new Error("no bytes of the network were measured");
  const join = footprint.loads.find(({ name }) => name === JOINING);
  if (join === undefined) throw new Error("the cost of a participant was not measured");
  const { rows, indexes } = footprint.stored.participant;
  return {
    gatewayUs: split("gatewayUs"),
    threadUs: split("threadUs"),
    databaseUs: split("databaseUs"),
    walBytes: split("walBytes"),
    join,
    rowBytes: grown("rows"),
    indexBytes: grown("indexes"),
    participantBytes: rows + indexes,
    clientBytes: network.fromClient + network.toClient,
    databaseBytes: network.toDatabase + network.fromDatabase,
  };
}
