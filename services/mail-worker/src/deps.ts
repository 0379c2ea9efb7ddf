import type { Db } from "@polls/db/connection";
import type { Metrics } from "@polls/telemetry";
import type { Config } from "./config";
import type { DomainPacer } from "./delivery/domain-pacer";
import type { Mailer } from "./delivery/open-mailer";

export interface MailDeps {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly pacer: DomainPacer;
  readonly settings: Pick<Config, "baseUrl" | "keys" | "operator" | "sender">;
  readonly clock: () => Date;
  readonly metrics: Metrics;
}
