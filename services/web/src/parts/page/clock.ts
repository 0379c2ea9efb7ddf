import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FirstData } from "../../shell/first-data";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Timers of browsers can run a little early. */
const LATE_MS = 50;

/** The number of awaited moments that have come since the page was loaded. */
const moments = signal(0);

/** When the response began, in milliseconds after the start of the navigation. The service had rendered it before. */
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const RESPONSE_START = navigation?.responseStart ?? 0;

/**
 * The current time by the clock of the service, in milliseconds, because the clock of the device may be wrong. It is
 * late by the time that the response traveled, and never early.
 */
export const nowOf = ({ now }: FirstData): number =>
  Date.parse(now) + performance.now() - RESPONSE_START;

/** Whether a moment has come. A component that reads this is rendered again when an awaited moment comes. */
export function hasCome(moment: string, data: FirstData): boolean {
  void moments.value;
  return Date.parse(moment) <= nowOf(data);
}

/** Awaits a moment, if it comes within a day. */
export function useMoment(moment: string | undefined, data: FirstData): void {
  useEffect(() => {
    if (moment === undefined) return undefined;
    const waitMs = Date.parse(moment) - nowOf(data);
    if (waitMs <= 0 || waitMs > DAY_MS) return undefined;
    const timer = setTimeout(() => {
      moments.value++;
    }, waitMs + LATE_MS);
    return () => clearTimeout(timer);
  }, [moment]);
}
