import { type MapView, type Position, viewAround } from "../parts/map/map-view";
import type { OptionLocation } from "./location";

const LEAST_HEIGHT = 0.01;
const METERS_OF_DEGREE = 111_320;

/** The part of the world that shows all locations, twice as wide as high. */
export function viewOf(locations: readonly OptionLocation[]): MapView {
  const corners = locations.flatMap(cornersOf);
  const longitudes = corners.map(([longitude]) => longitude);
  const latitudes = corners.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const wanted = Math.max((east - west) / 2, north - south, LEAST_HEIGHT) * 1.3;
  return viewAround([(west + east) / 2, (south + north) / 2], Math.min(180, wanted));
}

function cornersOf({ positions, radius }: OptionLocation): readonly Position[] {
  if (radius === undefined) return positions;
  const reach = radius / METERS_OF_DEGREE;
  return positions.flatMap(([long, lat]): readonly Position[] => [
    [long - reach, lat - reach],
    [long + reach, lat + reach],
  ]);
}

/** The radius of a circle in degrees. */
export const degreesOf = (meters: number): number => meters / METERS_OF_DEGREE;
