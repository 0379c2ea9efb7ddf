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
 * The part of the world around a position. It may cross the meridian of 180 degrees, but no pole unless it is higher
 * than the world.
 * @param ratio The width on the screen, divided by the height.
 */
export function viewAround(
  [longitude, latitude]: Position,
  height: number,
  ratio = WORLD_RATIO,
): MapView {
  const eastScale = isSmall({ height }) ? eastScaleAt(latitude) : 1;
  const width = (ratio * height) / eastScale;
  const left = longitude - width / 2;
  const top = height > 180 ? height / 2 : clamp(latitude + height / 2, -90 + height, 90);
  const every = STEPS.find((step) => height / step >= LINES_MIN) ?? 0.001;
  return { left, top, width, height, every, eastScale };
}

/** Less than 500 m. */
const LEAST_HEIGHT = 0.004;
/** How much larger the view is than what it shows. */
const MARGIN = 1.4;

/** The part of the world that shows all lines, by the shortest way around the globe. */
export function viewOfAll(lines: readonly (readonly Position[])[], ratio = WORLD_RATIO): MapView {
  const latitudes = lines.flat().map(([, latitude]) => latitude);
  const [west, east] = shortestRange(lines);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  const heightAt = (eastScale: number): number =>
    MARGIN * Math.max(((east - west) * eastScale) / ratio, north - south, LEAST_HEIGHT);
  const height = heightAt(1);
  const isNarrow = isSmall({ height });
  const shown = isNarrow ? heightAt(eastScaleAt(middle[1])) : Math.min(360 / ratio, height);
  return viewAround(middle, shown, ratio);
}

/** The smallest range of longitudes with all lines. It leaves out the widest gap between them. */
function shortestRange(lines: readonly (readonly Position[])[]): readonly [number, number] {
  const ranges = lines
    .map((line) => line.map(([longitude]) => longitude))
    .map((longitudes) => {
      const west = Math.min(...longitudes);
      const shift = ownLongitude(west) - west;
      return [west + shift, Math.max(...longitudes) + shift] as const;
    })
    .sort(([one], [other]) => one - other);
  let reached = Math.max(...ranges.map(([, east]) => east)) - 360;
  let widest = { gap: Number.NEGATIVE_INFINITY, west: 0, east: 0 };
  for (const [west, east] of ranges) {
    const gap = west - reached;
    if (gap > widest.gap) widest = { gap, west, east: reached };
    reached = Math.max(reached, east);
  }
  if (widest.gap <= 0) return [-180, 180];
  return [widest.west, widest.east + 360];
}

/** A longitude from -180 to 180. */
export const ownLongitude = (longitude: number): number => nearTo(0, longitude);

/** The same longitude at most half of the globe from another. */
export const nearTo = (other: number, longitude: number): number =>
  longitude - 360 * Math.round((longitude - other) / 360);

/** The view as the `viewBox` of an SVG, in which latitudes grow to the bottom. */
export const viewBoxOf = ({ left, top, width, height, eastScale }: MapView): string =>
  [left * eastScale, -top, width * eastScale, height].join(" ");

export const middleOf = ({ left, top, width, height }: MapView): Position => [
  left + width / 2,
  top - height / 2,
];

/** Where a position is in a view: the shares of its width and height, from the top left. */
export const shareIn = (
  { left, top, width, height }: MapView,
  [longitude, latitude]: Position,
): readonly [x: number, y: number] => [
  (nearTo(left + width / 2, longitude) - left) / width,
  (top - latitude) / height,
];

/** How far to the east the map of the world is drawn, as often as a view shows a part of it. */
export const worldsIn = ({ left, width }: Pick<MapView, "left" | "width">): readonly number[] =>
  [-720, -360, 0, 360, 720].filter((east) => east + 180 > left && east - 180 < left + width);

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
