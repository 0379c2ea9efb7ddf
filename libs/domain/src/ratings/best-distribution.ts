import { exactSum, tenThousandths } from "../votes/exact-sum";
import { type MinHeap, minHeap } from "./min-heap";

export interface Place {
  readonly id: bigint;
  readonly position: number;
  /** How many participants it is for; undefined: 1. */
  readonly limit: number | undefined;
}

/** What a participant gave an option; several of one participant and option add up. */
export interface Gift {
  readonly participantId: bigint;
  readonly optionId: bigint;
  readonly value: number;
}

export interface Assignment {
  readonly optionId: bigint;
  readonly participantId: bigint;
}

/** What an assignment is worth: its value, then how far in front its option stands. */
interface Worth {
  readonly value: number;
  readonly rank: number;
}

interface Wish extends Worth {
  readonly place: number;
}

/** A participant who could leave its place, and what is lost by that. */
interface Move extends Worth {
  readonly who: number;
}

/** The place of those who get no option. */
const NOWHERE = -1;

/**
 * Gives each participant at most one option that it gave more than 0, and each option to at most its
 * limit, so that the total value is greatest (decisions 7). Of equal totals the one with more
 * participants on options that stand further in front; the rest is settled by the order of participants.
 *
 * Participants are added one by one along the cheapest chain of moves, which keeps the whole optimal
 * (successive shortest paths of a minimum-cost flow). By participant.
 */
export function bestDistribution(
  options: readonly Place[],
  gifts: readonly Gift[],
): readonly Assignment[] {
  const places = options
    .filter(({ limit = 1 }) => limit > 0)
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
  const participants = wishesOf(places, gifts);
  const room = places.map(({ limit = 1 }) => limit);
  const placeOf = participants.map(() => NOWHERE);
  const leaving = places.map(() => new Map<number, MinHeap<Move>>());

  const settle = (who: number, place: number): void => {
    placeOf[who] = place;
    const wishes = participants[who]?.wishes ?? [];
    const held = wishes.find((wish) => wish.place === place);
    const exits = leaving[place];
    if (held === undefined || exits === undefined) return;
    for (const wish of [...wishes, { place: NOWHERE, value: 0, rank: 0 }]) {
      if (wish.place === place) continue;
      const heap = exits.get(wish.place) ?? minHeap<Move>(compareWorth);
      exits.set(wish.place, heap);
      heap.push({ who, value: held.value - wish.value, rank: held.rank - wish.rank });
    }
  };

  participants.forEach(({ wishes }, newcomer) => {
    const chain = cheapestChain(newcomer, wishes, { room, leaving, placeOf });
    for (const { who, to } of chain.moves) settle(who, to);
    if (chain.end !== NOWHERE) room[chain.end] = (room[chain.end] ?? 0) - 1;
  });
  return participants.flatMap(({ participantId }, who) => {
    const place = places[placeOf[who] ?? NOWHERE];
    return place === undefined ? [] : [{ optionId: place.id, participantId }];
  });
}

function wishesOf(
  places: readonly Place[],
  gifts: readonly Gift[],
): readonly { readonly participantId: bigint; readonly wishes: readonly Wish[] }[] {
  const indexOf = new Map(places.map(({ id }, index) => [id, index]));
  const given = new Map<bigint, Map<number, number>>();
  for (const { participantId, optionId, value } of gifts) {
    const place = indexOf.get(optionId);
    if (place === undefined) continue;
    const values = given.get(participantId) ?? new Map<number, number>();
    given.set(participantId, values.set(place, exactSum(values.get(place) ?? 0, value)));
  }
  return [...given]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([participantId, values]) => ({
      participantId,
      wishes: [...values]
        .filter(([, value]) => value > 0)
        .map(([place, value]) => ({
          place,
          value: Number(tenThousandths(value)),
          rank: places.length - place,
        })),
    }));
}

interface Seats {
  readonly room: readonly number[];
  readonly leaving: readonly ReadonlyMap<number, MinHeap<Move>>[];
  readonly placeOf: readonly number[];
}

interface Step extends Worth {
  readonly who: number;
  /** Where `who` was before; undefined: the newcomer. */
  readonly from: number | undefined;
}

/** Who moves where so that the newcomer fits in best, and which place is one fuller after it. */
function cheapestChain(
  newcomer: number,
  wishes: readonly Wish[],
  { room, leaving, placeOf }: Seats,
): {
  readonly moves: readonly { readonly who: number; readonly to: number }[];
  readonly end: number;
} {
  const steps = new Map<number, Step>();
  let end = NOWHERE;
  let cheapest: Worth = { value: 0, rank: 0 };
  steps.set(NOWHERE, { who: newcomer, from: undefined, ...cheapest });
  const queue: number[] = [];

  const reach = (place: number, step: Step): void => {
    const known = steps.get(place);
    if (known !== undefined && compareWorth(step, known) >= 0) return;
    // No way on from a place gains anything, so what is no cheaper already never will be.
    if (compareWorth(step, cheapest) >= 0) return;
    steps.set(place, step);
    if (place === NOWHERE || (room[place] ?? 0) > 0) {
      cheapest = step;
      end = place;
    } else queue.push(place);
  };
  for (const { place, value, rank } of wishes) {
    reach(place, { who: newcomer, from: undefined, value: -value, rank: -rank });
  }
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    const here = steps.get(place);
    if (here === undefined) continue;
    for (const [to, heap] of leaving[place] ?? []) {
      const move = heap.peek(({ who }) => placeOf[who] === place);
      if (move === undefined) continue;
      const [value, rank] = [here.value + move.value, here.rank + move.rank];
      reach(to, { who: move.who, from: place, value, rank });
    }
  }
  return { moves: movesTo(end, steps), end };
}

function movesTo(end: number, steps: ReadonlyMap<number, Step>) {
  const moves: { readonly who: number; readonly to: number }[] = [];
  for (let to: number | undefined = end; to !== undefined; ) {
    const step = steps.get(to);
    if (step === undefined) break;
    moves.push({ who: step.who, to });
    to = step.from;
  }
  return moves;
}

const compareWorth = (one: Worth, other: Worth): number =>
  one.value - other.value || one.rank - other.rank;
