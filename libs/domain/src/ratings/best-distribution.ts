import { exactSum, tenThousandths } from "../votes/exact-sum";
import { type MinHeap, minHeap } from "./min-heap";
import type { Slices } from "./slices";

export interface AssignableOption {
  readonly id: bigint;
  readonly position: number;
  /** The maximum number of participants of the option. Undefined means 1. */
  readonly limit: number | undefined;
}

/** The value that a participant gave to an option. Several values for one option add up. */
export interface GivenValue {
  readonly participantId: bigint;
  readonly optionId: bigint;
  readonly value: number;
}

export interface Assignment {
  readonly optionId: bigint;
  readonly participantId: bigint;
}

/** What an assignment adds to the total: its value, then how early the option is in the list. */
interface Worth {
  readonly value: number;
  readonly rank: number;
}

/** A value with indexes of option and participant instead of ids. */
interface Preference extends Worth {
  readonly option: number;
}

/** A participant that could leave its option, and the loss that this causes. */
interface Departure extends Worth {
  readonly participant: number;
}

/** The largest number of participants times options that is computed (docs/adr/0057-large-distributions.md). */
export const DISTRIBUTION_MAX = 500_000;

/** Values are grouped in slices of this number. */
const VALUES_OF_SLICE = 500;

/** Marks participants without an option. */
const UNASSIGNED = -1;

const byId = (one: bigint, other: bigint): number => (one < other ? -1 : 1);

/**
 * Assigns participants to options so that the total value is greatest
 * (docs/reference/ratings.md#best-distribution). The result has the order of participants, which
 * decides ties.
 *
 * Adds one participant after the other along the cheapest chain of moves, which keeps the whole assignment
 * optimal (successive shortest paths of a minimum-cost flow).
 */
export function* bestDistribution(
  assignable: readonly AssignableOption[],
  values: readonly GivenValue[],
  inOrder: (one: bigint, other: bigint) => number = byId,
): Slices<readonly Assignment[]> {
  const options = assignable
    .filter(({ limit = 1 }) => limit > 0)
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
  const participants = yield* preferencesOf(options, values, inOrder);
  const free = options.map(({ limit = 1 }) => limit);
  const optionOf = participants.map(() => UNASSIGNED);
  const departures = options.map((_, option) =>
    departuresFrom(({ participant }) => optionOf[participant] === option),
  );

  const assign = (participant: number, option: number): void => {
    departures[optionOf[participant] ?? UNASSIGNED]?.lose();
    optionOf[participant] = option;
    const preferences = participants[participant]?.preferences ?? [];
    const held = preferences.find((preference) => preference.option === option);
    if (held === undefined) return;
    for (const other of [...preferences, { option: UNASSIGNED, value: 0, rank: 0 }]) {
      if (other.option === option) continue;
      const [value, rank] = [held.value - other.value, held.rank - other.rank];
      departures[option]?.add(other.option, { participant, value, rank });
    }
  };

  for (const [newcomer, { preferences }] of participants.entries()) {
    const chain = cheapestChain(newcomer, preferences, { free, departures });
    for (const { participant, to } of chain.moves) assign(participant, to);
    if (chain.end !== UNASSIGNED) free[chain.end] = (free[chain.end] ?? 0) - 1;
    yield;
  }
  return participants.flatMap(({ participantId }, participant) => {
    const option = options[optionOf[participant] ?? UNASSIGNED];
    return option === undefined ? [] : [{ optionId: option.id, participantId }];
  });
}

interface ParticipantPreferences {
  readonly participantId: bigint;
  readonly preferences: readonly Preference[];
}

function* preferencesOf(
  options: readonly AssignableOption[],
  values: readonly GivenValue[],
  inOrder: (one: bigint, other: bigint) => number,
): Slices<readonly ParticipantPreferences[]> {
  const indexOf = new Map(options.map(({ id }, index) => [id, index]));
  const sums = new Map<bigint, Map<number, number>>();
  for (const [at, { participantId, optionId, value }] of values.entries()) {
    if (at % VALUES_OF_SLICE === 0) yield;
    const option = indexOf.get(optionId);
    if (option === undefined) continue;
    const values = sums.get(participantId) ?? new Map<number, number>();
    sums.set(participantId, values.set(option, exactSum(values.get(option) ?? 0, value)));
  }
  const participants: ParticipantPreferences[] = [];
  for (const [participantId, values] of [...sums].sort(([one], [other]) => inOrder(one, other))) {
    yield;
    const preferences = [...values]
      .filter(([, value]) => value > 0)
      .sort(([one], [other]) => one - other)
      .map(([option, value]) => ({
        option,
        value: Number(tenThousandths(value)),
        rank: options.length - option,
      }));
    participants.push({ participantId, preferences });
  }
  return participants;
}

