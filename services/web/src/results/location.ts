import type { RatedOption } from "@polls/client";
import type { Position } from "../parts/map/map-view";

/** The position of an option, in degrees. */
export interface OptionLocation {
  readonly shape: NonNullable<RatedOption["location_type"]>;
  readonly positions: readonly Position[];
  /** Of a circle, in meters. */
  readonly radius: number | undefined;
}

/** The position of a location option; undefined for other options and for invalid data. */
export function locationOf({
  location_type: shape = "point",
  data,
}: Pick<RatedOption, "location_type" | "data">): OptionLocation | undefined {
  const { coordinates, radius } = (data ?? {}) as {
    readonly coordinates?: unknown;
    readonly radius?: unknown;
  };
  const positions = (Array.isArray(coordinates) ? coordinates : []).filter(isPosition);
  if (positions.length === 0) return undefined;
  return { shape, positions, radius: typeof radius === "number" ? radius : undefined };
}

const isPosition = (position: unknown): position is Position =>
  Array.isArray(position) && position.length === 2 && position.every(Number.isFinite);

const DECIMALS = 5;

/** The first position as people write it: latitude first. */
export const coordinatesText = ({ positions: [first] }: OptionLocation, locale: string): string => {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: DECIMALS });
  return first === undefined ? "" : [first[1], first[0]].map((at) => format.format(at)).join("; ");
};
