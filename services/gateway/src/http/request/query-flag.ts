import { Invalid } from "@polls/domain/refusals";
import { z } from "zod";
import { booleanOf } from "./form-values";

/** A query parameter that is true or false. */
export const flagQuery = z.boolean().optional();

/**
 * Reads a query parameter that is true or false, in the texts of a form (docs/reference/requests.md#query-parameters).
 * Undefined: it is not given. Throws 422 for another text.
 */
export function readFlag(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const flag = booleanOf(text.trim());
  if (flag === undefined) throw new Invalid({ [name]: ["must be true or false"] });
  return flag;
}
