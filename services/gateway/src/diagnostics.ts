import type { Replica } from "@polls/db/connection";
import {
  type Diagnostic,
  type Finding,
  failed,
  ok,
  replicaDiagnostic,
  storageDiagnostic,
  warning,
} from "@polls/runtime";
import { type Storage, tryStorage } from "@polls/storage";
import type { Config } from "./config";
import type { TallyWatch } from "./maintenance/watch-tallies";
import type { WebAssets } from "./pages/web-assets";

interface Diagnosed {
  readonly config: Config;
  readonly storage: Storage;
  readonly replica: Replica | undefined;
  readonly relay: { readonly check: () => Promise<void> };
  readonly tallyWatch: Pick<TallyWatch, "drift">;
  readonly webAssets: WebAssets | undefined;
}

export const gatewayDiagnostics = ({
  config,
  storage,
  replica,
  relay,
  tallyWatch,
  webAssets,
}: Diagnosed): readonly Diagnostic[] => [
  storageDiagnostic((signal) => tryStorage(storage, config.storage, signal)),
  ...(replica === undefined ? [] : [replicaDiagnostic(replica)]),
  {
    name: "relay",
    run: () =>
      relay.check().then(
        () => ok("jobs leave the outbox"),
        () => failed("jobs wait in the outbox", "look at the queue, and at the log of the gateway"),
      ),
  },
  { name: "counts", run: async () => findingOfDrift(tallyWatch.drift()) },
  {
    name: "pages",
    run: async () =>
      webAssets === undefined
        ? warning("the pages have no scripts", "run npm run build, and start the gateway again")
        : ok("the pages are built"),
  },
  {
    name: "payment events",
    run: async () =>
      config.payments === undefined
        ? ok("no payments are accepted, because STRIPE_WEBHOOK_SECRET is not set")
        : ok("signed events of the payment provider are accepted"),
  },
];

export const findingOfDrift = (drift: number): Finding =>
  drift === 0
    ? ok("no wrong count was found")
    : failed(
        `wrong counts of votes: ${drift}`,
        "see docs/runbook/tally-drift.md; ops recount --check names them",
      );
