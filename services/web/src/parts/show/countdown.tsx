import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FirstData } from "../../shell/first-data";
import { pageWords } from "../../words";
import { nowOf } from "../page/clock";

const SECOND_MS = 1_000;
const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** The time left until a moment. Screen readers read the moment itself, which stands beside. */
export function Countdown({ to, data }: { readonly to: string; readonly data: FirstData }) {
  const { locale } = pageWords.words();
  const secondsLeft = (): number =>
    Math.max(0, Math.ceil((Date.parse(to) - nowOf(data)) / SECOND_MS));
  const left = useSignal(secondsLeft());
  useEffect(() => {
    const timer = setInterval(() => (left.value = secondsLeft()), SECOND_MS);
    return () => clearInterval(timer);
  }, [to]);
  const parts = units.map(([unit, seconds], at) => {
    const [, larger] = units[at - 1] ?? [unit, Number.POSITIVE_INFINITY];
    return [unit, Math.floor((left.value % larger) / seconds)] as const;
  });
  const first = parts.findIndex(([, count]) => count > 0);
  return (
    <p class="row countdown" aria-hidden="true">
      {(first < 0 ? parts.slice(-1) : parts.slice(first)).map(([unit, count]) => (
        <span key={unit}>
          {new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" })
            .formatToParts(count)
            .map(({ type, value }) =>
              type === "integer" ? (
                <b key={type}>{value}</b>
              ) : type === "unit" ? (
                <small key={type}>{value}</small>
              ) : null,
            )}
        </span>
      ))}
    </p>
  );
}
