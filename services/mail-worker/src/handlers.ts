import type { Handlers } from "@polls/jobs";

/** What the handlers of this service work with. */
export type MailDeps = Readonly<Record<never, never>>;

/** One handler for each job of the queue; the compiler names those that lack. */
export const handlers: Handlers<"mail", MailDeps> = {};
