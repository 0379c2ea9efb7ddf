import type { ReadonlySignal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Whether the window is wide enough for two columns, as in `styles/admin/desk.css`. */
const isWide = matchMedia("(min-width: 64rem)");

export function useIsWide(): ReadonlySignal<boolean> {
  const shown = useSignal(isWide.matches);
  useEffect(() => {
    const follow = () => (shown.value = isWide.matches);
    isWide.addEventListener("change", follow);
    return () => isWide.removeEventListener("change", follow);
  }, []);
  return shown;
}
