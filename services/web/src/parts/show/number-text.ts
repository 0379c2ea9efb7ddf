/** A number for people, rounded, with a true minus sign. */
export const numberText = (value: number, locale: string, maximumFractionDigits: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits }).format(value).replace("-", "−");
