import type { Orientation } from "@polls/media";

/** How pixels are turned upright: mirrored first, where they are, then turned clockwise. */
export interface Turn {
  readonly mirrored: boolean;
  readonly degrees: 0 | 90 | 180 | 270;
}

const turns: Readonly<Record<Orientation, Turn>> = {
  1: { mirrored: false, degrees: 0 },
  2: { mirrored: true, degrees: 0 },
  3: { mirrored: false, degrees: 180 },
  4: { mirrored: true, degrees: 180 },
  5: { mirrored: true, degrees: 270 },
  6: { mirrored: false, degrees: 90 },
  7: { mirrored: true, degrees: 90 },
  8: { mirrored: false, degrees: 270 },
};

/** The rotations an option may ask for, clockwise (decisions section 11). */
export const rotations = [0, 90, 180, 270] as const;

export type Rotation = (typeof rotations)[number];

/** A stored rotation; anything that is none means 0. */
export const rotationOf = (value: number | null | undefined): Rotation =>
  rotations.find((rotation) => rotation === value) ?? 0;

/** What a camera's orientation and then an option's rotation make together. */
export function turnOf(orientation: Orientation, rotation: Rotation): Turn {
  const { mirrored, degrees } = turns[orientation];
  return { mirrored, degrees: rotationOf((degrees + rotation) % 360) };
}

/** Whether a turn swaps width and height. */
export const swapsSides = ({ degrees }: Turn): boolean => degrees % 180 === 90;