/** The participants that could leave one option. */
interface Departures {
  /** The cheapest departure to each other option, at the index of the option plus 1. */
  readonly cheapest: () => readonly (Departure | undefined)[];
  readonly add: (to: number, departure: Departure) => void;
  /** A participant has left. */
  readonly lose: () => void;
}

/** Keeps the cheapest departures between changes, because most chains read them unchanged. */
function departuresFrom(isHere: (departure: Departure) => boolean): Departures {
  const heaps: (MinHeap<Departure> | undefined)[] = [];
  let cheapest: readonly (Departure | undefined)[] | undefined;
  return {
    cheapest() {
      cheapest ??= Array.from(heaps, (heap) => heap?.peek(isHere));
      return cheapest;
    },
    add(to, departure) {
      const heap = heaps[to + 1] ?? minHeap<Departure>(compareWorth);
      heaps[to + 1] = heap;
      heap.push(departure);
      cheapest = undefined;
    },
    lose() {
      cheapest = undefined;
    },
  };
}

interface AssignmentState {
  readonly free: readonly number[];
  readonly departures: readonly Departures[];
}

/** The cost of reaching an option, and the last move on the path to it. */
interface ChainStep extends Worth {
  readonly participant: number;
  /** The participant's option before the move. Undefined for the new participant. */
  readonly from: number | undefined;
}

interface Reassignment {
  readonly participant: number;
  readonly to: number;
}

/** The cheapest chain of moves that assigns the new participant, and the option that gains one. */
function cheapestChain(
  newcomer: number,
  preferences: readonly Preference[],
  { free, departures }: AssignmentState,
): { readonly moves: readonly Reassignment[]; readonly end: number } {
  /** At the index of the option plus 1. */
  const steps: (ChainStep | undefined)[] = [];
  let end = UNASSIGNED;
  let cheapest: ChainStep = { participant: newcomer, from: undefined, value: 0, rank: 0 };
  steps[UNASSIGNED + 1] = cheapest;
  const queue: number[] = [];

  const reach = (
    option: number,
    from: number | undefined,
    before: Worth,
    move: Departure,
  ): void => {
    const value = before.value + move.value;
    const rank = before.rank + move.rank;
    const known = steps[option + 1];
    if (known !== undefined && !isLess(value, rank, known)) return;
    // Further moves never lower the cost. Drop chains that cost as much as the cheapest.
    if (!isLess(value, rank, cheapest)) return;
    const step = { participant: move.participant, from, value, rank };
    steps[option + 1] = step;
    if (option === UNASSIGNED || (free[option] ?? 0) > 0) {
      cheapest = step;
      end = option;
    } else queue.push(option);
  };
  const nothing: Worth = { value: 0, rank: 0 };
  for (const { option, value, rank } of preferences) {
    reach(option, undefined, nothing, { participant: newcomer, value: -value, rank: -rank });
  }
  for (let option = queue.shift(); option !== undefined; option = queue.shift()) {
    const here = steps[option + 1];
    if (here === undefined || !isLess(here.value, here.rank, cheapest)) continue;
    const moves = departures[option]?.cheapest() ?? [];
    for (let to = 0; to < moves.length; to++) {
      const move = moves[to];
      if (move !== undefined) reach(to - 1, option, here, move);
    }
  }
  return { moves: movesTo(end, steps), end };
}

function movesTo(end: number, steps: readonly (ChainStep | undefined)[]): readonly Reassignment[] {
  const moves: Reassignment[] = [];
  for (let to: number | undefined = end; to !== undefined; ) {
    const step: ChainStep | undefined = steps[to + 1];
    if (step === undefined) break;
    moves.push({ participant: step.participant, to });
    to = step.from;
  }
  return moves;
}

const compareWorth = (one: Worth, other: Worth): number =>
  one.value - other.value || one.rank - other.rank;

const isLess = (value: number, rank: number, other: Worth): boolean =>
  value < other.value || (value === other.value && rank < other.rank);
