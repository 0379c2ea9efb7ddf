import { type Signal, signal } from "@preact/signals";
import type { MovableOrder } from "../parts/form/drag-handle";
import { type Ballot, type Changed, keyOf, noMark } from "./ballot";
import { indexOfRank, rankedIds, ranksIn } from "./limits";

/**
 * The own ranks of a visitor in a list of options: those with a rank, best first. While a move is being saved: as they
 * are going to be. The options between the old and the new rank of a moved one move by one.
 */
export interface OwnRanking extends MovableOrder {
  /** The index of the option that has a rank, or gets it by a move that is being saved; -1: none. */
  readonly indexOf: (rank: number) => number;
  /** Takes the rank of an option away. Those behind it move up. */
  readonly leave: (optionId: string) => void;
  /** Ranks so many of the options that have no rank behind the others, in their order. */
  readonly rankRest: (most: number) => void;
}

/** The change that brings ranks closer to an order. */
export interface RankChange {
  readonly optionId: string;
  readonly rank: number;
}

/**
 * The next change; undefined if the ranks match the order. A change to a taken rank swaps the two ranks, a first vote
 * for a taken rank is refused (docs/reference/votes.md#unique-ranks).
 */
export function nextRankChange(
  ranks: ReadonlyMap<string, number>,
  order: readonly string[],
): RankChange | undefined {
  const at = order.findIndex((optionId, index) => ranks.get(optionId) !== index + 1);
  const optionId = order[at];
  if (optionId === undefined) return undefined;
  return { optionId, rank: ranks.has(optionId) ? at + 1 : freeRank(ranks) };
}

function freeRank(ranks: ReadonlyMap<string, number>): number {
  const taken = new Set(ranks.values());
  let rank = 1;
  while (taken.has(rank)) rank++;
  return rank;
}

/** The order after one option is moved to an index. */
export function moved(order: readonly string[], optionId: string, at: number): readonly string[] {
  const others = order.filter((each) => each !== optionId);
  return [...others.slice(0, at), optionId, ...others.slice(at)];
}

export function createOwnRanking(ballot: Ballot, optionIds: readonly string[]): OwnRanking {
  const wanted: Signal<readonly string[] | undefined> = signal(undefined);
  /** The latest move, which `undo` takes back. */
  let latest: Changed | undefined;
  let isSaving = false;

  const ranks = () => ranksIn(ballot, optionIds);
  const order = () => wanted.value ?? rankedIds(ballot, optionIds);

  function indexOf(rank: number): number {
    if (wanted.value === undefined) return indexOfRank(ballot, optionIds, rank);
    return rank <= wanted.value.length ? rank - 1 : -1;
  }

  /** A move during another one continues the changes of that one. */
  async function save(): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    await ballot.settled();
    for (
      let change = nextRankChange(ranks(), wanted.value ?? []);
      change !== undefined;
      change = nextRankChange(ranks(), wanted.value ?? [])
    ) {
      const place = { optionId: change.optionId };
      ballot.vote(place, change.rank, latest);
      await ballot.settled();
      const { state } = ballot.marks.value.get(keyOf(place)) ?? noMark;
      if (state !== "saved" && state !== "chosen") break;
    }
    isSaving = false;
    wanted.value = undefined;
  }

  function arrange(next: readonly string[], optionId: string): void {
    const before = order();
    wanted.value = next;
    latest = { place: { optionId }, restore: () => arrange(before, optionId) };
    void save();
  }

  const move = (optionId: string, at: number) => arrange(moved(order(), optionId, at), optionId);

  function leave(optionId: string): void {
    const before = order();
    wanted.value = before.filter((each) => each !== optionId);
    latest = { place: { optionId }, restore: () => arrange(before, optionId) };
    ballot.vote({ optionId }, undefined, latest);
    void save();
  }

  function rankRest(most: number): void {
    const ranked = order();
    const rest = optionIds.filter((each) => !ranked.includes(each)).slice(0, most);
    const [first] = rest;
    if (first !== undefined) arrange([...ranked, ...rest], first);
  }
  return { order, indexOf, move, leave, rankRest };
}
