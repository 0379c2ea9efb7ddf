/** A given position among siblings, and which of them make room. Positions are 1-based, without gaps. */
export interface Move {
  readonly position: number;
  /** Siblings from `from` to `to`, both included, move by `by`; undefined: nobody moves. */
  readonly shift: { readonly from: number; readonly to: number; readonly by: 1 | -1 } | undefined;
}

/** Where a new option goes among `count` siblings: at the end, or where it is given room (decisions 4). */
export function planInsert(count: number, wanted: number | undefined): Move {
  const position = clamp(wanted ?? count + 1, count + 1);
  return {
    position,
    shift: position > count ? undefined : { from: position, to: count, by: 1 },
  };
}

/** Moves one of `count` siblings from a position to another. */
export function planMove(count: number, current: number, wanted: number): Move {
  const position = clamp(wanted, count);
  if (position === current) return { position, shift: undefined };
  return position < current
    ? { position, shift: { from: position, to: current - 1, by: 1 } }
    : { position, shift: { from: current + 1, to: position, by: -1 } };
}

const clamp = (wanted: number, last: number): number => Math.max(1, Math.min(wanted, last));
