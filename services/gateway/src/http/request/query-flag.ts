import { Invalid } from "@polls/domain/refusals";
import { z } from "zod";
import { booleanOf } from "./form-values";

export const flagQuery = z.boolean().optional();

/** In the notation of forms (docs/reference/requests.md#query-parameters). Throws 422. */
export function readFlag(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const flag = booleanOf(text.trim());
  if (flag === undefined) throw new Invalid({ [name]: ["must be true or false"] });
  return flag;
}
