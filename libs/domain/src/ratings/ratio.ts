import { tenThousandths } from "../votes/exact-sum";

/** A fraction that is compared without rounding; the denominator is above 0. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const zero: Ratio = { numerator: 0n, denominator: 1n };

/** A number with at most 4 decimals, divided by a whole number; 0 where that is 0 (decisions 7). */
export const ratioOf = (dividend: number, divisor: number): Ratio =>
  divisor === 0
    ? zero
    : { numerator: tenThousandths(dividend), denominator: 10_000n * BigInt(divisor) };

/** The plain mean; 0 of none. */
export function meanOf(ratios: readonly Ratio[]): Ratio {
  if (ratios.length === 0) return zero;
  const sum = ratios.reduce((total, ratio) => ({
    numerator: total.numerator * ratio.denominator + ratio.numerator * total.denominator,
    denominator: total.denominator * ratio.denominator,
  }));
  return { ...sum, denominator: sum.denominator * BigInt(ratios.length) };
}

/** Below 0: the one is less; 0: they are equal. */
export function compareRatios(one: Ratio, other: Ratio): number {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** With 4 decimals, halves away from 0. */
export function rounded({ numerator, denominator }: Ratio): number {
  const size = numerator < 0n ? -numerator : numerator;
  const units = (size * 20_000n + denominator) / (denominator * 2n);
  const text = `${units / 10_000n}.${(units % 10_000n).toString().padStart(4, "0")}`;
  return Number(numerator < 0n && units > 0n ? `-${text}` : text);
}
