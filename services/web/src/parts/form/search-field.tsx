import { useRef } from "preact/hooks";

const TYPED_MS = 300;

/** A field that searches soon after the last key, and at once with Enter. */
export function SearchField({
  label,
  value,
  describedBy,
  set,
}: {
  readonly label: string;
  readonly value: string;
  readonly describedBy: string;
  readonly set: (text: string) => void;
}) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const search = (text: string, wait: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const next = text.trim();
      if (next !== value) set(next);
    }, wait);
  };
  return (
    <label class="entry">
      <span class="unseen">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxLength={255}
        value={value}
        aria-describedby={describedBy}
        onInput={({ currentTarget }) => search(currentTarget.value, TYPED_MS)}
        onChange={({ currentTarget }) => search(currentTarget.value, 0)}
      />
    </label>
  );
}
