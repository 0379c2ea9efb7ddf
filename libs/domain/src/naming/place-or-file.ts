/** What an option without a text or dates is called by. */
export interface Thing {
  /** `data`, which has the coordinates of a location. */
  readonly data: unknown;
  readonly fileName: string | null | undefined;
}

/** The name of a place, else of a file. Undefined: the option has neither. */
export const placeOrFile = ({ data, fileName }: Thing): string | undefined =>
  placeOf(data) ?? fileName ?? undefined;

/** The first position of a location, with latitude and longitude as maps write them. */
function placeOf(data: unknown): string | undefined {
  const { coordinates } = (data ?? {}) as { readonly coordinates?: unknown };
  const first: unknown = Array.isArray(coordinates) ? coordinates[0] : undefined;
  if (!Array.isArray(first)) return undefined;
  const [longitude, latitude]: readonly unknown[] = first;
  return typeof longitude === "number" && typeof latitude === "number"
    ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
    : undefined;
}
