import type { Db } from "@polls/db/connection";
import { loadAddressKeys } from "@polls/db/tokens";
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

/** The keys of opt-outs. The gateway uses the same keys. */
export const addressKeysOf = (
  db: MailDeps["db"],
  { keys }: MailDeps["settings"],
): ReturnType<typeof loadAddressKeys> => loadAddressKeys(db, keys.stored, keys.initialAddresses);
