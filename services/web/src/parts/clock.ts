import type { FirstData } from "../shell/first-data";

/** The moment now by the clock of the service, in milliseconds: that of the device may be wrong. */
export const nowOf = ({ now }: FirstData): number => Date.parse(now) + performance.now();
