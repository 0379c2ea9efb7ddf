export type Position = readonly [longitude: number, latitude: number];

/** A part of the world, with what is drawn on it. Longitudes grow to the right, latitudes to the top. */
export interface MapView {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Lines of the grid, every so many degrees. */
  readonly every: number;
  /** How wide a degree of longitude is drawn, in degrees of latitude. Small maps show distances as they are. */
  readonly eastScale: number;
}

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const LINES_MIN = 3;

/** The height of a small map, in degrees. The outlines of the land are too coarse for it. */
const SMALL_DEGREES = 2;
export const isSmall = ({ height }: Pick<MapView, "height">): boolean => height <= SMALL_DEGREES;

/** How much shorter a degree of longitude is than one of latitude; not less, so that maps near the poles stay readable. */
export const eastScaleAt = (latitude: number): number =>
  Math.max(0.4, Math.cos((latitude * Math.PI) / 180));

/** The map of the world is twice as wide as high. */
const WORLD_RATIO = 2;

/**
 * The part of the world around a position, within the map of the world.
 * @param ratio The width on the screen, divided by the height.
 */
export function viewAround(
  [longitude, latitude]: Position,
  height: number,
  ratio = WORLD_RATIO,
): MapView {
  const eastScale = isSmall({ height }) ? eastScaleAt(latitude) : 1;
  const width = (ratio * height) / eastScale;
  const left = clamp(longitude - width / 2, -180, 180 - width);
  const top = clamp(latitude + height / 2, -90 + height, 90);
  const every = STEPS.find((step) => height / step >= LINES_MIN) ?? 0.001;
  return { left, top, width, height, every, eastScale };
}

/** Less than 500 m. */
const LEAST_HEIGHT = 0.004;
/** How much larger the view is than what it shows. */
const MARGIN = 1.3;

/** The part of the world that shows all positions. */
export function viewOfAll(positions: readonly Position[], ratio = WORLD_RATIO): MapView {
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  const heightAt = (eastScale: number): number =>
    MARGIN * Math.max(((east - west) * eastScale) / ratio, north - south, LEAST_HEIGHT);
  const height = heightAt(1);
  const isNarrow = isSmall({ height });
  const shown = isNarrow ? heightAt(eastScaleAt(middle[1])) : Math.min(180, height);
  return viewAround(middle, shown, ratio);
}

/** The view as the `viewBox` of an SVG, in which latitudes grow to the bottom. */
export const viewBoxOf = ({ left, top, width, height, eastScale }: MapView): string =>
  [left * eastScale, -top, width * eastScale, height].join(" ");

/** The middle of a view. */
export const middleOf = ({ left, top, width, height }: MapView): Position => [
  left + width / 2,
  top - height / 2,
];

/** Where a position is in a view: the shares of its width and height, from the top left. */
export const shareIn = (
  { left, top, width, height }: MapView,
  [longitude, latitude]: Position,
): readonly [x: number, y: number] => [(longitude - left) / width, (top - latitude) / height];

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
