import { z } from "zod";

/** The address of an account, in lower case, because addresses are unique regardless of case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: "must be an e-mail address" }).max(255));
