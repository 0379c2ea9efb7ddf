// `npm run pictures`: makes a poll with votes on a running stack, and writes the screenshots of the README to docs/pictures.
// BASE_URL, PRIVATE_TOKEN and PUBLIC_TOKEN select a stack; the default is the stack of `npm start`.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { connectToStack } from "./demo/stack.mjs";
import { checkNode } from "./setup/check-node.mjs";
import { build, ensureInstalled } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";
import { giveUp, say } from "./setup/say.mjs";
import { readUsage } from "./setup/usage.mjs";

checkNode();
readUsage({
  name: "pictures",
  summary: [
    "Makes a poll with votes on the stack of `npm start`, or on the one that BASE_URL, PRIVATE_TOKEN",
    "and PUBLIC_TOKEN name, and writes the screenshots of the README to docs/pictures. It needs Chromium.",
  ],
});
await ensureInstalled("tests");
await build();
const { createClient } = await import("@polls/client");
const { default: sharp } = await import("sharp");
const { chromium } = createRequire(path.join(root, "services/gateway/package.json"))(
  "playwright-core",
);

const BYTES_MAX = 150_000;
const MAIL_DEADLINE_MS = 20_000;
const folder = path.join(root, "docs/pictures");
const browsers = ["chromium-headless-shell", "chromium", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);
const executablePath =
  browsers.find((file) => existsSync(file)) ?? giveUp(`None of ${browsers.join(", ")} is there.`);

const stack = await connectToStack();
const { baseUrl } = stack;
const owner = createClient({ baseUrl, token: stack.privateToken });

/** The vote of each participant on each option: yes (2), maybe (1), no (0). */
const answers = [
  ["Ada", 2, 1, 0],
  ["Ben", 2, 2, 0],
  ["Chiara", 1, 2, 2],
  ["Deniz", 2, 0, 1],
  ["Emil", 2, 2, 0],
  ["Fatma", 0, 2, 1],
  ["Greta", 2, 1, 1],
];

async function makePoll() {
  const poll = await owner.polls.create({
    body: {
      poll: {
        title: "Where do we eat on Friday?",
        description: "At noon, with the whole team. We reserve for the place with the most votes.",
        type: "Polls::Voting",
      },
      settings: { vote_type: "Votes::YesNoMaybeVote" },
      options: ["Pizza at Luigi's", "Soup bar", "Picnic in the park"].map((content) => ({
        content,
      })),
    },
  });
  for (const [name, ...votes] of answers) {
    const voter = createClient({
      baseUrl,
      token: stack.publicToken,
      identifier: `pictures ${poll.member_hash} ${name}`,
    });
    const poll_id = poll.member_hash;
    const body = { voter: { user_name: name } };
    const { id: voter_id } = await voter.participants.create({ poll_id, body });
    for (const [at, vote] of votes.entries()) {
      const option_id = poll.options[at].id;
      await voter.votes.cast({ poll_id, body: { voter_id, option_id, vote: { vote } } });
    }
  }
  return poll;
}

/** The link in the newest mail to an address, from the inbox of the stack. */
async function mailedLink(email) {
  const deadline = Date.now() + MAIL_DEADLINE_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(new URL("/dev/mail/messages", baseUrl));
    const mail = (await answer.json()).find(({ to }) => to === email);
    if (mail !== undefined) return mail.links[0];
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return giveUp(`No mail came to ${email}.`);
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

async function open(address, viewport) {
  const context = await browser.newContext({ locale: "en", viewport, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.goto(new URL(address, baseUrl).href);
  return page;
}

async function take(page, name) {
  await page.evaluate("document.activeElement?.blur()");
  const file = path.join(folder, `${name}.webp`);
  await sharp(await page.screenshot({ animations: "disabled" }))
    .webp({ quality: 80 })
    .toFile(file);
  const { size } = statSync(file);
  say(`${path.relative(root, file)}: ${Math.round(size / 1_000)} kB`);
  if (size > BYTES_MAX) giveUp(`${name} has more than ${BYTES_MAX / 1_000} kB.`);
  await page.context().close();
}

try {
  mkdirSync(folder, { recursive: true });
  const poll = await makePoll();
  const phone = { width: 390, height: 844 };

  const voting = await open(poll.public_url, phone);
  for (const [name, answer] of [
    ["Pizza", "Yes"],
    ["Soup", "Maybe"],
  ]) {
    const option = voting.locator("li.option", { hasText: name });
    await option.getByLabel(answer, { exact: true }).click();
    if (name === "Pizza") {
      await voting.getByLabel("Your name").fill("Hugo");
      await voting.keyboard.press("Enter");
    }
    await option.getByText("Saved").waitFor();
  }
  await voting.evaluate("scrollTo(0, 0)");
  await take(voting, "poll");

  const results = await open(`${poll.public_url}/results`, phone);
  await results.locator(".bars > li").first().waitFor();
  await take(results, "results");

  const { email } = await owner.account.show();
  const desk = await open("/sign-in", { width: 1280, height: 800 });
  await desk.getByLabel("Your e-mail address").fill(email);
  await desk.getByRole("button", { name: "Send me the link" }).click();
  await desk.getByText(email).waitFor();
  await desk.goto(await mailedLink(email));
  await desk.getByRole("button", { name: "Sign in" }).click();
  await desk.getByRole("heading", { name: "My polls" }).waitFor();
  await desk.goto(poll.admin_url);
  await desk.frameLocator("iframe").getByRole("heading", { name: poll.title }).waitFor();
  await desk.getByRole("heading", { name: "Pizza" }).waitFor();
  await take(desk, "desk");
} finally {
  await browser.close();
}
