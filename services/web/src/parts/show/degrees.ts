import type { Words } from "../../words";

const DECIMALS = 5;

/** A position as people read it everywhere, such as `52.52° N, 13.4° E`. */
export function degreesText(
  [longitude, latitude]: readonly [longitude: number, latitude: number],
  { locale, compass }: Pick<Words, "locale" | "compass">,
): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: DECIMALS });
  const part = (degrees: number, [plus, minus]: readonly string[]) =>
    `${format.format(Math.abs(degrees))}° ${degrees < 0 ? minus : plus}`;
  const [north = "", south = "", east = "", west = ""] = compass;
  return `${part(latitude, [north, south])}, ${part(longitude, [east, west])}`;
}
