import { findPaymentDiscrepancies } from "@polls/db";
import { consumer, runWorker } from "@polls/runtime";
import pLimit from "p-limit";
import { loadConfig } from "./config";
import { handlers } from "./handlers";
import { showDiscrepancies, showPaymentCounters } from "./payment-metrics";
import { openProvider } from "./provider/open-provider";
import { providerDiagnostics } from "./provider/provider-diagnostics";
import { sweepConnectedAccounts, sweepPayments, sweepReturns } from "./sweep";

/** How often the provider is asked for returned money, and all figures are reconciled. */
const HOUR_MS = 3_600_000;
/** A process that is restarted often reconciles too. */
const MINUTE_MS = 60_000;

void runWorker(
  "payment-worker",
  () => loadConfig(process.env),
  // Jobs beside the checkouts of shared ones, chores and health.
  ({ concurrency }) => 2 * concurrency + 2,
  async (config, { db, clock, log, metrics }) => {
    if (config.provider === undefined) {
      log.warn("there is no STRIPE_SECRET_KEY: this service takes no payments");
      return { diagnostics: providerDiagnostics(config, undefined), consumers: [] };
    }
    const provider = openProvider(config.provider);
    const deps = {
      db,
      provider,
      clock,
      opening: pLimit(config.concurrency),
      connect: config.connect,
      askAfterMs: config.askAfterMs,
      metrics,
    };
    showPaymentCounters(metrics);
    const sweep = async () => {
      const asked = await sweepPayments(deps);
      if (asked > 0) log.info({ asked }, "asks about payments that nothing was heard of");
    };
    const reconcile = async () => {
      const found = await findPaymentDiscrepancies(db, clock());
      showDiscrepancies(metrics, found);
      const wrong = Object.values(found).some((ids) => ids.length > 0);
      if (wrong) log.error({ found }, "payments do not fit their ledger or their votes");
    };
    return {
      diagnostics: providerDiagnostics(config, provider.stripe),
      consumers: [consumer("payment", handlers, deps, config.concurrency)],
      chores: [
        { name: "sweep of open payments", everyMs: config.sweepEveryMs, work: sweep },
        {
          name: "sweep of connected accounts",
          everyMs: config.sweepEveryMs,
          work: () => sweepConnectedAccounts(deps),
        },
        { name: "sweep of returns", everyMs: HOUR_MS, work: () => sweepReturns(deps) },
        { name: "reconciliation", everyMs: HOUR_MS, firstAfterMs: MINUTE_MS, work: reconcile },
      ],
    };
  },
);
