import { isEmail } from "@polls/domain/input";
import type { ProblemSentence } from "@polls/domain/refusals";
import { z } from "zod";

/** The address of an account, in lower case, because addresses are unique regardless of case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => isEmail(text), "must be an e-mail address" satisfies ProblemSentence);
