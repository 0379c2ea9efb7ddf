import type { MediaKind } from "./formats";

/**
 * What the owner of a file that is not accepted can do: in general, or by the kinds of files that
 * are wanted. The first kind that is wanted applies.
 */
export type Advice = string | readonly (readonly [wanted: MediaKind, advice: string])[];

/** The advice for the wanted kinds of files. Undefined if there is none. */
export const adviceFor = (
  advice: Advice,
  isWanted: (kind: MediaKind) => boolean,
): string | undefined =>
  typeof advice === "string" ? advice : advice.find(([kind]) => isWanted(kind))?.[1];
