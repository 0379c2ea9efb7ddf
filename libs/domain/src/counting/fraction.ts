/** An exact number: a fraction in lowest terms with a denominator above 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The fraction in lowest terms. The denominator must be above 0. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 1n) return { numerator, denominator };
  const divisor = greatestDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return divisor === 1n
    ? { numerator, denominator }
    : { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** The fraction of a whole number. */
export const whole = (value: number): Fraction => ({ numerator: BigInt(value), denominator: 1n });

/** The fraction as text: `"61/3"`, or `"20"` where it is whole. */
export const fractionText = ({ numerator, denominator }: Fraction): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;

/** The fraction as a number with at most 4 decimals, halves away from 0. */
export function decimalOf({ numerator, denominator }: Fraction): number {
  const size = numerator < 0n ? -numerator : numerator;
  const units = (size * 20_000n + denominator) / (denominator * 2n);
  const text = `${units / 10_000n}.${(units % 10_000n).toString().padStart(4, "0")}`;
  return Number(numerator < 0n && units > 0n ? `-${text}` : text);
}

/** Negative when `one` is less, 0 when both are equal. */
export function compareFractions(one: Fraction, other: Fraction): number {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Below this size, numbers are divided faster than big integers. */
const SMALL = 2n ** 53n;

function greatestDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = one > other ? [one, other] : [other, one];
  while (b >= SMALL) [a, b] = [b, a % b];
  if (b === 0n) return a;
  let [c, d] = [Number(b), Number(a % b)];
  while (d !== 0) [c, d] = [d, c % d];
  return BigInt(c);
}
