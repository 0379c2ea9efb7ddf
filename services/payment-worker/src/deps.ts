import type { ConnectSettings } from "@polls/config";
import type { Db } from "@polls/db";
import type { Metrics } from "@polls/telemetry";
import type { Limit } from "p-limit";
import type Stripe from "stripe";

/** The payment provider of this deployment. */
export interface PaymentProvider {
  readonly stripe: Stripe;
  /** Whether real money moves; the provider must agree. */
  readonly live: boolean;
  /** The address that payers return to, without a slash at its end. */
  readonly baseUrl: string;
}

/** The dependencies of the handlers. */
export interface PaymentDeps {
  readonly db: Db;
  readonly provider: PaymentProvider;
  readonly clock: () => Date;
  /** Limits the concurrent openings of checkouts of shared jobs. */
  readonly opening: Limit;
  /** Undefined: the operator receives the money of all polls. */
  readonly connect: ConnectSettings | undefined;
  /** How long an open payment waits before the provider is asked about it. */
  readonly askAfterMs: number;
  readonly metrics: Metrics;
}
