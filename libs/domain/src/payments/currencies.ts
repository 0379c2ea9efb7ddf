import type { ProblemSentence } from "../refusals/field-problems";
/** The currencies of the provider (https://docs.stripe.com/currencies), with amounts in its minor unit. */
export interface Currency {
  readonly digits: number;
  /** Amounts are multiples of this step. */
  readonly step: number;
  /** The smallest charge. Undefined when the provider publishes none for this currency. */
  readonly least: number | undefined;
  readonly most: number;
}

const EIGHT_DIGITS = 99_999_999;
const TEN_DIGITS = 9_999_999_999;

const usual: Currency = { digits: 2, step: 1, least: undefined, most: EIGHT_DIGITS };

const rows = (codes: string, facts: Partial<Currency> = {}): [string, Currency][] =>
  codes.split(" ").map((code) => [code, { ...usual, ...facts }]);

/** Keys are ISO 4217 codes in lower case. A later row replaces an earlier one. */
const currencies: ReadonlyMap<string, Currency> = new Map([
  ...rows(
    "aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf " +
      "cny cop crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr " +
      "ils inr jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr " +
      "mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle " +
      "sos srd std szl thb tjs top try ttd twd tzs uah usd uyu uzs wst xcd xcg yer zar zmw",
  ),
  ...rows("bif clp djf gnf kmf krw mga pyg rwf vnd vuv xaf xof xpf", { digits: 0 }),
  ...rows("bhd jod kwd omr tnd", { digits: 3, step: 10 }),
  // These currencies dropped their decimals, but the provider still counts them.
  ...rows("isk ugx", { step: 100 }),
  ...rows("aud brl cad chf eur nzd sgd usd", { least: 50 }),
  ...rows("gbp", { least: 30 }),
  ...rows("bgn", { least: 100 }),
  ...rows("aed myr pln ron", { least: 200 }),
  ...rows("dkk", { least: 250 }),
  ...rows("nok sek", { least: 300 }),
  ...rows("hkd", { least: 400 }),
  ...rows("mxn thb", { least: 1_000 }),
  ...rows("czk", { least: 1_500 }),
  ...rows("inr", { least: 50, most: 999_999_999 }),
  ...rows("huf", { least: 17_500, most: TEN_DIGITS }),
  ...rows("jpy", { digits: 0, least: 50, most: TEN_DIGITS }),
  ...rows("cop", { most: TEN_DIGITS }),
  ...rows("lbp", { most: 99_999_999_999 }),
  ...rows("idr", { most: 999_999_999_999 }),
]);

/** The largest amount of all currencies, in the minor unit. */
export const LARGEST_AMOUNT = Math.max(...[...currencies.values()].map(({ most }) => most));

/** A currency by its ISO 4217 code in lower case. Undefined: the provider does not accept it. */
export const findCurrency = (code: string): Currency | undefined => currencies.get(code);

export const currencyCodes: readonly string[] = [...currencies.keys()];

/** The amounts that a deployment accepts (docs/reference/payments.md#amounts), in the minor unit. */
export interface AmountRules {
  /** ISO 4217, in lower case. */
  readonly currency: string;
  readonly step: number;
  readonly least: number;
  readonly most: number;
}

/**
 * The rules of a currency, with the smallest amount `minimum` (`PAYMENT_MINIMUM`). If that does not
 * fit the currency, or is missing where the currency needs it, a sentence that says so. Throws on an unknown currency.
 */
export function amountRules(code: string, minimum: number | undefined): AmountRules | string {
  const currency = findCurrency(code);
  if (currency === undefined) throw new TypeError(`Not a currency of the provider: ${code}`);
  const { step, most, least = 0 } = currency;
  if (minimum === undefined) {
    return currency.least === undefined
      ? `needs a least amount in PAYMENT_MINIMUM: the payment provider publishes none of ${code}`
      : { currency: code, step, least, most };
  }
  const problem = amountProblem(minimum, { currency: code, step, least, most });
  if (problem === undefined) return { currency: code, step, least: minimum, most };
  return minimum < least ? `${problem}: the payment provider takes no less` : problem;
}

type AmountSentence = Extract<ProblemSentence, `${string} in ${string}`>;

/** Why an amount cannot be paid, as the end of a sentence. Undefined when it can be paid. */
export function amountProblem(amount: number, rules: AmountRules): AmountSentence | undefined {
  const { currency, step, least, most } = rules;
  if (amount < least) return `must be at least ${least} in the minor unit of ${currency}`;
  if (amount > most) return `must be at most ${most} in the minor unit of ${currency}`;
  if (amount % step !== 0) return `must be a multiple of ${step} in the minor unit of ${currency}`;
  return undefined;
}

/** Formats an amount of the minor unit for readers: 1250 in `eur` is €12.50, 500 in `jpy` is ¥500. */
export function formatAmount(minor: number, code: string, language: string): string {
  const { divisor, format } = amountFormat(code);
  return new Intl.NumberFormat(language, format).format(minor / divisor);
}

/** How amounts of a currency are written: divided, and in a format of `Intl.NumberFormat`. */
export function amountFormat(code: string) {
  const { digits, step } = findCurrency(code) ?? usual;
  // Decimals that only the provider counts are always 0 and are not shown.
  const shown = step === 10 ** digits ? 0 : digits;
  const format = { style: "currency", currency: code } as const;
  const decimals = { minimumFractionDigits: shown, maximumFractionDigits: shown };
  return { divisor: 10 ** digits, format: { ...format, ...decimals } };
}
