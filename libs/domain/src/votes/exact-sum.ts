const UNITS = 10_000n;

/** Converts a number with at most 4 decimals to a whole number of ten-thousandths. */
export function tenThousandths(value: number): bigint {
  // Stryker disable next-line ConditionalExpression: a faster way to the same number
  if (Number.isSafeInteger(value)) return BigInt(value) * UNITS;
  return BigInt(value.toFixed(4).replace(".", ""));
}

/** The sum of numbers with at most 4 decimals: exact up to 9 × 10^11, and the nearest number beyond that. */
export function exactSum(...values: readonly number[]): number {
  // Stryker disable all: a faster way to the same sum
  if (values.every(Number.isSafeInteger)) {
    const sum = values.reduce((total, value) => total + value, 0);
    if (Number.isSafeInteger(sum)) return sum;
  }
  // Stryker restore all
  const units = values.reduce((total, value) => total + tenThousandths(value), 0n);
  const sign = units < 0n ? "-" : "";
  const size = units < 0n ? -units : units;
  return Number(`${sign}${size / UNITS}.${(size % UNITS).toString().padStart(4, "0")}`);
}
