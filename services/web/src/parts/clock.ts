import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FirstData } from "../shell/first-data";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Timers of browsers can run a little early. */
const LATE_MS = 50;

/** The current time by the clock of the service, in milliseconds, because the clock of the device may be wrong. */
export const nowOf = ({ now }: FirstData): number => Date.parse(now) + performance.now();

/** Renders the component again when a moment comes, if it comes within a day. */
export function useRenderAt(moment: string | undefined, data: FirstData): void {
  const renders = useSignal(0);
  // Reading the value subscribes the component.
  void renders.value;
  useEffect(() => {
    if (moment === undefined) return undefined;
    const waitMs = Date.parse(moment) - nowOf(data);
    if (waitMs <= 0 || waitMs > DAY_MS) return undefined;
    const timer = setTimeout(() => {
      renders.value++;
    }, waitMs + LATE_MS);
    return () => clearTimeout(timer);
  }, [moment]);
}
