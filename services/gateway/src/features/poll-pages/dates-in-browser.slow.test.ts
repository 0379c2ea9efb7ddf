// Covers docs/reference/pages.md: dates-on-pages

import { buildOption, buildParticipant, waitFor } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages, unlimited } from "../../../testing/start-pages";
import { storeVotes } from "../../../testing/store-votes";

describeWithBrowser("a poll of dates", () => {
  const pages = sharePages({ rateLimiter: unlimited });

  const dateCard = (page: Page, name: string | RegExp) =>
    page.locator("li.option", { has: page.getByRole("heading", { name }) });
  /** The rows of the table, each with its cells. */
  const table = async (page: Page): Promise<readonly (readonly string[])[]> => {
    const rows = await page.locator(".who tbody tr").all();
    return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
  };
  /** The dates of the table. */
  const headsOf = async (page: Page): Promise<readonly string[]> => {
    const heads = page.locator(".who thead th");
    await heads.first().waitFor();
    return (await heads.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
  };
  const settings = { option_type: "Options::TimeRangeOption", timezone: "Europe/Berlin" };

  /** A poll of three evenings, of which the last two overlap. */
  async function evenings(more: Readonly<Record<string, unknown>> = {}) {
    const poll = await pages.newPoll({
      ...settings,
      vote_type: "Votes::YesNoMaybeVote",
      ...more,
    });
    const times = [
      ["2030-07-05T16:00Z", "2030-07-05T18:00Z"],
      ["2030-07-06T16:00Z", "2030-07-06T18:00Z"],
      ["2030-07-06T17:00Z", "2030-07-06T19:00Z"],
    ];
    const options = [];
    for (const [start = "", end = ""] of times) {
      const dates = { startDate: new Date(start), endDate: new Date(end) };
      options.push(
        await buildOption(pages.gateway.db, poll, {
          ...dates,
          content: "",
          type: "Options::TimeRangeOption",
        }),
      );
    }
    return { poll, options };
  }

  const people = [
    { name: "Ada", zone: "Europe/Berlin", says: ["Yes", "Yes", "No"] },
    { name: "Ben", zone: "Europe/Berlin", says: ["Maybe", "Yes", "No"] },
    { name: "Cleo", zone: "America/New_York", says: ["Yes", "Maybe", "Yes"] },
    { name: "Dora", zone: "America/New_York", says: ["No", "Yes", "Maybe"] },
    { name: "Emil", zone: "Asia/Tokyo", says: ["Yes", "Yes", "No"] },
  ] as const;
  const days = ["Friday, July 5", "Saturday, July 6", "Sunday, July 7"] as const;

  test("five people in three time zones find a date, with seven actions of the organizer and six of each", async () => {
    const state = await pages.signIn();
    const organizer = await pages.visit("/polls", {
      storageState: state,
      timezoneId: "Europe/Berlin",
    });
    await organizer.clock.install({ time: new Date("2030-07-01T10:00Z") });
    let actions = 0;
    const act = async (step: Promise<unknown>) => {
      actions++;
      await step;
    };
    await act(organizer.getByRole("link", { name: "New poll" }).click());
    await act(organizer.getByRole("link", { name: "Find a date" }).click());
    for (const day of days) await act(organizer.getByRole("button", { name: day }).click());
    await act(organizer.getByRole("button", { name: "Create the poll" }).click());
    await organizer.getByText("Your poll is ready.").waitFor();
    expect(actions).toBeLessThanOrEqual(7);
    const { memberHash } = await pages.gateway.db.prisma.poll.findFirstOrThrow({
      where: { title: "When do we meet?" },
    });

    const seen: Record<string, readonly (string | null)[]> = {};
    for (const { name, zone, says } of people) {
      const page = await pages.visit(`/p/${memberHash}`, { ...phone, timezoneId: zone });
      const cards = page.locator("li.option");
      const zones = page.getByText(/^Times in/);
      seen[zone] = [
        await cards.first().locator("h2").textContent(),
        ...(await zones.allTextContents()),
      ];
      actions = 0;
      for (const [at, text] of says.entries()) {
        const card = cards.nth(at);
        await act(card.getByLabel(text, { exact: true }).click());
        if (at === 0) {
          await act(page.getByLabel("Your name").fill(name));
          await act(page.keyboard.press("Enter"));
        }
        await card.getByText("Saved").waitFor();
      }
      if (name === "Emil") {
        await page.getByText("Best so far: Sunday, July 7, 2030, 1:00").waitFor();
        await page.getByRole("button", { name: "Switch to Central European Time" }).click();
        await page.getByText("Best so far: Saturday, July 6, 2030, 6:00").waitFor();
        await dateCard(page, days[0]).waitFor();
        await page.getByText("A maybe counts as half a yes.").waitFor();
        expect(await table(page)).toEqual([
          ["You", "Yes", "Yes", "No"],
          ...["Dora", "Cleo", "Ben", "Ada"].map((other) => [
            other,
            ...(people.find((each) => each.name === other)?.says ?? []),
          ]),
          ["Yes", "3", "4", "1"],
        ]);
        await dateCard(page, days[1]).getByText("Best so far").waitFor();
        expect(await page.locator(".said .chip").count()).toBe(1);
        await dateCard(page, days[0]).getByText("3 yes · 1 maybe · 1 no").click();
        await dateCard(page, days[0]).getByText("Yes: Cleo, Ada, You").waitFor();
      }
      await act(page.getByRole("button", { name: "Done" }).click());
      await page.getByRole("heading", { name: "Thank you!" }).waitFor();
      expect(actions).toBeLessThanOrEqual(6);
      await page.context().close();
    }
    expect(seen).toEqual({
      "Europe/Berlin": [
        expect.stringMatching(/^Friday, July\s5,\s2030, 6:00\s–\s8:00\sPM$/),
        "Times in Central European Time",
      ],
      "America/New_York": [
        expect.stringMatching(/^Friday, July\s5,\s2030, 12:00\s–\s2:00\sPM$/),
        "Times in Eastern Time",
      ],
      "Asia/Tokyo": [
        expect.stringMatching(/^Saturday, July\s6,\s2030, 1:00\s–\s3:00\sAM$/),
        "Times in Japan Standard Time",
      ],
    });
    const results = await pages.visit(`/p/${memberHash}/results`);
    const best = results.locator(".bars > li", { hasText: "Saturday, July 6" });
    await best.getByText("Best so far", { exact: true }).waitFor();
    await best.locator(".bar-value", { hasText: "4 Yes (80%)" }).waitFor();
    expect(await best.locator(".bar-facts").innerText()).not.toContain("Yes");
    expect(await results.getByText(/^Place \d/).count()).toBe(0);
  });

  test("says which other date that a person wants is at the same time", async () => {
    const { poll } = await evenings();
    const page = await pages.visit(`/p/${poll.memberHash}`, { timezoneId: "Europe/Berlin" });
    const cards = page.locator("li.option");
    const says = async (at: number, text: string) => {
      await cards.nth(at).getByLabel(text, { exact: true }).click();
      await cards.nth(at).getByText("Saved").waitFor();
    };
    const notes = page.getByText("At the same time, you said yes to:");
    await says(0, "Yes");
    await says(1, "Yes");
    await says(2, "Maybe");
    expect(await notes.count()).toBe(0);
    await says(2, "Yes");
    await cards
      .nth(1)
      .getByText(/said yes to: Saturday, July\s6,\s2030, 7:00/)
      .waitFor();
    await cards
      .nth(2)
      .getByText(/said yes to: Saturday, July\s6,\s2030, 6:00/)
      .waitFor();
    await says(1, "No");
    expect(await notes.count()).toBe(0);
  });

  test("shows the free places of each date, as the visitor takes and leaves them", async () => {
    const { poll } = await withAda({
      limit_per_option_type: "limit_for_all",
      limit_per_option: 2,
    });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const card = page.locator("li.option").first();
    await card.getByText("1 of 2 places free").waitFor();
    await card.getByLabel("Yes", { exact: true }).click();
    await card.getByText("0 of 2 places free").waitFor();
    await card.getByLabel("No", { exact: true }).click();
    await card.getByText("1 of 2 places free").waitFor();
  });

  /** A poll in which Ada said yes to the first date. */
  async function withAda(more: Readonly<Record<string, unknown>> = {}) {
    const made = await evenings(more);
    const by = await buildParticipant(pages.gateway.db, made.poll, { userName: "Ada" });
    const [on] = made.options;
    if (on !== undefined) await storeVotes(pages.gateway.db, made.poll, [{ on, by, value: 2 }]);
    return made;
  }
  const sayYes = async (page: Page, at: number) => {
    const card = page.locator("li.option").nth(at);
    await card.getByLabel("Yes", { exact: true }).click();
    await card.getByText("Saved").waitFor();
  };

  test("reads no answers where results are hidden", async () => {
    const { poll } = await withAda({ hide_results: true });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const read: string[] = [];
    page.on("request", (request) => {
      if (/\/(votes|participants)\?/.test(request.url())) read.push(request.url());
    });
    await sayYes(page, 1);
    await page.waitForLoadState("networkidle");
    expect(read).toEqual([]);
    expect(await page.locator(".who").count()).toBe(0);
  });

  test("shows answers after the own vote, where results are for those who voted", async () => {
    const { poll } = await withAda({ results_visible: "after_own_vote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.locator("li.option").first().waitFor();
    expect(await page.locator(".who").count()).toBe(0);
    await sayYes(page, 1);
    await page.locator(".who tr", { hasText: "Ada" }).waitFor();
  });

  test("names no one with hidden participants, but counts their answers", async () => {
    const { poll } = await withAda({ hidden_participants: true });
    const page = await pages.visit(`/p/${poll.memberHash}`, { timezoneId: "Europe/Berlin" });
    await sayYes(page, 1);
    await page.getByText("Best so far: Friday, July 5").waitFor();
    expect(await table(page)).toEqual([
      ["You", "", "Yes", ""],
      ["Yes", "1", "1", "0"],
    ]);
  });

  test("takes dates of participants, if the organizer says so when making it", async () => {
    const organizer = await pages.visit("/polls/new#dates", { storageState: await pages.signIn() });
    await organizer.clock.install({ time: new Date("2030-07-01T10:00Z") });
    await organizer.reload();
    await organizer.getByLabel("Title", { exact: true }).fill("The party");
    await organizer.getByLabel("With times of day").uncheck();
    await organizer.getByLabel("Participants may add dates of their own").check();
    await organizer.getByRole("button", { name: "Friday, July 5" }).click();
    await organizer.getByRole("button", { name: "Create the poll" }).click();
    await organizer.getByText("Your poll is ready.").waitFor();
    const { id, memberHash } = await pages.gateway.db.prisma.poll.findFirstOrThrow({
      where: { title: "The party" },
    });

    const voter = await pages.visit(`/p/${memberHash}`, narrowPhone);
    await voter.getByRole("button", { name: "Add a date" }).click();
    await voter.getByLabel("Date", { exact: true }).fill("2030-07-12");
    expect(await barriersOf(voter)).toEqual([]);
    await voter.getByRole("button", { name: "Submit" }).click();
    const added = dateCard(voter, "Friday, July 12");
    await added.getByLabel("Yes", { exact: true }).waitFor();
    const options = await pages.gateway.db.prisma.option.findMany({
      where: { pollId: id },
      orderBy: { startDate: "asc" },
    });
    expect(options.map(({ type, startDate }) => [type, startDate?.toISOString()])).toEqual([
      ["Options::DateOption", "2030-07-05T00:00:00.000Z"],
      ["Options::DateOption", "2030-07-12T00:00:00.000Z"],
    ]);

    await organizer.reload();
    await organizer.getByRole("heading", { name: "Friday, July 12" }).waitFor();
    await organizer.getByRole("link", { name: "Settings" }).click();
    await organizer.getByLabel("Participants may add dates of their own").uncheck();
    await organizer.getByText("Saved", { exact: true }).waitFor();
    await organizer.getByRole("link", { name: "People" }).click();
    await organizer.getByRole("button", { name: "Invite" }).waitFor();
    expect(await organizer.getByLabel(/jury/).count()).toBe(0);
    await voter.reload();
    await added.waitFor();
    expect(await voter.getByRole("button", { name: "Add a date" }).count()).toBe(0);
  });

  test("is made from a calendar that opens where there are days to choose", async () => {
    const maker = await pages.visit("/polls/new#dates");
    await maker.clock.install({ time: new Date("2026-11-30T10:00Z") });
    await maker.reload();
    await maker.getByText("December 2026").waitFor();
    await maker.getByRole("button", { name: "Previous month" }).click();
    const day = (name: string) => maker.getByRole("button", { name, exact: true });
    await day("Monday, November 30, 2026").waitFor();
    expect(await day("Monday, November 30, 2026").isEnabled()).toBe(true);
    expect(await day("Sunday, November 29, 2026").isEnabled()).toBe(false);
    expect(await day("Previous month").isEnabled()).toBe(false);
  });

  test("reads an own date in the zone that the page shows, and shows it so on every page", async () => {
    const { poll } = await evenings({ allow_new_options: true });
    const path = `/p/${poll.memberHash}`;
    const page = await pages.visit(path, { ...narrowPhone, timezoneId: "Asia/Tokyo" });
    const startOf = async () =>
      (
        await pages.gateway.db.prisma.option.findMany({
          where: { pollId: poll.id },
          orderBy: { createdAt: "desc" },
        })
      )[0]?.startDate?.toISOString();
    await page.getByRole("button", { name: "Add a date" }).click();
    await page.getByLabel("Start", { exact: true }).fill("2030-07-07T09:30");
    await page.getByLabel("End", { exact: true }).fill("2030-07-07T10:30");
    await page.locator("form.card").getByText("Times in Japan Standard Time").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Submit" }).click();
    const added = dateCard(page, /^Sunday, July\s7,\s2030, 9:30/);
    await added.waitFor();
    expect(await startOf()).toBe("2030-07-07T00:30:00.000Z");
    // It stands where it does after a reload: after the others.
    expect(await page.locator("li.option h2").last().textContent()).toMatch(/^Sunday, July\s7/);

    const switchTo = (zone: string) => page.getByRole("button", { name: `Switch to ${zone}` });
    await switchTo("Central European Time").click();
    const moved = dateCard(page, /^Sunday, July\s7,\s2030, 2:30/);
    await moved.getByRole("button", { name: "Change" }).click();
    expect(await moved.getByLabel("Start", { exact: true }).inputValue()).toBe("2030-07-07T02:30");
    await moved.getByLabel("Start", { exact: true }).fill("2030-07-07T02:00");
    await moved.getByRole("button", { name: "Save" }).click();
    const changed = dateCard(page, /^Sunday, July\s7,\s2030, 2:00/);
    await changed.waitFor();
    expect(await startOf()).toBe("2030-07-07T00:00:00.000Z");

    // The other pages keep the chosen zone.
    for (const other of [`${path}/results`, `${path}/results?present`]) {
      await page.goto(new URL(other, page.url()).href);
      await page.getByText("Times in Central European Time").waitFor();
      if (other.endsWith("present")) await page.getByRole("button", { name: "Next" }).click();
      const row = page.locator(".bars");
      await row.getByText(/^Friday, July\s5,\s2030, 6:00\s–\s8:00\sPM$/).waitFor();
      await switchTo("Japan Standard Time").click();
      await row.getByText(/^Saturday, July\s6,\s2030, 1:00\s–\s3:00\sAM$/).waitFor();
      await switchTo("Central European Time").click();
    }
  });

  test("shows the days of the poll beside the names", async () => {
    const poll = await pages.newPoll({
      option_type: "Options::DateOption",
      vote_type: "Votes::YesNoMaybeVote",
      timezone: "Europe/Berlin",
    });
    for (let day = 5; day < 12; day++) {
      await buildOption(pages.gateway.db, poll, {
        type: "Options::DateOption",
        content: "",
        startDate: new Date(Date.UTC(2030, 6, day - 1, 22)),
      });
    }
    const page = await pages.visit(`/p/${poll.memberHash}`, {
      viewport: { width: 640, height: 740 },
      timezoneId: "Europe/Berlin",
    });
    await sayYes(page, 0);
    expect(await headsOf(page)).toEqual([
      "Fri Jul 5",
      "Sat Jul 6",
      "Sun Jul 7",
      "Mon Jul 8",
      "Tue Jul 9",
      "Wed Jul 10",
      "Thu Jul 11",
    ]);
    // The names stay where they are.
    await page
      .locator(".scroller")
      .evaluate((box) => ((box as unknown as { scrollLeft: number }).scrollLeft = 200));
    const name = await page.locator(".who tbody th").first().boundingBox();
    expect(name?.x).toBeLessThan(20);
  });

  test("shows a night in the table by the day on which it begins", async () => {
    const poll = await pages.newPoll({ ...settings, vote_type: "Votes::YesNoMaybeVote" });
    const type = "Options::TimeRangeOption";
    for (const [start, end] of [
      ["2030-12-13T21:00Z", "2030-12-14T00:00Z"],
      ["2030-12-14T21:00Z", "2030-12-14T22:00Z"],
      ["2030-12-15T09:00Z", "2030-12-17T15:00Z"],
    ] as const) {
      const dates = { startDate: new Date(start), endDate: new Date(end) };
      await buildOption(pages.gateway.db, poll, { ...dates, content: "", type });
    }
    const page = await pages.visit(`/p/${poll.memberHash}`, {
      locale: "en-GB",
      timezoneId: "Europe/Berlin",
    });
    await sayYes(page, 0);
    expect(await headsOf(page)).toEqual([
      "Fri 13 Dec 22:00 – 01:00",
      "Sat 14 Dec 22:00–23:00",
      "Sun – Tue 15 – 17 Dec 10:00 – 16:00",
    ]);
  });

  test("says on a phone at each date how many can, and who, in place of the table", async () => {
    const { poll, options } = await withAda();
    const by = await buildParticipant(pages.gateway.db, poll, { userName: "Ben" });
    await storeVotes(
      pages.gateway.db,
      poll,
      options.map((on, value) => ({ on, by, value })),
    );
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const card = dateCard(page, days[0]);
    await card.getByText("1 yes · 1 no").waitFor();
    const top = async (at: number) => (await page.locator("li.option").nth(at).boundingBox())?.y;
    const before = await Promise.all([top(1), top(2)]);
    await sayYes(page, 0);
    await card.getByText("2 yes · 1 no").waitFor();
    await card.getByText("Best so far").waitFor();
    expect(await Promise.all([top(1), top(2)])).toEqual(before);
    await card.getByText("2 yes · 1 no").click();
    for (const text of ["Yes: Ada, You", "No: Ben"]) await card.getByText(text).waitFor();
    expect(await page.locator(".who").isVisible()).toBe(false);
  });

  test("keeps no room for answers where none can be read", async () => {
    const { poll } = await withAda({ hide_results: true });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await page.locator("li.option").first().waitFor();
    expect(await page.locator(".said").count()).toBe(0);
  });

  test("counts a vote only once it is saved", async () => {
    const { poll } = await withAda({ require_voter_name: true });
    const page = await pages.visit(`/p/${poll.memberHash}`, { timezoneId: "Europe/Berlin" });
    await page.locator(".who").waitFor();
    const before = await table(page);
    await dateCard(page, days[0]).getByLabel("Yes", { exact: true }).click();
    await page.getByLabel("Your name").fill("Ben");
    expect(await table(page)).toEqual(before);
    await page.keyboard.press("Enter");
    await page.locator(".who tr", { hasText: "You" }).waitFor();
    expect((await table(page)).at(-1)).toEqual(["Yes", "2", "0", "0"]);
  });

  test("marks no best date where the best is hidden", async () => {
    const { poll } = await evenings({ hidden_best_rating: true });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await sayYes(page, 0);
    await page.locator(".who").waitFor();
    expect(await page.getByText("Best so far").count()).toBe(0);
    expect(await page.locator(".who .best").count()).toBe(0);
  });

  test("writes times as in the region of the browser, also in the title of the gateway", async () => {
    const { poll, options } = await evenings();
    const path = `/p/${poll.memberHash}/o/${options[0]?.publicId}`;
    const page = await pages.visit(path, { locale: "en-GB", timezoneId: "Asia/Tokyo" });
    const [name = ""] = (await page.title()).split(" – Where");
    expect(name).toMatch(/5\sJuly\s2030, 18:00–\u2060?20:00/);
    expect(name).not.toMatch(/[AP]M/);
    await page.getByText("Times in Japan Standard Time").waitFor();
    await page
      .getByRole("heading", { level: 1, name: /6\sJuly\s2030, 01:00–\u2060?03:00$/ })
      .waitFor();
  });

  test.each<readonly [string, BrowserContextOptions]>([
    ["English", { timezoneId: "Asia/Tokyo" }],
    ["German", { timezoneId: "America/New_York", locale: "de-DE" }],
  ])("has no barriers on a narrow phone, in %s", async (_language, context) => {
    const { poll, options } = await evenings({
      limit_per_option_type: "limit_for_all",
      limit_per_option: 5,
    });
    for (const userName of ["Ada", "Maximiliane von Hohenstein-Langenburg"]) {
      const by = await buildParticipant(pages.gateway.db, poll, { userName });
      await storeVotes(
        pages.gateway.db,
        poll,
        options.slice(0, 2).map((on, value) => ({ on, by, value })),
      );
    }
    const page = await pages.visit(`/p/${poll.memberHash}`, { ...narrowPhone, ...context });
    await page.locator(".said summary").first().click();
    // No one has an opinion on the last one, of which there is nothing to open.
    expect(await page.locator(".said").count()).toBe(options.length);
    expect(await page.locator(".said summary").count()).toBe(options.length - 1);
    for (const at of [1, 2])
      await page.locator("li.option").nth(at).locator("label").first().click();
    await waitFor(async () => (await page.locator(".who tbody tr").count()) === 4, {
      what: "the row of the visitor",
    });
    expect(await barriersOf(page)).toEqual([]);
  });
});
