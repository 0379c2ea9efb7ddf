import { compareFractions, type Fraction } from "../counting/fraction";
import { tenThousandths } from "../votes/exact-sum";

/** A fraction, compared without rounding. The denominator is above 0. */
export interface Ratio extends Fraction {
  /** The nearest floating-point number. */
  readonly nearest: number;
  /** Whether different fractions of this size always have different nearest numbers. */
  readonly small: boolean;
}

/** Fractions of numbers below 2^25 differ by at least 2^-50 of their size; doubles resolve 2^-52. */
const SMALL = 2 ** 25;

const ratio = (numerator: bigint, denominator: bigint): Ratio => ({
  numerator,
  denominator,
  nearest: Number(numerator) / Number(denominator),
  small: -SMALL < numerator && numerator < SMALL && denominator < SMALL,
});

/** A fraction of two integers. Its big integers, which take long to make, are rarely needed. */
class IntegerRatio implements Ratio {
  readonly nearest: number;
  readonly small: boolean;

  constructor(
    readonly dividend: number,
    readonly divisor: number,
  ) {
    this.nearest = dividend / divisor;
    this.small = Math.abs(dividend) < SMALL && divisor < SMALL;
  }

  get numerator(): bigint {
    return BigInt(this.dividend);
  }

  get denominator(): bigint {
    return BigInt(this.divisor);
  }
}

const zero: Ratio = ratio(0n, 1n);

/** A number with at most 4 decimals, divided by an integer. Division by 0 is 0 (docs/reference/ratings.md#average). */
export function ratioOf(dividend: number, divisor: number): Ratio {
  if (divisor === 0) return zero;
  return Number.isSafeInteger(dividend)
    ? new IntegerRatio(dividend, divisor)
    : ratio(tenThousandths(dividend), 10_000n * BigInt(divisor));
}

/** The plain mean; 0 for an empty list. */
export function meanOf(ratios: readonly Ratio[]): Ratio {
  if (ratios.length === 0) return zero;
  // The numbers grow with each different denominator.
  const numerators = new Map<bigint, bigint>();
  for (const { numerator, denominator } of ratios) {
    numerators.set(denominator, (numerators.get(denominator) ?? 0n) + numerator);
  }
  const [numerator, denominator] = [...numerators].reduce<readonly [bigint, bigint]>(
    ([top, bottom], [below, above]) => [top * below + above * bottom, bottom * below],
    [0n, 1n],
  );
  return ratio(numerator, denominator * BigInt(ratios.length));
}

/** Negative when `one` is less, 0 when both are equal. */
export function compareRatios(one: Ratio, other: Ratio): number {
  if (one.small && other.small) return Math.sign(one.nearest - other.nearest);
  return compareFractions(one, other);
}
