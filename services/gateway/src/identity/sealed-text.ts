import type { KeyRing } from "@polls/config";
import { seal, unseal } from "@polls/db/tokens";
import type { z } from "zod";

/** Seals facts in a text that a client carries, so that no row is stored for them. */
export const sealText = ({ signing }: KeyRing, facts: unknown, context: string): string =>
  Buffer.from(seal(signing, JSON.stringify(facts), context)).toString("base64url");

/** The facts in a sealed text. Undefined if it is forged, of another context, or has other facts. */
export function openText<Facts>(
  { all }: KeyRing,
  text: string,
  context: string,
  facts: z.ZodType<Facts>,
): Facts | undefined {
  try {
    return facts.parse(JSON.parse(unseal(all, Buffer.from(text, "base64url"), context)));
  } catch {
    return undefined;
  }
}
