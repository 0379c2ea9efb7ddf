import type { Orientation } from "@polls/media";

/** The transform that makes pixels upright: mirror first, then rotate clockwise. */
export interface Transform {
  readonly mirrored: boolean;
  readonly degrees: 0 | 90 | 180 | 270;
}

const transforms: Readonly<Record<Orientation, Transform>> = {
  1: { mirrored: false, degrees: 0 },
  2: { mirrored: true, degrees: 0 },
  3: { mirrored: false, degrees: 180 },
  4: { mirrored: true, degrees: 180 },
  5: { mirrored: true, degrees: 270 },
  6: { mirrored: false, degrees: 90 },
  7: { mirrored: true, degrees: 90 },
  8: { mirrored: false, degrees: 270 },
};

/** The rotations of an option, clockwise (docs/reference/media.md#rotation). */
export const rotations = [0, 90, 180, 270] as const;

export type Rotation = (typeof rotations)[number];

/** Validates a stored rotation. Any other number means 0. */
export const rotationOf = (value: number | null | undefined): Rotation =>
  rotations.find((rotation) => rotation === value) ?? 0;

/** Combines the orientation of the camera with the rotation of the option. */
export function transformOf(orientation: Orientation, rotation: Rotation): Transform {
  const { mirrored, degrees } = transforms[orientation];
  return { mirrored, degrees: rotationOf((degrees + rotation) % 360) };
}

export const swapsSides = ({ degrees }: Transform): boolean => degrees % 180 === 90;
