/** How often one option was preferred to another. */
export interface Wins {
  readonly winnerId: bigint;
  readonly loserId: bigint;
  readonly count: number;
}

const PRECISION = 1e-12;
const MAX_ROUNDS = 10_000;

/**
 * Strengths of the Bradley-Terry model by the MM algorithm (decisions 8). Each option has `virtual`
 * wins and as many losses against an opponent of mean strength, 1, which keep every strength finite
 * and above 0; an option without comparisons has strength 1.
 */
export function bradleyTerryStrengths(
  optionIds: readonly bigint[],
  wins: readonly Wins[],
  virtual = 1,
): ReadonlyMap<bigint, number> {
  const indexOf = new Map(optionIds.map((id, index) => [id, index]));
  const won = new Float64Array(optionIds.length).fill(virtual);
  const met = optionIds.map(() => new Map<number, number>());
  for (const { winnerId, loserId, count } of wins) {
    const [winner, loser] = [indexOf.get(winnerId), indexOf.get(loserId)];
    if (winner === undefined || loser === undefined) continue;
    won[winner] = at(won, winner) + count;
    addMeeting(met[winner], loser, count);
    addMeeting(met[loser], winner, count);
  }
  let strengths = new Float64Array(optionIds.length).fill(1);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = improved(strengths, won, met, virtual);
    const change = greatestChange(strengths, next);
    strengths = next;
    if (change < PRECISION) break;
  }
  return new Map(optionIds.map((id, index) => [id, at(strengths, index)]));
}

type Meetings = ReadonlyMap<number, number>;

const at = (numbers: Float64Array, index: number): number => numbers[index] ?? 0;

function addMeeting(meetings: Map<number, number> | undefined, other: number, count: number): void {
  meetings?.set(other, (meetings.get(other) ?? 0) + count);
}

function improved(
  strengths: Float64Array,
  won: Float64Array,
  met: readonly Meetings[],
  virtual: number,
): Float64Array<ArrayBuffer> {
  const next = new Float64Array(strengths.length);
  met.forEach((meetings, index) => {
    const own = at(strengths, index);
    let expected = (2 * virtual) / (own + 1);
    for (const [other, count] of meetings) expected += count / (own + at(strengths, other));
    next[index] = expected === 0 ? own : at(won, index) / expected;
  });
  return next;
}

function greatestChange(before: Float64Array, after: Float64Array): number {
  let greatest = 0;
  after.forEach((strength, index) => {
    const change = Math.abs(strength - at(before, index)) / Math.max(strength, Number.MIN_VALUE);
    if (change > greatest) greatest = change;
  });
  return greatest;
}
