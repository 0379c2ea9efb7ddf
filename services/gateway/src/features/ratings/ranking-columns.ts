import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import {
  type Ranking,
  type RatingRules,
  rankingAgain,
  rankOrderNames,
  type Score,
  type ScoredOption,
  type Slices,
  scoreFrom,
  sumOfScores,
  undividedRules,
} from "@polls/domain/ratings";
import { inSlices } from "./in-slices";
import type { ComparisonWins } from "./wins";

/** The columns of a stored ranking, with the widest first, so that each begins at a multiple of its width. */
const kinds = [
  ["ids", BigInt64Array],
  ["positions", Float64Array],
  ["ratings", Float64Array],
  ["strengths", Float64Array],
  ["winners", BigInt64Array],
  ["losers", BigInt64Array],
  ["votes", Int32Array],
  ["noes", Int32Array],
  ["orders", Int32Array],
  ["losersOf", Int32Array],
  ["wins", Int32Array],
  ["flags", Uint8Array],
] as const;

type Kinds = { [Kind in (typeof kinds)[number] as Kind[0]]: InstanceType<Kind[1]> };
type Columns = { -readonly [Name in keyof Kinds]: Kinds[Name] };

const PICKED = 1;
const RANKED = 2;
const PUBLIC = 4;

const NONE: readonly Score[] = [];

/** Entries per slice, which takes well below 5 ms. */
const SLICE = 5_000;

/** A ranking with the comparisons behind it, if it is one of comparisons. */
export interface StoredFigures {
  readonly ranking: Ranking;
  readonly wins: ComparisonWins | undefined;
}

const deflated = promisify(deflate) as (bytes: Uint8Array, how: object) => Promise<Buffer>;
const inflated = promisify(inflate) as (bytes: Uint8Array, how: object) => Promise<Buffer>;

export const packRanking = async (figures: StoredFigures): Promise<Uint8Array> =>
  deflated(bytesOf(await inSlices(columnsOf(figures))), { level: 1 });

/** A ranking from its bytes. Undefined: they are not those of a ranking with these rules. */
export async function unpackRanking(
  packed: Uint8Array,
  rules: RatingRules,
  { bytesMax }: { readonly bytesMax: number },
): Promise<StoredFigures | undefined> {
  const bytes = await inflated(packed, { maxOutputLength: bytesMax }).catch(() => undefined);
  const columns = bytes && columnsFrom(bytes);
  return columns && inSlices(figuresFrom(columns, rules));
}

function* columnsOf({ ranking, wins }: StoredFigures): Slices<Columns> {
  const { byId, orders, rules } = ranking;
  const scoresOf = (entry: ScoredOption) =>
    entry.categories.length > 0 ? entry.categories : [entry.score];
  const each = byId.length * Math.max(1, rules.categoryIds.length);
  const compares = rules.type.bestBy === "strength";
  const names = rankOrderNames(rules);
  const columns: Columns = {
    ids: new BigInt64Array(byId.length),
    positions: new Float64Array(byId.length),
    ratings: new Float64Array(each),
    strengths: new Float64Array(compares ? byId.length : 0),
    winners: new BigInt64Array(wins?.byWinner.size ?? 0),
    losers: new BigInt64Array(wins?.pairs ?? 0),
    votes: new Int32Array(each),
    noes: new Int32Array(each),
    orders: new Int32Array(names.reduce((sum, name) => sum + (orders.get(name)?.length ?? 0), 0)),
    losersOf: new Int32Array(wins?.byWinner.size ?? 0),
    wins: new Int32Array(wins?.pairs ?? 0),
    flags: new Uint8Array(byId.length),
  };
  const indexOf = new Map<ScoredOption, number>();
  let score = 0;
  for (const [at, entry] of byId.entries()) {
    indexOf.set(entry, at);
    columns.ids[at] = entry.id;
    columns.positions[at] = entry.position;
    columns.flags[at] =
      Number(entry.picked) * PICKED + Number(entry.ranked) * RANKED + Number(entry.public) * PUBLIC;
    if (compares) columns.strengths[at] = rules.strengths.get(entry.id) ?? Number.NaN;
    for (const { rating, votes, noes } of scoresOf(entry)) {
      columns.ratings[score] = rating;
      columns.votes[score] = votes;
      columns.noes[score] = noes;
      score++;
    }
    if (at % SLICE === 0) yield;
  }
  let place = 0;
  for (const name of names) {
    for (const entry of orders.get(name) ?? []) {
      columns.orders[place++] = indexOf.get(entry) ?? 0;
      if (place % SLICE === 0) yield;
    }
  }
  let winner = 0;
  let pair = 0;
  for (const [id, { losers, counts }] of wins?.byWinner ?? []) {
    columns.winners[winner] = id;
    columns.losersOf[winner] = losers.length;
    columns.losers.set(losers, pair);
    columns.wins.set(counts, pair);
    pair += losers.length;
    if (++winner % SLICE === 0) yield;
  }
  return columns;
}

