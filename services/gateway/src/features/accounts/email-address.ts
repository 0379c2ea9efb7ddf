import { z } from "zod";

/** An account's address, in lower case, since addresses are unique without regard to case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: "must be an e-mail address" }).max(255));
