import { useLayoutEffect } from "preact/hooks";

/** Keeps the focus in a list whose order changes: an element that is moved in the document loses it. */
export function useKeptFocus(order: string): void {
  const focused = document.activeElement;
  useLayoutEffect(() => {
    if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
  }, [order]);
}
