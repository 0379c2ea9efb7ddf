import type { Option, OptionListItem } from "@polls/client";
import { METERS_OF_DEGREE } from "./distances";
import { eastScaleAt, type MapView, nearTo, type Position, viewOfAll } from "./map-view";

/** The position of an option, in degrees. */
export interface OptionLocation {
  readonly shape: NonNullable<Option["location_type"]>;
  readonly positions: readonly Position[];
  /** Of a circle, in meters. */
  readonly radius: number | undefined;
}

/** An option that stands on a map under its number. */
export interface NumberedPlace {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly location: OptionLocation;
}

/** The position of a location option; undefined for other options and for invalid data. */
export function locationOf({
  location_type: shape = "point",
  data,
}: Pick<Option, "location_type" | "data">): OptionLocation | undefined {
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

/** The positions in a row, each by the shorter way around the globe. Longitudes may be over 180. */
export const lineOf = ({ positions }: Pick<OptionLocation, "positions">): readonly Position[] => {
  const line: Position[] = [];
  for (const [long, lat] of positions) line.push([nearTo(line.at(-1)?.[0] ?? long, long), lat]);
  return line;
};

/** The position of a label: the middle of an area, or the middle position of a route. */
export const centerOf = (location: OptionLocation): Position => {
  const { shape } = location;
  const positions = lineOf(location);
  const middle = positions[Math.floor(positions.length / 2)];
  if (shape === "route" && middle !== undefined) return middle;
  const sum = positions.reduce(([x, y], [long, lat]) => [x + long, y + lat] as const, [
    0, 0,
  ] as const);
  return [sum[0] / positions.length, sum[1] / positions.length];
};

/** Positions that a map of the location must show. */
function cornersOf(location: OptionLocation): readonly Position[] {
  const { radius } = location;
  const positions = lineOf(location);
  if (radius === undefined) return positions;
  const reach = radius / METERS_OF_DEGREE;
  return positions.flatMap(([long, lat]): readonly Position[] => {
    const wide = reach / eastScaleAt(lat);
    return [
      [long - wide, lat - reach],
      [long + wide, lat + reach],
    ];
  });
}

/** The options that have a position, under their numbers. */
export const numberedPlaces = (
  options: readonly OptionListItem[],
  nameOf: (option: OptionListItem) => string,
): readonly NumberedPlace[] =>
  options.flatMap((option) => {
    const location = locationOf(option);
    const { id, position } = option;
    return location ? [{ id, number: position, name: nameOf(option), location }] : [];
  });

/** The part of the world that shows all locations. */
export const viewOfPlaces = (
  places: readonly Pick<NumberedPlace, "location">[],
  ratio?: number,
): MapView =>
  viewOfAll(
    places.map(({ location }) => cornersOf(location)),
    ratio,
  );