function* figuresFrom(columns: Columns, rules: RatingRules): Slices<StoredFigures | undefined> {
  const { ids, flags, positions, ratings, votes, noes, strengths } = columns;
  const names = rankOrderNames(rules);
  const undivided = undividedRules(rules);
  const scoreAt = (at: number): Score =>
    scoreFrom({ rating: ratings[at] ?? 0, votes: votes[at] ?? 0, noes: noes[at] ?? 0 }, undivided);
  const inCategories = rules.categoryIds.length;
  const scoresOf = (at: number): readonly Score[] =>
    rules.categoryIds.map((_, category) => scoreAt(at * inCategories + category));
  const byId: ScoredOption[] = [];
  const ranked: ScoredOption[] = [];
  const strengthOf = new Map<bigint, number>();
  for (let at = 0; at < ids.length; at++) {
    const flag = flags[at] ?? 0;
    const categories = inCategories === 0 ? NONE : scoresOf(at);
    const entry: ScoredOption = {
      id: ids[at] ?? 0n,
      position: positions[at] ?? 0,
      picked: (flag & PICKED) !== 0,
      ranked: (flag & RANKED) !== 0,
      public: (flag & PUBLIC) !== 0,
      score: inCategories === 0 ? scoreAt(at) : sumOfScores(categories),
      categories,
    };
    byId.push(entry);
    if (entry.ranked) ranked.push(entry);
    const strength = strengths[at] ?? Number.NaN;
    if (!Number.isNaN(strength)) strengthOf.set(entry.id, strength);
    if (at % SLICE === 0) yield;
  }
  if (columns.orders.length !== names.length * ranked.length) return undefined;
  const orders = new Map<string, readonly ScoredOption[]>();
  for (const [index, name] of names.entries()) {
    const order: ScoredOption[] = [];
    for (const at of columns.orders.subarray(index * ranked.length, (index + 1) * ranked.length)) {
      order.push(byId[at] as ScoredOption);
    }
    orders.set(name, order);
    yield;
  }
  const known = { ...rules, strengths: strengthOf };
  return { ranking: rankingAgain({ byId, orders }, known), wins: yield* winsFrom(columns, rules) };
}

function* winsFrom(
  { winners, losersOf, losers, wins }: Columns,
  { type }: RatingRules,
): Slices<ComparisonWins | undefined> {
  if (type.bestBy !== "strength") return undefined;
  const byWinner = new Map<bigint, { losers: BigInt64Array; counts: Int32Array }>();
  let pair = 0;
  for (const [at, id] of winners.entries()) {
    const end = pair + (losersOf[at] ?? 0);
    byWinner.set(id, { losers: losers.slice(pair, end), counts: wins.slice(pair, end) });
    pair = end;
    if (at % SLICE === 0) yield;
  }
  return { byWinner, pairs: losers.length };
}

const HEAD_BYTES = kinds.length * Float64Array.BYTES_PER_ELEMENT;

/** The numbers of entries, and the columns. */
function bytesOf(columns: Columns): Uint8Array {
  const lengths = Float64Array.from(kinds, ([name]) => columns[name].length);
  const parts = [lengths, ...kinds.map(([name]) => columns[name])];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

function columnsFrom(bytes: Uint8Array): Columns | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  // The copy begins at a multiple of eight.
  const { buffer } = new Uint8Array(bytes);
  const lengths = new Float64Array(buffer, 0, kinds.length);
  let at = HEAD_BYTES;
  const columns: Record<string, unknown> = {};
  for (const [index, [name, Kind]] of kinds.entries()) {
    const length = lengths[index] ?? 0;
    if (at + length * Kind.BYTES_PER_ELEMENT > bytes.length) return undefined;
    columns[name] = new Kind(buffer, at, length);
    at += length * Kind.BYTES_PER_ELEMENT;
  }
  return at === bytes.length ? (columns as Columns) : undefined;
}
