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

function spotFor<Each extends Round>(
  circle: Each,
  placed: readonly Round[],
  others: readonly Round[],
  box: Box,
): Each {
  for (const share of SHARES) {
    const spot = freeSpot(circle, placed, others, box, share);
    if (spot !== undefined) return spot;
  }
  return circle;
}

function freeSpot<Each extends Round>(
  circle: Each,
  placed: readonly Round[],
  others: readonly Round[],
  { width, height, gap }: Box,
  share: number,
): Each | undefined {
  const { radius } = circle;
  const within = (at: number, size: number) => Math.max(radius, Math.min(size - radius, at));
  const isFree = (x: number, y: number) =>
    placed.every(
      (other) => Math.hypot(x - other.x, y - other.y) >= share * (radius + other.radius + gap),
    );
  const hidesNone = (x: number, y: number) =>
    others.every((other) => Math.hypot(x - other.x, y - other.y) >= share * radius);
  for (let away = 0; away <= Math.max(width, height); away += radius / 2) {
    const turns = Math.max(TURNS, Math.round((2 * Math.PI * away) / radius));
    for (let turn = 0; turn < (away === 0 ? 1 : turns); turn++) {
      const angle = (2 * Math.PI * turn) / turns;
      const x = within(circle.x + away * Math.cos(angle), width);
      const y = within(circle.y + away * Math.sin(angle), height);
      if (isFree(x, y) && (away === 0 || hidesNone(x, y))) return { ...circle, x, y };
    }
  }
  return undefined;
}
