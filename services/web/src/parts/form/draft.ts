import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const FIELDS = ":is(input, select, textarea):not([type=file], [type=hidden], [type=password])";

/** In the tab, which survives a reload, or in the browser. */
type Place = "sessionStorage" | "localStorage";

/** What is stored at a key; undefined: nothing. Browsers may refuse. */
export function readKept<Value>(key: string, place: Place = "sessionStorage"): Value | undefined {
  try {
    return JSON.parse(globalThis[place].getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes it. */
export function keep(key: string, value: unknown, place: Place = "sessionStorage"): void {
  try {
    if (value === undefined) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, JSON.stringify(value));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** Keeps the texts and choices of a form until it is left, also over a reload. Files are not kept. */
export function useDraft(key: string): {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onInput: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])];
  // Before the form is painted, so that it is never seen empty.
  useLayoutEffect(() => {
    const kept = readKept<readonly (readonly [string, boolean])[]>(key) ?? [];
    fields().forEach((field, at) => {
      [field.value, field.checked] = kept[at] ?? [field.value, field.checked];
    });
    return () => keep(key, undefined);
  }, []);
  return {
    form,
    onInput: () =>
      keep(
        key,
        fields().map(({ value, checked }) => [value, checked]),
      ),
  };
}
