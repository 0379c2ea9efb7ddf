import { exactSum, tenThousandths } from "../votes/exact-sum";
import { type MinHeap, minHeap } from "./min-heap";

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

/** Marks participants without an option. */
const UNASSIGNED = -1;

/**
 * Assigns participants to options so that the total value is greatest
 * (docs/reference/ratings.md#best-distribution). The result is in the order of participant ids.
 *
 * Adds one participant after the other along the cheapest chain of moves, which keeps the whole assignment
 * optimal (successive shortest paths of a minimum-cost flow).
 */
export function bestDistribution(
  assignable: readonly AssignableOption[],
  values: readonly GivenValue[],
): readonly Assignment[] {
  const options = assignable
    .filter(({ limit = 1 }) => limit > 0)
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
  const participants = preferencesOf(options, values);
  const free = options.map(({ limit = 1 }) => limit);
  const optionOf = participants.map(() => UNASSIGNED);
  const departures = options.map(() => new Map<number, MinHeap<Departure>>());

  const assign = (participant: number, option: number): void => {
    optionOf[participant] = option;
    const preferences = participants[participant]?.preferences ?? [];
    const held = preferences.find((preference) => preference.option === option);
    const heaps = departures[option];
    if (held === undefined || heaps === undefined) return;
    for (const other of [...preferences, { option: UNASSIGNED, value: 0, rank: 0 }]) {
      if (other.option === option) continue;
      const heap = heaps.get(other.option) ?? minHeap<Departure>(compareWorth);
      heaps.set(other.option, heap);
      heap.push({ participant, value: held.value - other.value, rank: held.rank - other.rank });
    }
  };

  participants.forEach(({ preferences }, newcomer) => {
    const chain = cheapestChain(newcomer, preferences, { free, departures, optionOf });
    for (const { participant, to } of chain.moves) assign(participant, to);
    if (chain.end !== UNASSIGNED) free[chain.end] = (free[chain.end] ?? 0) - 1;
  });
  return participants.flatMap(({ participantId }, participant) => {
    const option = options[optionOf[participant] ?? UNASSIGNED];
    return option === undefined ? [] : [{ optionId: option.id, participantId }];
  });
}

function preferencesOf(
  options: readonly AssignableOption[],
  given: readonly GivenValue[],
): readonly { readonly participantId: bigint; readonly preferences: readonly Preference[] }[] {
  const indexOf = new Map(options.map(({ id }, index) => [id, index]));
  const sums = new Map<bigint, Map<number, number>>();
  for (const { participantId, optionId, value } of given) {
    const option = indexOf.get(optionId);
    if (option === undefined) continue;
    const values = sums.get(participantId) ?? new Map<number, number>();
    sums.set(participantId, values.set(option, exactSum(values.get(option) ?? 0, value)));
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([participantId, values]) => ({
      participantId,
      preferences: [...values]
        .filter(([, value]) => value > 0)
        .sort(([one], [other]) => one - other)
        .map(([option, value]) => ({
          option,
          value: Number(tenThousandths(value)),
          rank: options.length - option,
        })),
    }));
}

interface AssignmentState {
  readonly free: readonly number[];
  readonly departures: readonly ReadonlyMap<number, MinHeap<Departure>>[];
  readonly optionOf: readonly number[];
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

/**
 * The cheapest chain of moves that assigns the new participant. `end` is the option that gains a
 * participant.
 */
function cheapestChain(
  newcomer: number,
  preferences: readonly Preference[],
  { free, departures, optionOf }: AssignmentState,
): { readonly moves: readonly Reassignment[]; readonly end: number } {
  const steps = new Map<number, ChainStep>();
  let end = UNASSIGNED;
  let cheapest: Worth = { value: 0, rank: 0 };
  steps.set(UNASSIGNED, { participant: newcomer, from: undefined, ...cheapest });
  const queue: number[] = [];

  const reach = (option: number, step: ChainStep): void => {
    const known = steps.get(option);
    if (known !== undefined && compareWorth(step, known) >= 0) return;
    // Further moves never lower the cost. Drop chains that cost as much as the cheapest.
    if (compareWorth(step, cheapest) >= 0) return;
    steps.set(option, step);
    if (option === UNASSIGNED || (free[option] ?? 0) > 0) {
      cheapest = step;
      end = option;
    } else queue.push(option);
  };
  for (const { option, value, rank } of preferences) {
    reach(option, { participant: newcomer, from: undefined, value: -value, rank: -rank });
  }
  for (let option = queue.shift(); option !== undefined; option = queue.shift()) {
    const here = steps.get(option);
    if (here === undefined) continue;
    for (const [to, heap] of departures[option] ?? []) {
      const next = heap.peek(({ participant }) => optionOf[participant] === option);
      if (next === undefined) continue;
      const [value, rank] = [here.value + next.value, here.rank + next.rank];
      reach(to, { participant: next.participant, from: option, value, rank });
    }
  }
  return { moves: movesTo(end, steps), end };
}

function movesTo(end: number, steps: ReadonlyMap<number, ChainStep>): readonly Reassignment[] {
  const moves: Reassignment[] = [];
  for (let to: number | undefined = end; to !== undefined; ) {
    const step = steps.get(to);
    if (step === undefined) break;
    moves.push({ participant: step.participant, to });
    to = step.from;
  }
  return moves;
}

const compareWorth = (one: Worth, other: Worth): number =>
  one.value - other.value || one.rank - other.rank;
