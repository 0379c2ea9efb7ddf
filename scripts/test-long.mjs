// `npm run test:mail`, `test:payments`, `test:drift`, `test:model`, `test:rolling`, `test:upgrades`, `test:backup` and
// `test:cases`: long runs of tests that have a short run in `npm run test:slow`. Environment variables set the length;
// `-- --seed N` repeats a run.
import { answerHelp } from "./setup/help.mjs";
import { giveUp } from "./setup/say.mjs";

answerHelp(import.meta.filename);

const runs = {
  mail: { words: ["tests/mail/crash"], env: { MAIL_CRASH_OPT_INS: "1000" } },
  payments: { words: ["tests/payments/killed"], env: { PAYMENTS: "1000" } },
  cases: { env: { ALL_CASES: "1" } },
  drift: { words: ["tests/votes/drift"], env: { CHANGES: "1000000" }, built: true },
  model: { words: ["services/gateway/testing/model"], env: { MODEL_RUNS: "1000" } },
  rolling: {
    words: ["tests/rolling/behind-balancers"],
    env: { ALL_CASES: "1", ROLLING_VOTES: "10000", ROLLING_RESTARTS: "4" },
  },
  upgrades: { words: ["tests/upgrades"], env: { UPGRADE_VOTES: "1000000" } },
  backup: { words: ["tests/backup/restore"], env: { BACKUP_RATE: "200" } },
};

const name = process.argv[2];
const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
if (run === undefined) giveUp(`There is no long run "${name}": ${Object.keys(runs).join(", ")}.`);
for (const [variable, value] of Object.entries(run.env)) process.env[variable] ??= value;
if (run.built) {
  const { build, ensureInstalled } = await import("./setup/install.mjs");
  await ensureInstalled("tools");
  await build();
}
process.argv.splice(2, 1, "--all", ...(run.words ?? []));
await import("./test.mjs");
