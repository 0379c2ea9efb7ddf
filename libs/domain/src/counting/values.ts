import { type Fraction, fraction } from "./fraction";
import type { Pile } from "./piles";

/** Beyond this denominator values are rounded down (docs/adr/0105-values-of-ballots-are-bounded.md). */
const GREATEST = 10n ** 1_500n;
/** The denominator of rounded values: 100 decimals. */
const ROUNDED = 10n ** 100n;

/** The value of ballots that count no more. */
export const SPENT = 1;

/** The values of ballots, all over one denominator. */
export interface Values {
  /** The value of all ballots of a pile, as a numerator. */
  readonly sumOf: (pile: Pile) => bigint;
  readonly numeratorOf: (value: number) => bigint;
  /** A number of whole ballots, as a numerator. */
  readonly whole: (ballots: number) => bigint;
  readonly fractionOf: (numerator: bigint) => Fraction;
  /**
   * Adds a factor between 0 and 1: of a value, it gives the number of the value that is its product.
   * All numerators change.
   */
  readonly multiply: (factor: Fraction) => {
    readonly valueAfter: (value: number) => number;
    /** Whether values were rounded down. */
    readonly rounded: boolean;
  };
}

/** The values of ballots. The value 0 is one whole ballot, the value 1 (`SPENT`) is nothing. */
export function ballotValues(): Values {
  let denominator = 1n;
  let numerators = [1n, 0n];
  const numeratorOf = (value: number): bigint => numerators[value] ?? 0n;
  return {
    numeratorOf,
    sumOf: (pile) => {
      let sum = 0n;
      for (const [value, count] of pile) sum += numeratorOf(value) * BigInt(count);
      return sum;
    },
    whole: (ballots) => denominator * BigInt(ballots),
    fractionOf: (numerator) => fraction(numerator, denominator),
    multiply(factor) {
      const known = numerators;
      const exact = denominator * factor.denominator;
      const rounded = exact > GREATEST;
      denominator = rounded ? ROUNDED : exact;
      const scaled = (numerator: bigint): bigint =>
        rounded ? (numerator * ROUNDED) / exact : numerator;
      numerators = known.map((numerator) => scaled(numerator * factor.denominator));
      const products = new Map<number, number>();
      const valueAfter = (value: number): number => {
        const number = products.get(value) ?? numerators.length;
        if (number === numerators.length) {
          numerators.push(scaled((known[value] ?? 0n) * factor.numerator));
          products.set(value, number);
        }
        return number;
      };
      return { valueAfter, rounded };
    },
  };
}
