// Covers docs/reference/pages.md: managing-on-pages

import { png } from "@polls/testing";
import { become, shareAdminPage } from "../../../testing/admin-page";
import { describeWithBrowser } from "../../../testing/check-pages";

describeWithBrowser("a person who changes the settings of a poll", () => {
  const { gateway, owner, newPoll, manage, shown } = shareAdminPage();

  test("are built from the hints of the poll, and saved one by one", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("kind of vote");
    const kind = page.getByLabel("Kind of vote");
    const { configuration_hints: hints } = await shown(poll);
    const values = await kind
      .locator("option")
      .evaluateAll((options) =>
        options.map((option) => (option as unknown as { readonly value: string }).value),
      );
    expect(values).toEqual(hints.vote_type.allowed_values);
    await kind.selectOption("Stars");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shown(poll)).settings.vote_type).toBe("Votes::RatingVote");

    await page.getByLabel("Search settings").fill("deadline");
    await page.getByLabel("Voting ends").fill("2031-05-01T18:00");
    await page.getByLabel("Voting ends").blur();
    await become("2031-05-01T18:00:00.000Z", async () => {
      const { settings } = await shown(poll);
      return settings.deadline_voting;
    });
  });

  test("show a refused value at its field, with advice", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("time zone");
    const zone = page.getByLabel("Time zone");
    await zone.fill("Mars/Olympus");
    await zone.blur();
    await page.getByText("Please enter a time zone, such as Europe/Berlin.").waitFor();
    const described = await zone.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).innerText()).toContain("Europe/Berlin");
    expect((await shown(poll)).settings.timezone).not.toBe("Mars/Olympus");
  });

  test("show at once that a number is outside its bounds", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("per page");
    const perPage = page.getByRole("spinbutton", { name: "per page" });
    const isOutside = () => perPage.evaluate((field) => field.matches(":out-of-range"));
    await perPage.fill("101");
    expect(await isOutside()).toBe(true);
    await perPage.fill("100");
    expect(await isOutside()).toBe(false);
    await perPage.blur();
    await become(100, async () => (await shown(poll)).settings.options_per_page);
  });

  test("are those that mean something for the type of the poll, without names of the API", async () => {
    for (const [type, shownTitle, hiddenTitle] of [
      ["Polls::Voting", "Order of the options", "New rows in a table"],
      ["Polls::Survey", "Required answers", "Order of the options"],
      ["Polls::Table", "New rows in a table", "Required answers"],
      ["Polls::PhotoGallery", "Minimum width", "State of new ideas"],
      ["Polls::Collection", "State of new ideas", "Appearance of doors"],
      ["Polls::AdventCalendar", "Appearance of doors", "Minimum width"],
    ] as const) {
      const page = await manage(await newPoll({}, { type }), "settings");
      await page.getByLabel("Search settings").waitFor();
      const titles = await page.locator(".group-of").allTextContents();
      const has = (title: string) => titles.some((text) => text.includes(title));
      expect([type, has(shownTitle), has(hiddenTitle)]).toEqual([type, true, false]);
      expect(titles.filter((text) => /_|::|no effect/.test(text))).toEqual([]);
      await page.context().close();
    }
  });

  test("say what it means that one is not set, and appear once they have an effect", async () => {
    const poll = await newPoll({ option_type: "Options::DateOption" });
    const page = await manage(poll, "settings");
    const search = page.getByLabel("Search settings");
    for (const [title, unset] of [
      ["Color", "That of this service"],
      ["Tell me about votes", "Never"],
      ["Counting method", "By sum or average"],
    ] as const) {
      await search.fill(title);
      const first = page.getByLabel(title).locator("option").first();
      expect([title, await first.textContent()]).toEqual([title, unset]);
    }
    await search.fill("");
    expect(await page.getByText("Approve before showing").count()).toBe(0);
    await page.getByLabel("Participants may add dates of their own").check();
    await page.getByLabel("Approve before showing").waitFor();
    expect((await shown(poll)).settings.allow_new_options).toBe(true);
  });

  test("are found by the words of people, in both languages, also in the menu", async () => {
    const poll = await newPoll({ allow_new_options: true });
    for (const [language, words] of [
      [
        "en-US",
        "password anonymous reminder maximum language duplicate GDPR captcha moderate colour redirect secret email once delete notify manager",
      ],
      [
        "de-CH",
        "Passwort anonym Frist Erinnerung benachrichtigen Höchstzahl Sprache geheim weiterleiten schließen schliessen Geld DSGVO mehrfach Kopie Verwalter",
      ],
    ] as const) {
      const page = await manage(poll, "settings", { locale: language });
      const search = page.getByRole("searchbox");
      const found = page.getByRole("status").filter({ hasText: /^[1-9]/ });
      for (const word of words.split(" ")) {
        await search.fill(word);
        await found.waitFor();
        await search.fill("zzz");
        await found.waitFor({ state: "detached" });
      }
      await search.fill(language === "en-US" ? "password" : "Passwort");
      await page.locator("input[type=password]").waitFor();
      await search.fill(language === "en-US" ? "stop" : "beenden");
      await page.getByRole("link", { name: /^(Close the poll|Umfrage schlie(ß|ss)en)$/ }).click();
      await page
        .locator("details.menu[open]")
        .getByRole("button", { name: /^(Close the poll|Umfrage schlie(ß|ss)en)$/ })
        .waitFor();
      await page.context().close();
    }
  });

  test("have the state of new ideas by its name", async () => {
    const poll = await newPoll({}, { type: "Polls::Collection" });
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("State of new ideas");
    const states = page.getByLabel("State of new ideas");
    expect(await states.inputValue()).toBe("incoming");
    await states.selectOption("Being worked on");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shown(poll)).settings.default_states).toEqual(["in_implementation"]);
  });

  test("have the names of the states, which replace those of the page", async () => {
    const poll = await newPoll({}, { type: "Polls::Collection" });
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("Names of the states");
    const field = page.getByLabel("Names of the states: planned");
    await field.fill("On our list");
    await field.blur();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shown(poll)).settings.state_labels).toEqual({ planned: "On our list" });
    await page.getByLabel("Search settings").fill("State of new ideas");
    const states = page.getByLabel("State of new ideas");
    await states.locator("option", { hasText: "On our list" }).waitFor({ state: "attached" });
  });

  test("have what voting costs in one form, in units of the currency", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("What voting costs");
    const form = page.locator("form", { hasText: "What voting costs" });
    await form.getByLabel("What voting costs").selectOption("Each vote is bought");
    const price = form.getByLabel("Price (€)");
    await price.fill("0.1");
    await price.blur();
    await form.getByText("at least 5 votes at once").waitFor();
    await price.fill("1.5");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shown(poll)).settings).toMatchObject({
      voting_fee_type: "voting_sell_votes",
      voting_fee: 150,
    });
    await form.getByLabel("What voting costs").selectOption("A fee for taking part");
    await price.fill("0.10");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("The minimum is €0.50.").waitFor();
    await form.getByLabel("What voting costs").selectOption("Nothing");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shown(poll)).settings.voting_fee_type).toBeUndefined();
  });

  test("say first that the account cannot receive payments", async () => {
    const poll = await newPoll();
    const allow = (canTakePayments: boolean) =>
      gateway.db.prisma.account.update({ where: { id: owner.id }, data: { canTakePayments } });
    await allow(false);
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("What voting costs");
    await page.getByText("Your account cannot receive payments.").waitFor();
    await allow(true);
  });

  test("have fields for the thank-you page, and keep values that programs set", async () => {
    const poll = await newPoll({
      thank_you_page: true,
      thank_you_page_data: { theme: "green" },
    });
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("Content of the thank-you page");
    await page.getByLabel("Heading", { exact: true }).fill("See you");
    await page.getByLabel("Heading", { exact: true }).blur();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shown(poll)).settings.thank_you_page_data).toEqual({
      theme: "green",
      title: "See you",
    });
  });

  test("take a picture of links, crop it, and remove it", async () => {
    const poll = await newPoll({ social_media_image_data: { alt: "Tea" } });
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("Picture in social media");
    const field = page.getByLabel("Choose a picture");
    await field.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("x") });
    await page.getByText("The browser cannot open this file.").waitFor();
    const file = { name: "tea.png", mimeType: "image/png", buffer: png(1_600, 900) };
    await field.setInputFiles(file);
    await page.getByText("Saved", { exact: true }).waitFor();
    const { social_media_image_data: stored } = (await shown(poll)).settings;
    expect(stored).toEqual({
      alt: "Tea",
      data: expect.stringMatching(/^data:image\/jpeg;base64,/),
    });
    const size = await page
      .getByAltText("The picture of links to the poll")
      .evaluate((image) =>
        ["naturalWidth", "naturalHeight"].map((name) => Reflect.get(image, name)),
      );
    expect(size).toEqual([1_200, 630]);
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await page.getByAltText("The picture of links to the poll").waitFor({ state: "detached" });
    expect((await shown(poll)).settings.social_media_image_data).toEqual({ alt: "Tea" });
  });

  test("have a form for further fields of participants", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "settings");
    await page.getByLabel("Search settings").fill("additional_attributes");
    await page.getByRole("button", { name: "Add a field" }).click();
    await page.getByLabel("Title of the field").fill("Town");
    await page.getByLabel("Required").check();
    await page.getByRole("button", { name: "Save the fields" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shown(poll)).settings.additional_attributes).toEqual({
      1: { title: "Town", type: "text", required: true, allowed_values: [] },
    });
  });
});
