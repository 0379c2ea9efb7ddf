export interface Round {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const GAP = 2;
const TURNS = 16;

/**
 * Circles in a box, moved apart a little so that none hides another. Those in front stay where they are. Without room
 * for all, the last ones stay as they are.
 */
export function spread<Each extends Round>(
  circles: readonly Each[],
  box: { readonly width: number; readonly height: number },
): readonly Each[] {
  const placed: Each[] = [];
  for (const circle of circles) placed.push(freeSpot(circle, placed, box));
  return placed;
}

function freeSpot<Each extends Round>(
  circle: Each,
  placed: readonly Round[],
  { width, height }: { readonly width: number; readonly height: number },
): Each {
  const { radius } = circle;
  const within = (at: number, size: number) => Math.max(radius, Math.min(size - radius, at));
  const isFree = (x: number, y: number) =>
    placed.every((other) => Math.hypot(x - other.x, y - other.y) >= radius + other.radius + GAP);
  for (let away = 0; away <= Math.max(width, height); away += radius / 2) {
    for (let turn = 0; turn < (away === 0 ? 1 : TURNS); turn++) {
      const angle = (2 * Math.PI * turn) / TURNS;
      const x = within(circle.x + away * Math.cos(angle), width);
      const y = within(circle.y + away * Math.sin(angle), height);
      if (isFree(x, y)) return { ...circle, x, y };
    }
  }
  return { ...circle, x: within(circle.x, width), y: within(circle.y, height) };
}
