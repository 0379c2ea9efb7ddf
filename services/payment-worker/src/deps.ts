import type { Db } from "@polls/db";
import type { Limit } from "p-limit";
import type Stripe from "stripe";

/** The payment provider as this deployment knows it. */
export interface Provider {
  readonly stripe: Stripe;
  /** Whether real money moves: what the provider tells must say the same. */
  readonly live: boolean;
  /** Where payers come back to, without a slash at its end. */
  readonly baseUrl: string;
}

/** Everything the payment worker's handlers are made of. */
export interface PaymentDeps {
  readonly db: Db;
  readonly provider: Provider;
  readonly clock: () => Date;
  /** Lets so many checkouts of shared jobs be opened at a time, whatever their jobs. */
  readonly opening: Limit;
  /** How long an open payment is left alone before the provider is asked about it. */
  readonly askAfterMs: number;
}
