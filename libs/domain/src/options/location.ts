import { z } from "zod";
import type { Reading } from "../input/read-body";
import { invalid } from "../input/read-fields";

/** Values of `location_type`, the default first. */
export const locationTypes = ["point", "route", "polygon", "circle", "rectangle"] as const;
export type LocationType = (typeof locationTypes)[number];

/** Longitude and latitude in degrees, radius in meters. */
export interface LocationData {
  readonly coordinates: readonly (readonly [number, number])[];
  readonly radius?: number;
}

const VERTICES_MAX = 1_000;
const HALF_CIRCUMFERENCE_M = 20_037_509;

const vertices: Readonly<Record<LocationType, readonly [number, number]>> = {
  point: [1, 1],
  route: [2, VERTICES_MAX],
  polygon: [3, VERTICES_MAX],
  rectangle: [2, 2],
  circle: [1, 1],
};

const shape = z.strictObject({
  coordinates: z.array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])),
  radius: z.number().positive().max(HALF_CIRCUMFERENCE_M).optional(),
});

/** Reads `data` of a location (docs/reference/options.md#locations). */
export function readLocation(type: LocationType, data: unknown): Reading<LocationData> {
  const parsed = shape.safeParse(data);
  if (!parsed.success) {
    return invalid("data", 'must be such as { "coordinates": [[longitude, latitude]] }');
  }
  const { coordinates, radius } = parsed.data;
  const [least, most] = vertices[type];
  if (coordinates.length < least || coordinates.length > most) {
    return invalid(
      "data",
      least === most
        ? `must have ${least} coordinates for a ${type}`
        : `must have at least ${least} and at most ${most} coordinates for a ${type}`,
    );
  }
  if ((type === "circle") !== (radius !== undefined)) {
    return invalid(
      "data",
      type === "circle" ? "must have a radius" : "has a radius, which is for circles",
    );
  }
  return { ok: true, value: { coordinates, ...(radius !== undefined && { radius }) } };
}
