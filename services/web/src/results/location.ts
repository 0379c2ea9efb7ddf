import type { RatedOption } from "@polls/client";

type Position = readonly [longitude: number, latitude: number];

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

/** A part of the world, with what is drawn on it. Longitudes grow to the right, latitudes to the top. */
export interface MapView {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Lines of the grid, every so many degrees. */
  readonly every: number;
}

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const LEAST_HEIGHT = 0.01;
const LINES_MIN = 3;
const METERS_OF_DEGREE = 111_320;

/** The part of the world that shows all locations, twice as wide as high. */
export function viewOf(locations: readonly OptionLocation[]): MapView {
  const corners = locations.flatMap(cornersOf);
  const longitudes = corners.map(([longitude]) => longitude);
  const latitudes = corners.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const wanted = Math.max((east - west) / 2, north - south, LEAST_HEIGHT) * 1.3;
  const height = Math.min(180, wanted);
  const width = 2 * height;
  const left = clamp((west + east) / 2 - width / 2, -180, 180 - width);
  const top = clamp((south + north) / 2 + height / 2, -90 + height, 90);
  const every = STEPS.find((step) => height / step >= LINES_MIN) ?? 0.001;
  return { left, top, width, height, every };
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

function cornersOf({ positions, radius }: OptionLocation): readonly Position[] {
  if (radius === undefined) return positions;
  const reach = radius / METERS_OF_DEGREE;
  return positions.flatMap(([long, lat]): readonly Position[] => [
    [long - reach, lat - reach],
    [long + reach, lat + reach],
  ]);
}

/** The positions of grid lines in a range, in degrees: one at each multiple of `every`. */
export function linesBetween(from: number, to: number, every: number): readonly number[] {
  const first = Math.ceil(from / every);
  const last = Math.floor(to / every);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * every);
}

/** The radius of a circle in degrees. */
export const degreesOf = (meters: number): number => meters / METERS_OF_DEGREE;
