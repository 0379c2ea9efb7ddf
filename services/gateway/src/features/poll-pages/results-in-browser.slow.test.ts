// Covers docs/reference/pages.md: results-in-a-hall, results-on-pages

import { readFile } from "node:fs/promises";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildAttachment, buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, type Pages, sharePages } from "../../../testing/start-pages";
import { type StoredVote, storeVotes } from "../../../testing/store-votes";

describeWithBrowser("a person who reads results", () => {
  const pages = sharePages();

  const add = (poll: Poll, content: string, more: Parameters<typeof buildOption>[2] = {}) =>
    buildOption(pages.gateway.db, poll, { content, ...more });
  const store = (poll: Poll, votes: readonly StoredVote[]) =>
    storeVotes(pages.gateway.db, poll, votes);
  const chart = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
  const open = (poll: Poll, options: Parameters<Pages["visit"]>[1] = {}) =>
    pages.visit(`/p/${poll.memberHash}/results`, options);

  /** A survey with one question for each kind of chart. */
  async function survey(settings: Readonly<Record<string, unknown>> = {}): Promise<Poll> {
    const poll = await pages.newPoll(settings, { type: "Polls::Survey", title: "The festival" });
    const step = (content: string, stepSettings: Readonly<Record<string, unknown>>) =>
      add(poll, content, { type: "Options::SurveyStep", settings: stepSettings });
    const under = (parent: Option, content: string, more: Parameters<typeof buildOption>[2] = {}) =>
      add(poll, content, { parent, type: "Options::TextOption", ...more });
    const bands = await step("How were the bands?", {
      survey_step_type: "vote",
      survey_step_vote_type: "Votes::RatingVote",
    });
    const [lark, owls] = [await under(bands, "The Larks"), await under(bands, "The Owls")];
    const days = await step("How were the days?", {
      survey_step_type: "matrix",
      allowed_values: ["Bad", "Good"],
    });
    const friday = await under(days, "Friday");
    const questions = await step("Questions", { survey_step_type: "input" });
    const input = (
      content: string,
      inputType: string,
      more: Readonly<Record<string, unknown>> = {},
    ) => under(questions, content, { type: "Options::InputOption", inputType, settings: more });
    const meals = await input("What did you eat?", "multi_select", {
      allowed_values: ["Soup", "Cake", "Fish"],
    });
    const again = await input("What shall we keep?", "textarea");
    const stars = { type: "Votes::RatingVote" };
    const text = { type: "Votes::TextVote" };
    await store(poll, [
      { on: lark, value: 5, ...stars },
      { on: lark, value: 4, ...stars },
      { on: owls, value: 2, ...stars },
      { on: friday, value: 2, type: "Votes::RangeVote" },
      { on: meals, text: '["Soup","Cake"]', ...text },
      { on: meals, text: '["Cake"]', ...text },
      { on: again, text: "The music and the lights", ...text },
      { on: again, text: "More music", ...text },
    ]);
    return poll;
  }

  const places = async (): Promise<Poll> => {
    const poll = await pages.newPoll({ option_type: "Options::LocationOption" });
    const at = (content: string, ...position: readonly number[]) =>
      add(poll, content, { locationType: "point", data: { coordinates: [position] } });
    const harbor = await at("The harbor", 9.97, 53.54);
    await at("The gate", 13.37, 52.51);
    await store(poll, [{ on: harbor, value: 1 }]);
    return poll;
  };

  test("sees a chart for each question, and never the texts of others", async () => {
    const page = await open(await survey());
    const bands = chart(page, "How were the bands?");
    const larks = bands.locator(".bars > li", { hasText: "The Larks" });
    await larks.getByText("Leading").waitFor();
    expect(await larks.locator(".bar-value").textContent()).toBe("4.5 on average");
    expect(await larks.locator(".bar-facts").innerText()).toMatch(/^Leading\n2\svotes$/);
    await bands.getByText("As a table").click();
    await bands.getByRole("columnheader", { name: "5 stars" }).waitFor();
    const days = chart(page, "How were the days?").getByRole("table").first();
    expect(await days.locator("tbody tr").allTextContents()).toEqual(["Friday01 100%"]);
    const meals = chart(page, "What did you eat?");
    expect(await meals.locator(".bars > li").allTextContents()).toEqual([
      "Soup1 50%",
      "Cake2 100%",
      "Fish0 0%",
    ]);
    const kept = chart(page, "What shall we keep?");
    await page
      .getByText("Answers that are not shown here are in the export, for the people who manage")
      .waitFor();
    await kept.getByText(/^\d\sanswers?$/).waitFor();
    expect(await page.content()).not.toContain("lights");
    await haveCount(meals.locator("summary, button"), 3);
    expect(await kept.locator("summary, button").count()).toBe(0);
  });

  test("sees the mean of the ranks of an option, and each rank in the table", async () => {
    const poll = await pages.newPoll({ vote_type: "Votes::RankedVote" });
    const [soup, rice] = [await add(poll, "Soup"), await add(poll, "Rice")];
    await store(poll, [
      { on: soup, value: 1 },
      { on: soup, value: 2 },
      { on: rice, value: 2 },
    ]);
    const page = await open(poll);
    const row = page.locator(".bars > li", { hasText: "Soup" });
    await row.getByText("Mean rank: 1.5 (ranked by 2)").waitFor();
    expect(await row.getByText("Rank 1").count()).toBe(0);
    await page.getByText("As a table").click();
    await page.getByRole("columnheader", { name: "Rank 1" }).waitFor();
    await page.getByRole("columnheader", { name: "Points on average" }).waitFor();
  });

  test.each([
    ["Votes::BooleanVote", 1],
    ["Votes::YesNoMaybeVote", 2],
  ])("sees plain votes on a single option, which does not lead: %s", async (vote_type, value) => {
    const poll = await pages.newPoll({ vote_type });
    await store(poll, [{ on: await add(poll, "Shall we meet?"), value }]);
    const page = await open(poll);
    const row = page.locator(".bars > li");
    await row.getByText("Yes: 1 (100%)").waitFor();
    expect((await row.locator(".bar-value").textContent())?.trim()).toBe("1 Yes");
    expect(await row.getByText(/Leading|Place/).count()).toBe(0);
  });

  test("sees frequent words if answers are public, and all words in a table", async () => {
    const page = await open(await survey({ public_answers: true }));
    const question = chart(page, "What shall we keep?");
    await question.waitFor();
    expect(await question.locator(".cloud li").allTextContents()).toEqual(["music 2", "lights 1"]);
    await question.getByText("As a table").click();
    const table = question.getByRole("table").first();
    await table.getByRole("rowheader", { name: "More music" }).waitFor();
  });

  test("finds places on a map by their numbers", async () => {
    const page = await open(await places());
    const map = page.getByRole("group", { name: "Map with 2 places, by number" });
    await map.waitFor();
    expect(await map.locator(".pin").allTextContents()).toEqual(["1", "2"]);
    await page.locator(".bars > li", { hasText: "1. The harbor" }).waitFor();
    await page.getByText("As a table").click();
    await page.getByRole("cell", { name: "53.54° N, 9.97° E" }).waitFor();
  });

  test("sees the best option first, and downloads charts as pictures", async () => {
    const poll = await pages.newPoll({ vote_type: "Votes::UpVote" }, { title: "Dinner" });
    const [, rice] = [await add(poll, "Soup"), await add(poll, "Rice & <peas>")];
    await store(poll, [{ on: rice, value: 1 }]);
    const page = await open(poll);
    const names = page.locator(".bar-name > span:first-child");
    await names.first().waitFor();
    expect(await names.allTextContents()).toEqual(["Soup", "Rice & <peas>"]);
    await page.getByLabel("Order").selectOption("Best first");
    await page.locator(".bars > li:first-child", { hasText: "Rice" }).waitFor();
    const take = async (name: string): Promise<Buffer> => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      return readFile(await (await download).path());
    };
    const svg = (await take("Dinner: picture as SVG")).toString();
    expect(svg).toMatch(/^<svg .*Dinner.*Rice &amp; &lt;peas>.*Soup.*<\/svg>$/s);
    const png = await take("Dinner: picture as PNG");
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(["PNG", 1920]);
  });

  test("sees who signed up in a table without ranks, ratings and orders", async () => {
    const poll = await pages.newPoll({
      vote_type: "Votes::UpVote",
      limit_per_option_type: "limit_for_all",
      limit_per_option: 2,
    });
    const cake = await add(poll, "Bake a cake");
    await add(poll, "Bring plates");
    await store(poll, [{ on: cake, value: 1 }]);
    const page = await open(poll);
    await page.getByText("As a table").click();
    const table = page.getByRole("table");
    expect(await table.getByRole("columnheader").allTextContents()).toEqual([
      "Option",
      "Participants",
    ]);
    expect(await page.getByRole("combobox").count()).toBe(0);
  });

  test("sees the first three pictures of a gallery on a podium, the best first", async () => {
    const poll = await pages.newPoll({}, { type: "Polls::PhotoGallery", title: "The coast" });
    const photos: Option[] = [];
    for (const name of ["Sea", "Hill", "Wood", "Lake", "Field"]) {
      const photo = await add(poll, name);
      await buildAttachment(pages.gateway.db, photo, { derivatives: ["thumb", "large"] });
      photos.push(photo);
    }
    const stars = [2, 5, 3, 4];
    await store(
      poll,
      photos.slice(0, stars.length).map((on, at) => ({ on, value: stars[at] ?? 0 })),
    );
    const page = await open(poll);
    const places = page.locator(".podium > li");
    await haveCount(places, 3);
    expect(await places.locator("p > span").allTextContents()).toEqual(["Hill", "Lake", "Wood"]);
    expect(await places.locator("strong").allTextContents()).toEqual([
      "Place 1",
      "Place 2",
      "Place 3",
    ]);
    const addresses = await places
      .locator("img")
      .evaluateAll((pictures) => pictures.map((picture) => picture.getAttribute("src")));
    expect(addresses).toEqual(Array.from({ length: 3 }, () => expect.stringContaining("/files/")));
    expect(new Set(addresses).size).toBe(3);
  });

  test("sees all pictures of a place that is shared on the podium", async () => {
    const poll = await pages.newPoll({}, { type: "Polls::PhotoGallery", title: "The coast" });
    const photos: Option[] = [];
    for (const name of ["Sea", "Hill", "Wood", "Lake"]) photos.push(await add(poll, name));
    for (const photo of photos) {
      await buildAttachment(pages.gateway.db, photo, { derivatives: ["thumb", "large"] });
    }
    await store(
      poll,
      [5, 4, 3, 3].map((value, at) => ({ on: photos[at] as Option, value })),
    );
    const page = await open(poll);
    const places = page.locator(".podium > li strong");
    await haveCount(places, 4);
    expect(await places.allTextContents()).toEqual(["Place 1", "Place 2", "Place 3", "Place 3"]);
  });

  test("pages through a large number of options", async () => {
    const poll = await pages.newPoll();
    for (let number = 1; number <= 101; number++) await add(poll, `Option ${number}`);
    const page = await open(poll);
    await page.getByText("Options 1 to 100 of 101").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.locator(".bars > li", { hasText: "Option 101" }).waitFor();
    await page.getByText("Options 101 to 101 of 101").waitFor();
    // Paper says which ones it has.
    await page.emulateMedia({ media: "print" });
    await page.getByText("Options 101 to 101 of 101").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
  });

  test("sees that results are hidden, while the admin page shows them", async () => {
    const poll = await pages.newPoll({ hide_results: true });
    const page = await open(poll);
    await page.getByText("The results of this poll are hidden right now.").waitFor();
  });

  // Settings: results_visible
  test("sees the results after the own vote, with after_own_vote", async () => {
    const poll = await pages.newPoll({
      vote_type: "Votes::UpVote",
      results_visible: "after_own_vote",
    });
    await add(poll, "Soup");
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await page.getByRole("link", { name: "See the results" }).click();
    await page.getByText("You see the results once you have voted.").waitFor();
    await page.getByRole("link", { name: "Back to the poll" }).click();
    await page.locator("li.option", { hasText: "Soup" }).getByRole("checkbox").click();
    await page.getByText("Saved").first().waitFor();
    await page.getByRole("link", { name: "See the results" }).click();
    await page.locator(".bars > li", { hasText: "Soup" }).waitFor();
  });

  test("presents the results on a large screen by keys, while people vote", async () => {
    const poll = await pages.newPoll({ vote_type: "Votes::UpVote" }, { title: "Dinner" });
    for (const name of ["Soup", "Rice", "Fish", "Cake", "Bread", "Salad", "Pie"])
      await add(poll, name);
    const hall = await pages.visit(`/p/${poll.memberHash}/results?present`);
    const url = `${pages.gateway.url}/p/${poll.memberHash}`;
    await hall.getByRole("heading", { name: "Take part" }).waitFor();
    await hall.getByRole("img", { name: `QR code of ${url}` }).waitFor();
    await hall.getByText("1 of 3").waitFor();

    const voter = await pages.visit(`/p/${poll.memberHash}`, phone);
    await voter.locator("li.option", { hasText: "Pie" }).getByRole("checkbox").click();
    await hall.getByText("1 participant", { exact: true }).waitFor();
    await hall.keyboard.press("ArrowRight");
    await hall.locator(".bars > li", { hasText: "Soup" }).waitFor();
    await haveCount(hall.locator(".bars > li"), 6);
    const next = await hall.getByRole("button", { name: "Next" }).boundingBox();
    expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThanOrEqual(
      hall.viewportSize()?.height ?? 0,
    );
    await hall.keyboard.press("End");
    await hall.locator(".bars > li", { hasText: "Pie" }).getByText("1 vote").waitFor();
    await hall.getByRole("button", { name: "Hide the code" }).click();
    await hall.getByRole("img", { name: "QR code" }).waitFor({ state: "detached" });
    await hall.keyboard.press("Escape");
    await hall.waitForURL(`${url}/results`);
  });

  test.each([
    { width: 1920, height: 1080 },
    { width: 1280, height: 720 },
  ])("presents each photo of a contest whole on some screen: %j", async (viewport) => {
    const poll = await pages.newPoll({}, { type: "Polls::PhotoGallery", title: "The coast" });
    const names = Array.from({ length: 11 }, (_, at) => `Photo number ${at + 1} of the coast`);
    for (const [at, name] of names.entries()) {
      const on = await add(poll, name);
      await buildAttachment(pages.gateway.db, on, { derivatives: ["thumb", "large"] });
      await store(poll, [{ on, value: (at % 5) + 1 }]);
    }
    const hall = await pages.visit(`/p/${poll.memberHash}/results?present`, { viewport });
    await hall.getByRole("heading", { name: "Take part" }).waitFor();
    const next = hall.getByRole("button", { name: "Next" });
    const controls = hall.getByRole("navigation");
    const seen: string[] = [];
    while (await next.isEnabled()) {
      await hall.keyboard.press("ArrowRight");
      const entries = hall.locator(":is(.podium, .bars) > li");
      await entries.first().waitFor();
      const bottom = (await controls.boundingBox())?.y ?? 0;
      expect(bottom).toBeLessThan(viewport.height);
      for (const entry of await entries.locator(":scope, img, p, ul").all()) {
        const box = await entry.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bottom);
      }
      expect(
        await hall.evaluate<string[]>(
          "[...document.querySelectorAll('.podium img')].map((each) => getComputedStyle(each).objectFit).filter((fit) => fit !== 'contain')",
        ),
      ).toEqual([]);
      seen.push(...(await hall.locator(".bars .bar-name > span:first-of-type").allTextContents()));
      expect(seen.length === 0).toBe((await hall.locator(".podium").count()) > 0);
    }
    expect(seen.sort()).toEqual(names.sort());
  });

  test("reads the buttons of a large screen under the mouse", async () => {
    const poll = await pages.newPoll({}, { title: "Dinner" });
    await add(poll, "Soup");
    const hall = await pages.visit(`/p/${poll.memberHash}/results?present`);
    const button = hall.getByRole("button", { name: "Next" });
    await button.hover();
    const lights = `["color", "backgroundColor"].map((property) => {
      const context = document.createElement("canvas").getContext("2d");
      context.fillStyle = getComputedStyle(document.querySelector("button:hover"))[property];
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((byte) =>
        byte <= 10 ? byte / 3294 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })`;
    const [text, background] = await hall.evaluate<readonly [number, number]>(lights);
    expect((text + 0.05) / (background + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  test("sees the first slide on a phone at once, without a hint about keys", async () => {
    const poll = await pages.newPoll({}, { title: "Where do we eat on Friday?" });
    const hall = await pages.visit(`/p/${poll.memberHash}/results?present`, phone);
    await hall.getByRole("heading", { name: "Take part" }).waitFor();
    expect(await hall.getByText("Keys:").isVisible()).toBe(false);
    const [content, screen] = await hall.evaluate<readonly [number, number]>(
      "[document.documentElement.scrollHeight, innerHeight]",
    );
    expect(content).toBeLessThanOrEqual(screen);
  });

  test("prints every chart with its whole table, and no buttons", async () => {
    const page = await open(await survey());
    await chart(page, "How were the bands?").waitFor();
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await chart(page, "How were the bands?").getByRole("columnheader", { name: "Sum" }).waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    const overflows =
      "[...document.querySelectorAll('div:has(> table)')].map((box) => getComputedStyle(box).overflow)";
    expect(new Set(await page.evaluate<string[]>(overflows))).toEqual(new Set(["visible"]));
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator("details[open]").count()).toBe(0);
  });

  test("finds the table and the pictures of a chart in one line on the smallest phone", async () => {
    const page = await open(await survey(), { ...narrowPhone, locale: "de-DE" });
    const parts = chart(page, "How were the bands?").locator(".numbers > *");
    await parts.last().waitFor();
    const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()));
    const middles = boxes.map((box) => (box === null ? Number.NaN : box.y + box.height / 2));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);
    for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44);
  });

  test("finds no accessibility violation on the smallest phone", async () => {
    const answers = await survey({ public_answers: true });
    const map = await places();
    const addresses = [answers, map].flatMap(({ memberHash }) => [
      `/p/${memberHash}/results`,
      `/p/${memberHash}/results?present`,
    ]);
    for (const address of addresses) {
      const page = await pages.visit(address, narrowPhone);
      await page.getByRole("status").filter({ hasText: "participant" }).waitFor();
      expect([address, await barriersOf(page)]).toEqual([address, []]);
      if (address.endsWith("present")) await page.keyboard.press("End");
      else for (const summary of await page.getByText("As a table").all()) await summary.click();
      expect([address, await barriersOf(page)]).toEqual([address, []]);
      await page.context().close();
    }
  });

  test("gets the page in German if the browser asks for it", async () => {
    const page = await open(await survey(), { locale: "de-DE" });
    await chart(page, "What did you eat?").getByText("2 Antworten").waitFor();
  });
});
