import { z } from "zod";
import { cutAbove } from "../input/fields";
import { hasErrors, mergeErrors, type Reading, readBody } from "../input/read-body";
import { errorIf, errorsOf, isObject } from "../input/read-fields";

/** Values of `location_type`, the default first. */
export const locationTypes = ["point", "route", "polygon", "circle", "rectangle"] as const;
export type LocationType = (typeof locationTypes)[number];
export const defaultLocationType = "point" satisfies LocationType;

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
  coordinates: z.preprocess(
    cutAbove(VERTICES_MAX),
    z.array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])),
  ),
  radius: z.number().positive().max(HALF_CIRCUMFERENCE_M).optional(),
});

/** Reads `data` of a location (docs/reference/options.md#locations). */
export function readLocation(type: LocationType, data: unknown): Reading<LocationData> {
  const reading = readBody(z.strictObject({ data: shape }), { data });
  const { coordinates, radius } = isObject(data) ? data : {};
  const [least, most] = vertices[type];
  const count = Array.isArray(coordinates) ? coordinates.length : least;
  const isCircle = type === "circle";
  const errors = mergeErrors(
    errorsOf(reading),
    errorIf(
      count < least || count > most,
      "data.coordinates",
      least === most
        ? `must have ${least} coordinates for a ${type}`
        : `must have at least ${least} and at most ${most} coordinates for a ${type}`,
    ),
    errorIf(
      isCircle !== (radius !== undefined),
      "data.radius",
      isCircle ? "is required" : "is for circles only",
    ),
  );
  if (!reading.ok || hasErrors(errors)) return { ok: false, errors };
  const { data: location } = reading.value;
  return {
    ok: true,
    value: {
      coordinates: location.coordinates,
      ...(location.radius !== undefined && { radius: location.radius }),
    },
  };
}
