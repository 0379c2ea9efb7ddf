// Covers docs/reference/pages.md: looks

import type { Poll } from "@polls/domain/polls";
import { buildAttachment, buildOption, buildParticipant } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { laidOut, phone, servePictures } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { sharePages, shareSignIn, unlimited } from "../../../testing/start-pages";

/** Longer than a shift counts as caused by a press. */
const LATENCY_MS = 550;
const SHIFT_MAX = 0.05;

/** Notes what moves and was not caused by a press. */
const watch = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { startTime: at, value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        return (element?.localName ?? "?") + "." + (element?.className ?? "") +
          " from " + previousRect.y + " to " + currentRect.y;
      });
      window.shifts.push({ at, value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

interface Shift {
  readonly at: number;
  readonly value: number;
  readonly moved: readonly string[];
}

const GAP_MS = 1_000;
const WINDOW_MS = 5_000;

/** The largest burst of shifts, as browsers define it. */
function largestBurst(shifts: readonly Shift[]): number {
  let [begin, last, sum, most] = [0, 0, 0, 0];
  for (const { at, value } of shifts) {
    if (at - last > GAP_MS || at - begin > WINDOW_MS) [begin, sum] = [at, 0];
    last = at;
    sum += value;
    most = Math.max(most, sum);
  }
  return most;
}

interface PageKind {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly type?: `Polls::${string}`;
  /** Adds the options. */
  readonly fill?: (poll: Poll) => Promise<unknown>;
  readonly path?: string;
  /** Opens the page of the owner. */
  readonly admin?: true;
  readonly device?: BrowserContextOptions;
  /** Does one thing, and waits for its answer. */
  readonly act: (page: Page) => Promise<unknown>;
}

const names = ["Soup", "Rice", "Stew", "Salad", "Bread", "Cake"];
const DAY_MS = 24 * 60 * 60 * 1_000;
const laptop = { viewport: { width: 1_280, height: 800 } };

describeWithBrowser("a person on a slow line", () => {
  const pages = sharePages({ rateLimiter: unlimited });
  const storageState = shareSignIn(pages);

  const db = () => pages.gateway.db;
  const option = (page: Page, name: string) => page.locator("li.option", { hasText: name });
  const yes = (page: Page) => option(page, "Soup").getByLabel("Yes", { exact: true }).click();
  const saved = (page: Page, name: string) => option(page, name).getByText("Saved").waitFor();
  const setPassword = ({ adminHash }: Poll) =>
    pages.asOwner(`PATCH /api/v1/polls/${adminHash}`, { poll: { password: "open sesame" } });
  const enter = async (page: Page, label: string, text: string) => {
    await page.getByLabel(label).fill(text);
    await page.keyboard.press("Enter");
  };
  async function addOptions(poll: Poll): Promise<void> {
    for (const content of names) await buildOption(db(), poll, { content });
  }
  async function addDates(poll: Poll): Promise<readonly string[]> {
    const type = "Options::DateOption";
    const ids: string[] = [];
    for (let at = 1; at < 6; at++) {
      const startDate = new Date(Date.now() + at * DAY_MS);
      ids.push((await buildOption(db(), poll, { type, content: "", startDate })).publicId);
    }
    return ids;
  }
  async function addPhotos(poll: Poll): Promise<void> {
    for (const content of names) {
      const photo = await buildOption(db(), poll, { content });
      await buildAttachment(db(), photo, { derivatives: ["thumb", "medium", "large"] });
    }
  }
  async function addQuestions(poll: Poll): Promise<void> {
    const settings = { survey_step_type: "input" };
    const step = await buildOption(db(), poll, { content: "About you", settings } as never);
    const town = { type: "Options::InputOption", inputType: "text", content: "Town" };
    await buildOption(db(), poll, { ...town, parent: step });
    await buildOption(db(), poll, { content: "That is all", settings } as never);
  }
  async function addColumns(poll: Poll): Promise<void> {
    await buildOption(db(), poll, { content: "Dish", inputType: "text" });
    await buildOption(db(), poll, { content: "Persons", inputType: "number" });
    for (const userName of names) await buildParticipant(db(), poll, { userName });
  }

  const kinds: Readonly<Record<string, PageKind>> = {
    "a list": {
      act: async (page) => {
        await yes(page);
        await saved(page, "Soup");
      },
    },
    "a list that asks for a name": {
      settings: { require_voter_name: true },
      act: async (page) => {
        await yes(page);
        await enter(page, "Your name", "Ada");
        await saved(page, "Soup");
      },
    },
    "a choice of one": {
      settings: { vote_type: "Votes::UpVote", vote_limit_per_voter: 1 },
      act: async (page) => {
        await option(page, "Rice").click();
        await saved(page, "Rice");
      },
    },
    "dots to spend": {
      settings: { vote_type: "Votes::DotVote", vote_limit_per_voter: 6 },
      act: async (page) => {
        await option(page, "Rice").getByLabel("One more").click();
        await saved(page, "Rice");
      },
    },
    "a ranking on a phone": {
      settings: { vote_type: "Votes::RankedVote" },
      act: async (page) => {
        await option(page, "Stew").getByRole("combobox").selectOption("1");
        await saved(page, "Stew");
      },
    },
    "a ranking on a laptop": {
      settings: { vote_type: "Votes::RankedVote" },
      device: laptop,
      act: async (page) => {
        await option(page, "Cake").getByRole("combobox").selectOption("1");
        await saved(page, "Cake");
      },
    },
    "final votes": {
      settings: { final_votes: true },
      act: async (page) => {
        await yes(page);
        await page.getByRole("button", { name: "Cast 1 vote" }).waitFor();
      },
    },
    "votes that wait for a confirmed address": {
      settings: { double_opt_in: true },
      act: async (page) => {
        await yes(page);
        await enter(page, "Your e-mail address", "ada@example.org");
        await page.getByText("We sent an e-mail to ada@example.org").waitFor();
        await page.getByText("Waits for your confirmation").waitFor();
        await page.waitForLoadState("networkidle");
        await page.getByRole("button", { name: "Done" }).click();
        await page.getByRole("heading", { name: "Thank you!" }).waitFor();
      },
    },
    "a fee": {
      settings: { voting_fee_type: "voting_fee", voting_fee: 250 },
      act: async (page) => {
        await yes(page);
        await page.getByRole("link", { name: "Pay now" }).waitFor();
      },
    },
    "a waiting list": {
      settings: { participant_limit: 1 },
      fill: async (poll) => {
        await addOptions(poll);
        await buildParticipant(db(), poll, { userName: "Grace" });
      },
      act: async (page) => {
        await yes(page);
        await page.getByText("on the waiting list").first().waitFor();
      },
    },
    "a wrong password for the page": {
      settings: { restrict_view_access: true },
      fill: async (poll) => {
        await addOptions(poll);
        await setPassword(poll);
      },
      act: async (page) => {
        await enter(page, "Password", "wrong");
        await page.getByText("The password is wrong").waitFor();
      },
    },
    "a wrong password for the vote": {
      fill: async (poll) => {
        await addOptions(poll);
        await setPassword(poll);
      },
      act: async (page) => {
        await yes(page);
        await enter(page, "Password", "wrong");
        await page.getByText("The password is wrong").waitFor();
      },
    },
    dates: {
      settings: { option_type: "Options::DateOption" },
      fill: addDates,
      act: async (page) => {
        const first = page.locator("li.option").first();
        await first.getByLabel("Yes", { exact: true }).click();
        await first.getByText("Saved").waitFor();
      },
    },
    "a decided date": {
      settings: { option_type: "Options::DateOption" },
      fill: async (poll) => {
        const [id] = await addDates(poll);
        const path = `/api/v1/polls/${poll.adminHash}/decision`;
        await pages.asOwner(`POST ${path}`, { option_ids: [id] });
      },
      act: (page) => page.getByRole("heading", { name: "The date is set" }).waitFor(),
    },
    "a survey": {
      type: "Polls::Survey",
      fill: addQuestions,
      act: async (page) => {
        await page.getByLabel("Town").fill("Rome");
        await page.getByRole("button", { name: "Next" }).click();
        await page.getByRole("heading", { name: "That is all" }).waitFor();
      },
    },
    photos: {
      type: "Polls::PhotoGallery",
      fill: addPhotos,
      act: async (page) => {
        await option(page, "Soup").getByLabel("4 stars").check({ force: true });
        await saved(page, "Soup");
      },
    },
    pairs: {
      type: "Polls::PairwiseComparison",
      act: async (page) => {
        await page.locator(".side").first().click();
        await page.getByText("1 of 15 pairs").waitFor();
      },
    },
    "pairs that wait for a confirmed address": {
      type: "Polls::PairwiseComparison",
      settings: { double_opt_in: true },
      act: async (page) => {
        await page.locator(".side").first().click();
        await enter(page, "Your e-mail address", "ada@example.org");
        await page.getByText("1 of 15 pairs").waitFor();
      },
    },
    "a table": {
      type: "Polls::Table",
      fill: addColumns,
      act: async (page) => {
        await page.getByRole("button", { name: "Add my row" }).click();
        await page.locator("tr.own").waitFor();
      },
    },
    results: {
      path: "/results",
      act: (page) => page.locator(".bars").getByText("Soup").waitFor(),
    },
    "the admin page of a contest": {
      type: "Polls::PhotoGallery",
      fill: addPhotos,
      device: laptop,
      admin: true,
      act: (page) => page.locator(".drop").waitFor(),
    },
    "the admin page of a survey": {
      type: "Polls::Survey",
      fill: addQuestions,
      device: laptop,
      admin: true,
      act: (page) => page.getByRole("heading", { name: "Add a question" }).waitFor(),
    },
  };

  async function shiftsOf(kind: PageKind): Promise<readonly Shift[]> {
    const { settings, type, fill = addOptions, path = "", device = phone, admin, act } = kind;
    const poll = await pages.newPoll(settings, type === undefined ? {} : { type });
    await fill(poll);
    const page = await pages.visit("/legal/terms", { ...(admin && { storageState }), ...device });
    await servePictures(page);
    await page.addInitScript(watch);
    const devtools = await page.context().newCDPSession(page);
    const unbounded = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send("Network.emulateNetworkConditions", { ...unbounded, latency: LATENCY_MS });
    const address = admin ? `${poll.adminHash}/admin` : poll.memberHash;
    await page.goto(`${pages.gateway.url}/p/${address}${path}`);
    // Results are followed: their connection stays open.
    if (path === "") await page.waitForLoadState("networkidle");
    await act(page);
    if (path === "") await page.waitForLoadState("networkidle");
    await laidOut(page);
    return page.evaluate<readonly Shift[]>("window.shifts");
  }

  test.each(Object.entries(kinds))(
    "sees nothing move that no press caused: %s",
    async (_, kind) => {
      const shifts = await shiftsOf(kind);
      expect(largestBurst(shifts) < SHIFT_MAX ? [] : shifts).toEqual([]);
    },
  );
});
