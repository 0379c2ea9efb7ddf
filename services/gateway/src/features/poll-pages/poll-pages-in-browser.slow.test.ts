import type { Poll } from "@polls/domain/polls";
import { buildOption, buildPoll, createTestDatabase } from "@polls/testing";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import {
  browse,
  buildWebAssets,
  freePort,
  openBrowser,
  phone,
  violationsOf,
} from "../../testing/browse";
import { describeWithBrowser } from "../../testing/check-pages";
import { signUp } from "../../testing/sign-up";
import { startGateway, type TestGateway } from "../../testing/start-gateway";
import { narrowPhone } from "../../testing/start-pages";
import type { NewAccount } from "../accounts/create-account";

describeWithBrowser("a person in a browser", () => {
  let gateway: TestGateway;
  let owner: NewAccount;
  let browser: Browser;
  beforeAll(async () => {
    const port = String(await freePort());
    gateway = await startGateway(await createTestDatabase(), {
      webAssets: await buildWebAssets(),
      env: { PORT: port, BASE_URL: `http://127.0.0.1:${port}` },
    });
    owner = await signUp(gateway.db);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  async function newPoll(
    settings: Readonly<Record<string, unknown>> = {},
    more: Parameters<typeof buildPoll>[1] = {},
  ): Promise<Poll> {
    const poll = await buildPoll(gateway.db, {
      ...{ ownerAccountId: owner.id, title: "Where shall we eat?" },
      settings: { require_voter_name: false, ...settings },
      ...more,
    });
    for (const content of ["Soup", "Rice", "Cake"])
      await buildOption(gateway.db, poll, { content });
    return poll;
  }

  const visit = (path: string, options: BrowserContextOptions = {}) =>
    browse(browser, gateway.url + path, options);

  const option = (page: Page, name: string) => page.locator("li.option", { hasText: name });

  const enter = async (field: Locator, text: string) => {
    await field.fill(text);
    await field.blur();
  };

  test("votes on a phone within the page, and sees the results live in a second browser", async () => {
    const poll = await newPoll();
    const results = await visit(`/p/${poll.memberHash}/results`);
    await results.getByText("0 participants").waitFor();

    const page = await visit(`/p/${poll.memberHash}`, phone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await results.getByText("1 participant", { exact: false }).first().waitFor();
    const soup = results.locator(".bars li", { hasText: "Soup" });
    await soup.getByText("1 vote", { exact: true }).waitFor();

    await option(page, "Soup").getByLabel("No", { exact: true }).click();
    await soup.locator(".bar-value", { hasText: "-1" }).waitFor();
    await option(page, "Soup").getByRole("button", { name: "Remove my vote" }).click();
    await soup.getByText("0 votes", { exact: true }).waitFor();
  });

  test("finds the own votes again when the page is opened once more", async () => {
    const poll = await newPoll();
    const page = await visit(`/p/${poll.memberHash}`);
    await option(page, "Rice").getByLabel("Yes", { exact: true }).click();
    await option(page, "Rice").getByText("Saved").waitFor();
    await page.reload();
    expect(await option(page, "Rice").getByLabel("Yes").isChecked()).toBe(true);
  });

  test("gives a name first where the poll asks for it", async () => {
    const poll = await newPoll({ require_voter_name: true });
    const page = await visit(`/p/${poll.memberHash}`);
    expect(await option(page, "Soup").getByLabel("Yes").isDisabled()).toBe(true);
    await page.getByLabel("Your name").fill("Ada");
    await page.keyboard.press("Enter");
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.getByText("You take part as Ada.").waitFor();
  });

  test("is told what to do when a limit is reached, and what is left", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote", vote_limit_per_voter: 1 });
    const page = await visit(`/p/${poll.memberHash}`);
    await page.getByText("You can vote on 1 of 1 options.").waitFor();
    await option(page, "Soup").getByRole("button").click();
    await page.getByText("You can vote on 0 of 1 options.").waitFor();
    await option(page, "Rice").getByRole("button").click();
    await option(page, "Rice").getByText("Remove another one first").waitFor();
    expect(await option(page, "Rice").getByRole("button").getAttribute("aria-pressed")).toBe(
      "false",
    );
  });

  test("gives the password once for all pages of a tab", async () => {
    const poll = await newPoll({ restrict_view_access: true });
    await gateway.request(`PATCH /api/v1/polls/${poll.adminHash}`, {
      token: owner.privateToken,
      body: { poll: { password: "open sesame" } },
    });
    const page = await visit(`/p/${poll.memberHash}`);
    expect(await option(page, "Soup").count()).toBe(0);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("The password is wrong").waitFor();
    await page.getByLabel("Password").fill("open sesame");
    await page.getByRole("button", { name: "Continue" }).click();
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.getByRole("link", { name: "See the results" }).click();
    await page.locator(".bars").getByText("1 vote", { exact: true }).waitFor();
  });

  test("votes with the keyboard alone", async () => {
    const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
    const page = await visit(`/p/${poll.memberHash}`);
    const soup = option(page, "Soup");
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press("Tab");
      if ((await soup.locator("input:focus").count()) > 0) break;
    }
    await page.keyboard.press("Space");
    await option(page, "Soup").getByText("Saved").waitFor();
    await page.keyboard.press("ArrowRight");
    await soup.locator("input:checked + span", { hasText: "Maybe" }).waitFor();
  });

  const controls: readonly (readonly [string, (page: Page) => Promise<unknown>, unknown])[] = [
    [
      "Votes::BooleanVote",
      (page: Page) => option(page, "Soup").getByLabel("No", { exact: true }).click(),
      -1,
    ],
    [
      "Votes::YesNoMaybeVote",
      (page: Page) => option(page, "Soup").getByLabel("No", { exact: true }).click(),
      0,
    ],
    ["Votes::UpVote", (page: Page) => option(page, "Soup").getByRole("button").click(), 1],
    ["Votes::LikeVote", (page: Page) => option(page, "Soup").getByRole("button").click(), 1],
    ["Votes::HeartVote", (page: Page) => option(page, "Soup").getByRole("button").click(), 1],
    [
      "Votes::RatingVote",
      (page: Page) => option(page, "Soup").getByLabel("4 stars").check({ force: true }),
      4,
    ],
    [
      "Votes::EmojiVote",
      (page: Page) => option(page, "Soup").getByLabel("Very good").check({ force: true }),
      5,
    ],
    ["Votes::RangeVote", (page: Page) => option(page, "Soup").getByRole("slider").fill("7"), 7],
    [
      "Votes::DotVote",
      (page: Page) => option(page, "Soup").getByRole("button", { name: "One more" }).click(),
      1,
    ],
    [
      "Votes::RankedVote",
      (page: Page) => option(page, "Soup").getByRole("combobox").selectOption("2"),
      2,
    ],
    [
      "Votes::NumberVote",
      (page: Page) => enter(option(page, "Soup").getByRole("spinbutton"), "2.5"),
      2.5,
    ],
    [
      "Votes::DateVote",
      (page: Page) => enter(option(page, "Soup").getByLabel("Date"), "2030-06-15"),
      "2030-06-15",
    ],
  ];

  test.each(controls)("votes by the control of %s", async (vote_type, vote, value) => {
    const poll = await newPoll({ vote_type });
    const page = await visit(`/p/${poll.memberHash}`);
    await vote(page);
    await option(page, "Soup").getByText("Saved").waitFor();
    const votes = await gateway.request(`GET /api/v1/polls/${poll.adminHash}/votes`, {
      token: owner.privateToken,
    });
    expect(votes.body.map((one: { readonly vote: unknown }) => one.vote)).toEqual([value]);
  });

  test.each(controls)(
    "finds the next option where it was, after a vote by %s",
    async (vote_type, vote) => {
      const looks = { desktop: {}, phone, narrowPhone };
      for (const [name, look] of Object.entries(looks)) {
        const poll = await newPoll({ vote_type });
        const page = await visit(`/p/${poll.memberHash}`, look);
        const heights = () =>
          page
            .locator("li.option")
            .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
        await option(page, "Soup").waitFor();
        const before = await heights();
        await vote(page);
        await option(page, "Soup").getByText("Saved").waitFor();
        await option(page, "Soup").getByRole("button", { name: "Undo" }).waitFor();
        expect([name, await heights()]).toEqual([name, before]);
      }
    },
  );

  test.each(["light", "dark"] as const)(
    "meets no barrier that axe finds: %s",
    async (colorScheme) => {
      const open = await newPoll({ vote_type: "Votes::RatingVote", vote_limit_per_voter: 2 });
      const dots = await newPoll({ vote_type: "Votes::DotVote" });
      const closed = await newPoll({ deadline_voting: new Date(0) });
      const asking = await newPoll({ require_voter_name: true });
      const addresses = [
        ...[open, dots, closed, asking].map(({ memberHash }) => `/p/${memberHash}`),
        `/p/${open.memberHash}/results`,
        `/p/${open.adminHash}/admin`,
      ];
      for (const address of addresses) {
        const page = await visit(address, { ...phone, colorScheme, bypassCSP: true });
        await page.locator("h1").waitFor();
        expect([address, await violationsOf(page)]).toEqual([address, []]);
        expect(
          await page.evaluate<number>("document.documentElement.scrollWidth"),
        ).toBeLessThanOrEqual(360);
        await page.context().close();
      }
    },
  );

  test("reads in German what is wrong with a field", async () => {
    const poll = await newPoll({ double_opt_in: true, restricted_double_opt_in_domains: ["a.de"] });
    const page = await visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await page.getByLabel("Ihre E-Mail-Adresse").fill("ada@example.org");
    await page.getByRole("button", { name: "Weiter" }).click();
    await page
      .getByText("Ihre E-Mail-Adresse: Bitte geben Sie eine Adresse von a.de ein.")
      .waitFor();
  });

  test("reads German where the browser asks for it", async () => {
    const poll = await newPoll();
    const page = await visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await option(page, "Soup").getByLabel("Ja", { exact: true }).click();
    await option(page, "Soup").getByText("Gespeichert").waitFor();
  });
});
