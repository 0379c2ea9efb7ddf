export interface Round {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The least number of directions in which a spot is looked for; further away there are more. */
const TURNS = 16;
/** How much of their distance circles keep, where there is no room for all of it. */
const SHARES = [1, 0.75, 0.6, 0.5, 0.4];

interface Box {
  readonly width: number;
  readonly height: number;
  /** Between the edges of circles. */
  readonly gap: number;
}

/**
 * Circles in a box, moved apart a little so that none hides another, or the middle of another. Those in front stay where they are. Without room
 * for all, the last ones cover the edges of others, then stay as they are.
 */
export function spread<Each extends Round>(circles: readonly Each[], box: Box): readonly Each[] {
  const placed: Each[] = [];
  for (const circle of circles) {
    const others = circles.filter((each) => each !== circle);
    placed.push(spotFor(circle, placed, others, box));
  }
  return placed;
}

/** The nearest of the spots where a circle keeps the largest share of its distances. */
function spotFor<Each extends Round>(
  circle: Each,
  placed: readonly Round[],
  others: readonly Round[],
  { width, height, gap }: Box,
): Each {
  const { radius } = circle;
  const within = (at: number, size: number) => Math.max(radius, Math.min(size - radius, at));
  const keeps = (share: number, x: number, y: number): boolean =>
    placed.every((other) => isAway(x, y, other, share * (radius + other.radius + gap)));
  const hidesNone = (share: number, x: number, y: number): boolean =>
    others.every((other) => isAway(x, y, other, share * radius));
  let best = circle;
  let better = SHARES;
  for (let away = 0; away <= Math.max(width, height); away += radius / 2) {
    const turns = away === 0 ? 1 : Math.max(TURNS, Math.round((2 * Math.PI * away) / radius));
    for (let turn = 0; turn < turns; turn++) {
      const angle = (2 * Math.PI * turn) / turns;
      const x = within(circle.x + away * Math.cos(angle), width);
      const y = within(circle.y + away * Math.sin(angle), height);
      const at = better.findLastIndex(
        (share) => !keeps(share, x, y) || (away > 0 && !hidesNone(share, x, y)),
      );
      if (at === better.length - 1) continue;
      best = { ...circle, x, y };
      better = better.slice(0, at + 1);
      if (better.length === 0) return best;
    }
  }
  return best;
}

// Roots would be slow: a full map compares a hundred circles at thousands of spots.
const isAway = (x: number, y: number, other: Round, distance: number): boolean =>
  (x - other.x) ** 2 + (y - other.y) ** 2 >= distance ** 2;
