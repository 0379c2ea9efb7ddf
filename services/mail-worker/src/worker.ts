import type { Db } from "@polls/db/connection";
import { consumer, defineWorker } from "@polls/runtime";
import { loadConfig } from "./config";
import { createDomainPacer } from "./delivery/domain-pacer";
import { mailDiagnostics, mailServerCheck } from "./delivery/mail-diagnostics";
import { openMailer } from "./delivery/open-mailer";
import { handlers } from "./handlers";
import { showMailCounters } from "./mails";

export const worker = defineWorker(
  "mail-worker",
  loadConfig,
  ({ concurrency }) => Math.min(concurrency, 10) + 2,
  async (config, { clock, life, log, metrics }) => {
    if (config.smtp === undefined) {
      log.warn("SMTP_URL and SMTP_HOST are not set: mails wait until one of them is");
      return { diagnostics: mailDiagnostics(config, undefined), consumers: [] };
    }
    const mailer = openMailer(config.smtp);
    life.add("mailer", mailer, async () => mailer.close());
    const pacer = createDomainPacer(config.domainRatePerSecond);
    const depsOn = (db: Db) => ({ db, mailer, pacer, settings: config, clock, metrics });
    showMailCounters(metrics);
    return {
      checks: [mailServerCheck(mailer)],
      diagnostics: mailDiagnostics(config, mailer),
      consumers: [consumer("mail", handlers, depsOn, config.concurrency)],
    };
  },
);
