import { z } from "zod";

/** An account's address: unique without regard to case, so it is kept in lower case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: "must be an e-mail address" }).max(255));
