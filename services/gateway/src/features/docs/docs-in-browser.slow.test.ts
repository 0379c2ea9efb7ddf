// Covers docs/reference/requests.md: documentation

import type { BrowserContextOptions, Page } from "playwright-core";
import { shareBrowser, violationsOf } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

jest.setTimeout(120_000);

describeWithBrowser("/docs in a browser", () => {
  const gateway = shareGateway();
  const owner = shareAccount(gateway);
  const { browser, open } = shareBrowser();
  const visit = (hash = "", options?: BrowserContextOptions) =>
    open(`${gateway.url}/docs${hash}`, options);

  const search = async (page: Page, text: string): Promise<readonly (string | null)[]> => {
    await page.getByRole("searchbox").fill(text);
    await page.locator("#count", { hasText: "result" }).waitFor();
    return page
      .locator("#found a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  };

  const tokensIn = (page: Page) =>
    page.evaluate(
      "[...document.querySelectorAll('[data-in=token]')].map(({ value }) => value).join('')",
    );

  test.each([
    ["votes.cast", "#votes.cast"],
    ["cast a vote", "#votes.cast"],
    ["poll_closed", "#code-poll_closed"],
    ["voters_count", "#field-Poll.voters_count"],
    ["per_page options.list", "#options.list.per_page"],
  ])("search finds %s", async (text, target) => {
    const page = await visit();
    expect(await search(page, text)).toContain(target);
    await page.locator(`#found a[href="${target}"]`).click();
    await page.locator(`[id="${target.slice(1)}"]`).waitFor();
  });

  test("the layout does not shift when the script starts", async () => {
    const page = await visit();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/docs/docs.js", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${gateway.url}/docs`, { waitUntil: "commit" });
    const menu = page.getByRole("navigation");
    await menu.waitFor();
    const before = await menu.boundingBox();
    release();
    await page.locator(":root.has-script").waitFor();
    expect(await menu.boundingBox()).toEqual(before);
  });

  test("without scripts the page has no empty space for the search", async () => {
    const page = await visit("", { javaScriptEnabled: false });
    expect((await page.getByRole("navigation").boundingBox())?.y).toBeLessThan(40);
  });

  test("search works with the keyboard alone, and screen readers get the number of results", async () => {
    const page = await visit();
    await page.keyboard.press("/");
    await page.keyboard.type("no such thing at all");
    await page.getByText("0 results", { exact: true }).waitFor();
    await page.getByRole("searchbox").fill("votes.withdraw");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#votes.withdraw");
    await page.locator("[id='votes.withdraw'] > summary:focus").waitFor();
  });

  test("the page works with a malformed fragment in its URL", async () => {
    const page = await visit("#%E0%A4%A");
    expect(await search(page, "votes.cast")).toContain("#votes.cast");
  });

  test("one choice of a language applies to all samples", async () => {
    const page = await visit("#polls.create");
    await page.locator("[id='polls.create'] .sample summary", { hasText: "Python" }).click();
    const create = page.locator("[id='polls.create'] .sample[open] pre");
    expect(await create.allInnerTexts()).toEqual([expect.stringContaining("requests.post(")]);
    await page.goto(`${gateway.url}/docs#polls.list`);
    const list = page.locator("[id='polls.list'] .sample[open] pre");
    expect(await list.allInnerTexts()).toEqual([expect.stringContaining("requests.get(")]);
  });

  test("operations can be tried with one's own token, which is not stored", async () => {
    const page = await visit("#polls.create");
    const create = page.locator("[id='polls.create'] .try").first();
    await create.locator("summary").first().click();
    await create.getByLabel("Token").fill(owner.privateToken);
    await create.getByLabel("Body").fill('{ "poll": { "title": "Tried in the page" } }');
    await create.getByRole("button", { name: "Send POST" }).click();
    await create.locator(".answer b", { hasText: "201 Created" }).waitFor();
    const answer = JSON.parse(await create.locator(".answer pre").innerText());
    expect(answer.title).toBe("Tried in the page");

    // The token and the poll are already filled in for the next operation.
    await page.goto(`${gateway.url}/docs#polls.show`);
    const show = page.locator("[id='polls.show'] .try").first();
    await show.locator("summary").first().click();
    await show.getByLabel("poll_hash").fill(answer.admin_hash);
    await page.keyboard.press("Enter");
    await show.locator(".answer b", { hasText: "200 OK" }).waitFor();
    expect(await show.locator(".answer pre").innerText()).toContain("Tried in the page");

    const stored = await page.evaluate(
      "({ local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie, state: history.state })",
    );
    expect(stored).toEqual({ local: {}, session: {}, cookie: "", state: null });
    expect(page.url()).not.toContain(owner.privateToken);
    await page.reload();
    expect(await tokensIn(page)).toBe("");
    await page.locator("[id='polls.show'] .try > summary").click();
    await show.getByLabel("Token").fill(owner.privateToken);
    expect(await tokensIn(page)).toContain(owner.privateToken);
    await page.goto(`${gateway.url}/healthz`);
    await page.goBack();
    expect(await tokensIn(page)).toBe("");
  });

  test("refusals are shown, and a body that is no JSON is not sent", async () => {
    const page = await visit("#polls.create");
    const create = page.locator("[id='polls.create'] .try").first();
    await create.locator("summary").first().click();
    await create.getByRole("button", { name: "Send POST" }).click();
    await create.getByText("401 Unauthorized").waitFor();
    await create.getByLabel("Body").fill("{");
    await create.getByRole("button", { name: "Send POST" }).click();
    await create.getByText("The body is no JSON").waitFor();
  });

  test("results can be followed until the reader stops", async () => {
    const { body: poll } = await gateway.as(owner, "POST /api/v1/polls", {
      poll: { title: "Followed" },
    });
    const page = await visit("#results.follow");
    const follow = page.locator("[id='results.follow'] .try").first();
    await follow.locator("summary").first().click();
    await follow.getByLabel("Token").fill(owner.privateToken);
    await follow.getByLabel("poll_id").fill(poll.member_hash);
    await follow.getByRole("button", { name: "Send GET" }).click();
    await follow.getByText("event: results").waitFor();
    await follow.getByRole("button", { name: "Stop" }).click();
    await follow.getByText("Stopped.").waitFor();
  });

  test.each([
    ["a wide screen", { width: 1280, height: 900 }],
    ["the smallest phone", { width: 320, height: 568 }],
  ])(
    "the page has no accessibility violations on %s, and no content wider than the screen",
    async (_what, viewport) => {
      const page = await visit("#options.create", { viewport, bypassCSP: true });
      await search(page, "vote");
      for (const summary of ["Try it", "Further parameters", "Codes of votes"]) {
        await page.locator("details:visible > summary", { hasText: summary }).first().click();
      }
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(viewport.width);
      expect(await violationsOf(page)).toEqual([]);
    },
    // axe takes 25 s for all operations on a quiet machine.
    300_000,
  );

  test("the page does not violate its Content-Security-Policy", async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const told: string[] = [];
    page.on("console", (message) => told.push(message.text()));
    page.on("request", (request) => {
      if (!request.url().startsWith(gateway.url) && !request.url().startsWith("data:"))
        told.push(request.url());
    });
    await page.goto(`${gateway.url}/docs#votes.cast`);
    await search(page, "poll");
    expect(told).toEqual([]);
  });
});
