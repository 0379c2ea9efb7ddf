export type Position = readonly [longitude: number, latitude: number];

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
const LINES_MIN = 3;

/** The part of the world around a position, twice as wide as high, within the map of the world. */
export function viewAround([longitude, latitude]: Position, height: number): MapView {
  const width = 2 * height;
  const left = clamp(longitude - width / 2, -180, 180 - width);
  const top = clamp(latitude + height / 2, -90 + height, 90);
  const every = STEPS.find((step) => height / step >= LINES_MIN) ?? 0.001;
  return { left, top, width, height, every };
}

const LEAST_HEIGHT = 0.01;
/** How much larger the view is than what it shows. */
const MARGIN = 1.3;

/** The part of the world that shows all positions. */
export function viewOfAll(positions: readonly Position[]): MapView {
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const wanted = Math.max((east - west) / 2, north - south, LEAST_HEIGHT) * MARGIN;
  return viewAround([(west + east) / 2, (south + north) / 2], Math.min(180, wanted));
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** The positions of grid lines in a range, in degrees: one at each multiple of `every`. */
export function linesBetween(from: number, to: number, every: number): readonly number[] {
  const first = Math.ceil(from / every);
  const last = Math.floor(to / every);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * every);
}

/** A part of the world to begin with. */
export interface Region {
  readonly middle: Position;
  /** How many times the map of the world. */
  readonly zoom: number;
}

const regions: Readonly<Record<string, Region>> = {
  Africa: { middle: [18, 2], zoom: 2 },
  America: { middle: [-85, 15], zoom: 1.4 },
  Asia: { middle: [90, 30], zoom: 2 },
  Australia: { middle: [140, -28], zoom: 3 },
  Europe: { middle: [12, 52], zoom: 4 },
};

/** The continent of the time zone of this device; else the world. */
export function ownRegion(): Region {
  const [continent = ""] = new Intl.DateTimeFormat().resolvedOptions().timeZone.split("/");
  return regions[continent] ?? { middle: [0, 0], zoom: 1 };
}
