import type { Position } from "./map-view";

const EARTH_RADIUS_M = 6_371_009;
const RADIANS = Math.PI / 180;
export const METERS_OF_DEGREE = EARTH_RADIUS_M * RADIANS;

/** The meters between two positions, along the ground. */
export function metersBetween([long, lat]: Position, [otherLong, otherLat]: Position): number {
  const [north, east] = [(otherLat - lat) * RADIANS, (otherLong - long) * RADIANS];
  const half =
    Math.sin(north / 2) ** 2 +
    Math.cos(lat * RADIANS) * Math.cos(otherLat * RADIANS) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The length of a route in meters. */
export const metersAlong = (positions: readonly Position[]): number =>
  positions.reduce((sum, at, index) => {
    const before = positions[index - 1];
    return before === undefined ? 0 : sum + metersBetween(before, at);
  }, 0);

/** A distance as people say it, such as `850 m`, `1.2 km` or `340 km`. */
export function distanceText(meters: number, locale: string): string {
  const unitOf = (unit: "meter" | "kilometer", digits: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: digits });
  if (meters < 995) return unitOf("meter", 0).format(meters < 100 ? meters : roundTo(10, meters));
  return unitOf("kilometer", meters < 9_950 ? 1 : 0).format(meters / 1_000);
}

const roundTo = (step: number, number: number): number => Math.round(number / step) * step;

const BAR_STEPS = [5, 2, 1];

/** The longest round distance in meters that is at most as long. */
export function roundDistance(meters: number): number {
  const power = 10 ** Math.floor(Math.log10(meters));
  return power * (BAR_STEPS.find((step) => step * power <= meters) ?? 1);
}
