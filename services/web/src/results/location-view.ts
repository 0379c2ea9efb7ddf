import { type MapView, type Position, viewOfAll } from "../parts/map/map-view";
import type { OptionLocation } from "./location";

const METERS_OF_DEGREE = 111_320;

/** The part of the world that shows all locations, twice as wide as high. */
export const viewOf = (locations: readonly OptionLocation[]): MapView =>
  viewOfAll(locations.flatMap(cornersOf));

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
