import { Invalid } from "@polls/domain/refusals";
import { z } from "zod";
import { booleanOf } from "./form-values";

/** A query parameter with the values `true` and `false`. */
export const flagQuery = z.boolean().optional();

/**
 * Reads a boolean query parameter, in the notation of forms
 * (docs/reference/requests.md#query-parameters). Undefined if it is absent. Throws 422 for another
 * value.
 */
export function readFlag(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const flag = booleanOf(text.trim());
  if (flag === undefined) throw new Invalid({ [name]: ["must be true or false"] });
  return flag;
}
