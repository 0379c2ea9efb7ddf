import type { Db } from "@polls/db/connection";
import { findPaymentDiscrepancies, type PaymentDiscrepancies } from "@polls/db/counts";
import { consumer, defineWorker, onEachShard } from "@polls/runtime";
import pLimit from "p-limit";
import { loadConfig } from "./config";
import { handlers } from "./handlers";
import { findingOfDiscrepancies, showDiscrepancies, showPaymentCounters } from "./payment-metrics";
import { openProvider } from "./provider/open-provider";
import { providerDiagnostics } from "./provider/provider-diagnostics";
import { sweepConnectedAccounts, sweepPayments, sweepReturns } from "./sweep";

/** How often the worker queries the provider for refunds and disputes, and reconciles all figures. */
const HOUR_MS = 3_600_000;
/** The delay after the start, so that a process that restarts often reconciles too. */
const MINUTE_MS = 60_000;

export const worker = defineWorker(
  "payment-worker",
  loadConfig,
  // Jobs beside the checkouts of shared ones, chores and health.
  ({ concurrency }) => 2 * concurrency + 2,
  async (config, { shards, clock, log, metrics }) => {
    if (config.provider === undefined) {
      log.warn("there is no STRIPE_SECRET_KEY: this service takes no payments");
      return { diagnostics: providerDiagnostics(config, undefined), consumers: [] };
    }
    const provider = openProvider(config.provider);
    const shared = {
      shards,
      provider,
      clock,
      opening: pLimit(config.concurrency),
      connect: config.connect,
      askAfterMs: config.askAfterMs,
      metrics,
    };
    const depsOn = (db: Db) => ({ ...shared, db });
    showPaymentCounters(metrics);
    const sweep = onEachShard(shards, depsOn, async (deps) => {
      const asked = await sweepPayments(deps);
      if (asked > 0) log.info({ asked }, "asks about payments that nothing was heard of");
    });
    let discrepancies: PaymentDiscrepancies | undefined;
    const reconcile = async () => {
      const found = await findPaymentDiscrepancies(shards.all(), clock());
      discrepancies = found;
      showDiscrepancies(metrics, found);
      const wrong = Object.values(found).some((ids) => ids.length > 0);
      if (wrong) log.error({ found }, "payments do not fit their ledger or their votes");
    };
    return {
      diagnostics: [
        ...providerDiagnostics(config, provider.stripe),
        { name: "payments", run: async () => findingOfDiscrepancies(discrepancies) },
      ],
      consumers: [consumer("payment", handlers, depsOn, config.concurrency)],
      chores: [
        { name: "sweep of open payments", everyMs: config.sweepEveryMs, work: sweep },
        {
          name: "sweep of connected accounts",
          everyMs: config.sweepEveryMs,
          work: () => sweepConnectedAccounts(depsOn(shards.home)),
        },
        { name: "sweep of returns", everyMs: HOUR_MS, work: () => sweepReturns(shared) },
        { name: "reconciliation", everyMs: HOUR_MS, firstAfterMs: MINUTE_MS, work: reconcile },
      ],
    };
  },
);
