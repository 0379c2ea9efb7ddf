import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const FIELDS = ":is(input, select, textarea):not([type=file], [type=hidden], [type=password])";

/** What the tab stores at a key; undefined: nothing. Browsers may refuse. */
export function readKept<Value>(key: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value in the tab, so that it survives a reload; undefined removes it. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
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
