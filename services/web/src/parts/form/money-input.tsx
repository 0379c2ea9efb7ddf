import { findCurrency, formatAmount } from "@polls/domain/payments";

/** The number of decimals of an amount that people enter. */
function decimalsOf(currency: string): number {
  const { digits = 2, step = 1 } = findCurrency(currency) ?? {};
  // Decimals that only the provider counts are always 0.
  return step === 10 ** digits ? 0 : digits;
}

/** An amount in units of the currency, with its symbol. `change` gets it in the minor unit. */
export function MoneyInput({
  label,
  currency,
  locale,
  value,
  change,
  required = false,
}: {
  readonly label: string;
  /** ISO 4217, in lower case. */
  readonly currency: string;
  readonly locale: string;
  readonly value: number | undefined;
  readonly change: (minor: number | undefined) => void;
  readonly required?: boolean;
}) {
  const { digits = 2, step = 1 } = findCurrency(currency) ?? {};
  const unit = 10 ** digits;
  const decimals = decimalsOf(currency);
  const symbol = formatAmount(0, currency, locale).replace(/[\d.,\s]/g, "");
  return (
    <label class="entry">
      {label} ({symbol})
      <input
        type="number"
        min={step / unit}
        step={Math.max(step / unit, 10 ** -decimals)}
        required={required}
        inputMode="decimal"
        defaultValue={value === undefined ? "" : (value / unit).toFixed(decimals)}
        onChange={({ currentTarget: { value: text, valueAsNumber, validity } }) => {
          if (validity.valid) change(text === "" ? undefined : Math.round(valueAsNumber * unit));
        }}
      />
    </label>
  );
}
