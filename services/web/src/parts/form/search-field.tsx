import { useSignal } from "@preact/signals";
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
  /** What is in the field while it has the focus: lists that render meanwhile must not take keys away. */
  const typed = useSignal<string | undefined>(undefined);
  const search = (text: string): void => {
    clearTimeout(timer.current);
    const next = text.trim();
    if (next !== value) set(next);
  };
  return (
    <label class="entry">
      <span class="unseen">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxLength={255}
        value={typed.value ?? value}
        aria-describedby={describedBy}
        onInput={({ currentTarget: { value: text } }) => {
          typed.value = text;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(text), TYPED_MS);
        }}
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onBlur={() => (typed.value = undefined)}
      />
    </label>
  );
}
