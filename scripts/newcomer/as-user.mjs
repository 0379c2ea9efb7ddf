// A newcomer without root, with the base system alone.
import { say } from "../setup/say.mjs";
import { openBrowser } from "./browser.mjs";
import { followPrinted, followReadme } from "./first-poll.mjs";
import { buyVotes, castVote, signIn } from "./journey.mjs";
import { clone, isRoot, missingPrograms, moveIn, run } from "./machine.mjs";
import { expectMedia } from "./media.mjs";
import { expect } from "./report.mjs";
import { startAgain, startAgainOffline, withoutNetwork } from "./second-start.mjs";
import { endStack, startStack } from "./stack.mjs";

/** What `npm start` installs and builds. */
const INSTALLED_MAX_MB = 470;
const DEMO_MS = 600_000;
const TESTS_MS = 900_000;
/** Every test of the media worker, and of what differs from one machine to the next. */
const tests = [
  "--all",
  "services/media-worker",
  "libs/devstack/src/ffmpeg",
  "scripts/setup",
  "tests/journeys/polling",
];

/** The size of the folder, without its history and the data of the service. */
async function megabytesOf(machine) {
  const words = ["-sm", "--exclude=.git", "--exclude=.data", "."];
  return Number.parseInt(await run(machine, "du", words), 10);
}

export async function asUser({ step, skip }, cleaner) {
  const machine = moveIn(cleaner, { asRoot: false });
  say(
    isRoot() ? `As the new user ${machine.user}:` : `As this user, ${machine.user}, without root:`,
  );
  const cloned = await step("a clone, and a PATH with the base system alone", "git", async () => {
    clone(machine);
    const words = [
      "-c",
      `for each in ${missingPrograms.join(" ")}; do command -v $each; done; true`,
    ];
    const outcome = await run(machine, "sh", words);
    expect(outcome === "", "there is nothing but the base system", outcome);
  });
  if (!cloned) return;
  const sources = await megabytesOf(machine);
  const stack = await step(
    "`npm start` comes up with its usual ports taken",
    "scripts/start.mjs, libs/devstack/src/stack",
    () => startStack(machine),
  );
  if (stack === undefined) {
    skip("everything else of this user", "nothing runs");
    return;
  }
  await step(`it takes at most ${INSTALLED_MAX_MB} MB`, "docs/adr/0040", async () => {
    const megabytes = (await megabytesOf(machine)) - sources;
    expect(megabytes <= INSTALLED_MAX_MB, `${INSTALLED_MAX_MB} MB at most`, `${megabytes} MB`);
  });
  const polls = await useStack({ step, skip, machine, stack });
  const later = await step("`npm run backup` of what runs", "services/gateway/src/cli/backup", () =>
    backUp(machine, stack),
  );
  const ended = await step("Ctrl-C leaves no process", "libs/devstack/src/cli.ts", () =>
    endStack(machine, stack),
  );
  const isRestored =
    later !== undefined &&
    (await step("`npm run restore` of this backup", "services/gateway/src/cli/backup", () =>
      run(machine, "npm", ["run", "restore", "--", "--from", machine.backups, "--replace"]),
    )) !== undefined;
  if (later === undefined) skip("`npm run restore`", "there is no backup");
  const facts = {
    privateToken: stack.privateToken,
    port: stack.port,
    polls,
    ...(isRestored && { gone: later }),
  };
  const offline = withoutNetwork();
  if (offline === undefined) skip("the start without a network", "`unshare --net` is not allowed");
  const again = `the second start finds all of it${offline === undefined ? "" : ", without a network"}`;
  if (ended === undefined) skip(again, "the first one has not ended");
  else {
    await step(again, "libs/devstack/src/stack, services/*/src/main.ts", () =>
      offline === undefined
        ? startAgain(machine, facts)
        : startAgainOffline(machine, facts, offline),
    );
  }
  await step(`npm test -- ${tests.join(" ")}`, "the tests themselves", () => runTests(machine));
}

/** Runs the tests. Of those that fail, the names are told in place of the last lines. */
async function runTests(machine) {
  try {
    await run(machine, "npm", ["test", "--", ...tests], { deadlineMs: TESTS_MS });
  } catch (error) {
    const failed = error.log?.match(/^(?:FAIL | {2}● ).*$/gm) ?? [];
    throw failed.length === 0
      ? error
      : Object.assign(error, { log: [...new Set(failed)].join("\n") });
  }
}

/** Makes a backup, and then a poll that is not in it. Returns the hash of this poll. */
async function backUp(machine, { baseUrl, privateToken }) {
  await run(machine, "npm", ["run", "backup", "--", "--to", machine.backups]);
  const headers = { Authorization: `Bearer ${privateToken}` };
  const poll = { title: "After the backup" };
  const { request } = openBrowser(baseUrl);
  return (await request("POST", "/api/v1/polls", { poll }, headers)).body.member_hash;
}

/** What a person does on the first day. Returns the polls that the next start must find. */
async function useStack({ step, skip, machine, stack }) {
  const polls = [];
  await step("the lines of the README's first poll, as they stand", "README.md", () =>
    followReadme(machine, stack),
  );
  await step("the request that `npm start` prints", "libs/devstack/src/cli.ts", () =>
    followPrinted(machine, stack),
  );
  await step("`npm run demo -- --all` ends well", "scripts/demo.mjs, services/media-worker", () =>
    run(machine, "npm", ["run", "demo", "--", "--all"], { deadlineMs: DEMO_MS }),
  );
  await step(
    "the pictures, films and sounds of every type of poll are processed",
    "docs/reference/media.md, services/media-worker/src/ffmpeg",
    () => expectMedia(machine, stack),
  );
  const browser = await step(
    "a mail at /dev/mail signs in",
    "services/gateway/src/features/sign-in, services/mail-worker",
    () => signIn(stack),
  );
  const journeys = [
    ["a poll, and a vote in it", "services/gateway/src/features/votes", castVote],
    ["votes that are paid for", "services/payment-worker, libs/devstack/src/payments", buyVotes],
  ];
  for (const [name, look, journey] of journeys) {
    const poll =
      browser === undefined
        ? skip(name, "there is no session")
        : await step(name, look, () => journey(browser, stack));
    if (poll !== undefined) polls.push(poll);
  }
  return polls;
}
