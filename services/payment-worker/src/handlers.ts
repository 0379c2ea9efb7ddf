import type { Handlers } from "@polls/jobs";

/** What the handlers of this service work with. */
export type PaymentDeps = Readonly<Record<never, never>>;

/** One handler for each job of the queue; the compiler names those that lack. */
export const handlers: Handlers<"payment", PaymentDeps> = {};
