import type { BaseUrl, ConnectSettings } from "@polls/config";
import type { Db } from "@polls/db/connection";
import type { Shards } from "@polls/db/shards";
import type { Metrics } from "@polls/telemetry";
import type { Limit } from "p-limit";
import type Stripe from "stripe";

export interface PaymentProvider {
  readonly stripe: Stripe;
  /**
   * Of the operator's account, as the provider reports it. Undefined if the key may not read it.
   */
  readonly country: () => Promise<string | undefined>;
  /** Whether real money is transferred. The provider must agree. */
  readonly live: boolean;
  /** The address to which payers return, without a trailing slash. */
  readonly baseUrl: BaseUrl;
}

export interface PaymentDeps {
  /** The shard of the job. */
  readonly db: Db;
  /** For events of the provider, which may be about a payment of any shard. */
  readonly shards: Pick<Shards, "all">;
  readonly provider: PaymentProvider;
  readonly clock: () => Date;
  /** Limits how many checkouts of shared jobs are opened concurrently. */
  readonly opening: Limit;
  /** Undefined if the operator receives the money of all polls. */
  readonly connect: ConnectSettings | undefined;
  /** How long an open payment waits before the provider is asked about it. */
  readonly askAfterMs: number;
  readonly metrics: Metrics;
}
