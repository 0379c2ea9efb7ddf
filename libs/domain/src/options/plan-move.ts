/** The new position of an option, and the siblings that shift. Positions are 1 to n without gaps. */
export interface PositionChange {
  readonly position: number;
  /** The siblings that move: those from `from` to `to` (inclusive), by `by`. Undefined: none. */
  readonly shift: { readonly from: number; readonly to: number; readonly by: 1 | -1 } | undefined;
}

/** The position of a new option among `count` siblings, by default the last (docs/reference/options.md#position). */
export function planInsert(count: number, wanted: number | undefined): PositionChange {
  const position = clamp(wanted ?? count + 1, count + 1);
  return { position, shift: position > count ? undefined : { from: position, to: count, by: 1 } };
}

/** The position of one of `count` siblings after a move. */
export function planMove(count: number, current: number, wanted: number): PositionChange {
  const position = clamp(wanted, count);
  if (position === current) return { position, shift: undefined };
  return position < current
    ? { position, shift: { from: position, to: current - 1, by: 1 } }
    : { position, shift: { from: current + 1, to: position, by: -1 } };
}

const clamp = (wanted: number, last: number): number => Math.max(1, Math.min(wanted, last));
