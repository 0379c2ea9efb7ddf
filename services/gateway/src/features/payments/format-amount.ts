import type { Language } from "../../pages/languages/language";

/** An amount in the minor unit, as people write it: 1250 in `eur` is €12.50, 500 in `jpy` is ¥500. */
export function formatAmount(minor: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
