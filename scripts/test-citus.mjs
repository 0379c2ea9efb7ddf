// `npm run test:citus [-- path]`: tests of the service with its polls on a shard of a cluster of Citus, a coordinator
// and two workers, which it starts and stops. It needs a PostgreSQL of Debian's layout with Citus; elsewhere it prints a message.
// A statement that needs more than one node fails (docs/adr/0035-polls-live-on-shelves.md).
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { answerHelp } from "./setup/help.mjs";
import { say } from "./setup/say.mjs";

answerHelp(import.meta.filename);

const home = "/usr/lib/postgresql";
const installed = (existsSync(home) ? readdirSync(home) : []).some((version) =>
  existsSync(path.join(home, version, "lib/citus.so")),
);
if (!installed) {
  say(`skipped: no PostgreSQL in ${home} has Citus (lib/citus.so).`);
  process.exit(0);
}

const paths = [
  ...["libs/db/src/sql/statements", "libs/jobs/src/outbox", "tests/citus"],
  ...[
    "accounts",
    "invitations",
    "opt-ins",
    "options",
    "organizations",
    "participants",
    "payments",
    "polls",
  ].map((feature) => `services/gateway/src/features/${feature}/`),
  ...["ratings", "results", "votes", "webhooks"].map(
    (feature) => `services/gateway/src/features/${feature}/`,
  ),
  ...[
    "services/mail-worker",
    "services/media-worker/src/processors",
    "services/payment-worker",
    "services/webhook-worker",
  ],
];
process.env.TEST_ON_CITUS = "1";
// Left out: tests of poolers, a test whose own SQL Citus refuses, one whose trigger warns on a node alone, and one that
// adds the shard that its database already has.
if (process.argv.length === 2)
  process.argv.push(
    "--all",
    ...paths,
    ...[
      "--testPathIgnorePatterns",
      "(?<!tests/citus/[\\w-]+)\\.slow\\.|pooler|slow-counts|commit-warning|take-bounce",
      // Each file may start a coordinator and two workers.
      "--maxWorkers=2",
    ],
  );
await import("./test.mjs");
