import type { FirstData } from "../shell/first-data";

/** The current time by the clock of the service, in milliseconds, because the clock of the device may be wrong. */
export const nowOf = ({ now }: FirstData): number => Date.parse(now) + performance.now();
