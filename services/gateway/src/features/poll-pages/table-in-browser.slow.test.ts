// Covers docs/reference/pages.md: polls-on-pages, tables-on-pages

import { buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { mailedLink } from "../../../testing/mailed-link";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";

describeWithBrowser("a person in a table poll", () => {
  const pages = sharePages();

  async function newTable(settings: Readonly<Record<string, unknown>> = {}) {
    const poll = await pages.newPoll(
      { require_voter_name: true, ...settings },
      { type: "Polls::Table", title: "Who brings what?" },
    );
    const column = async (content: string, inputType: string, more = {}) =>
      (await buildOption(pages.gateway.db, poll, { content, inputType, settings: more })).publicId;
    const columns = {
      dish: await column("Dish", "text", { mandatory: true }),
      persons: await column("Persons", "number"),
      drink: await column("Drink", "select", { allowed_values: ["Tea", "Milk"] }),
      extras: await column("Extras", "multi_select", { allowed_values: ["Salt", "Rum"] }),
      day: await column("Day", "date"),
    };
    return { poll, columns };
  }

  const join = async (page: Page, name: string) => {
    await page.getByRole("button", { name: "Add my row" }).click();
    await page.getByLabel("Your name").fill(name);
    await page.keyboard.press("Enter");
    await row(page, name).waitFor();
  };
  const row = (page: Page, name: string) => page.locator(".cells tbody tr", { hasText: name });

  test("has empty rows on paper to write in, with the choices to mark, and on paper alone", async () => {
    const page = await pages.visit(`/p/${(await newTable()).poll.memberHash}`, phone);
    await page.getByText("There are no rows yet.").waitFor();
    // One card names the six columns, in lines of text.
    const { height = 0 } = (await page.locator(".cells.empty thead").boundingBox()) ?? {};
    expect(height).toBeGreaterThan(0);
    expect(height).toBeLessThan(60);
    const empty = page.locator(".cells .on-paper").first();
    expect(await empty.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 718, height: 1_000 });
    await empty.waitFor();
    expect(await empty.locator("p").allTextContents()).toEqual(["Tea", "Milk", "Salt", "Rum"]);
    await page.getByText("There are no rows yet.").waitFor({ state: "hidden" });
  });

  test("fills in a row on a phone, which a second person sees next to the own row", async () => {
    const { poll, columns } = await newTable();
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await join(page, "Ada");
    const ada = row(page, "Ada");
    await ada.getByRole("textbox", { name: "Dish" }).and(page.locator(":focus")).waitFor();
    const heightOf = () => ada.evaluate((own) => own.getBoundingClientRect().height);
    const before = await heightOf();
    await ada.getByRole("textbox", { name: "Dish" }).fill("Soup");
    await ada.getByRole("textbox", { name: "Persons" }).fill("4");
    await ada.getByRole("combobox", { name: "Drink" }).selectOption("Milk");
    await ada.getByLabel("Salt").check();
    await ada.getByLabel("Day").fill("2030-06-15");
    await ada.getByLabel("Day").blur();
    await ada.locator("td", { hasText: "Day" }).getByText("Saved").waitFor();
    expect(await heightOf()).toBe(before);
    await page.getByText("1 participant", { exact: true }).waitFor();
    expect(await pages.votesOf(poll)).toEqual(
      new Map<string, unknown>([
        [columns.dish, "Soup"],
        [columns.persons, "4"],
        [columns.drink, "Milk"],
        [columns.extras, '["Salt"]'],
        [columns.day, "2030-06-15"],
      ]),
    );

    await page.getByText("5 of 5 filled in").waitFor();
    const done = page.getByRole("button", { name: "Done" });
    // The bar is the lower edge of the screen.
    const { y = 0, height = 0 } = (await page.locator(".finish").boundingBox()) ?? {};
    expect(Math.round(y + height)).toBe(phone.viewport?.height);
    await page.getByRole("button", { name: "Undo: Day" }).click();
    await page.getByText("4 of 5 filled in").waitFor();
    await ada.getByLabel("Day").fill("2030-06-15");
    await done.click();
    await page.getByRole("heading", { name: "Thank you!" }).and(page.locator(":focus")).waitFor();
    await page.getByText("Your answers are saved.").waitFor();
    expect(await ada.isVisible()).toBe(false);
    await page.goBack();
    await ada.waitFor();
    await page.goForward();
    await page.getByRole("button", { name: "Change my answers" }).click();
    expect(await ada.getByRole("textbox", { name: "Dish" }).inputValue()).toBe("Soup");
    expect((await pages.votesOf(poll)).get(columns.day)).toBe("2030-06-15");

    const other = await pages.visit(`/p/${poll.memberHash}`);
    await row(other, "Ada").waitFor();
    expect(await row(other, "Ada").getByRole("cell").allInnerTexts()).toEqual([
      ...["Soup", "4", "Milk", "Salt", expect.stringMatching(/^Jun\s15,\s2030$/)],
    ]);
    expect(await row(other, "Ada").locator("input, select").count()).toBe(0);
    await join(other, "Grace");
    await row(other, "Grace").getByRole("textbox", { name: "Dish" }).fill("Rice");
    await other.keyboard.press("Tab");
    await row(other, "Grace").getByText("Saved").waitFor();
  });

  test("sees the cells of a column that is no longer offered, and empties them", async () => {
    const { poll, columns } = await newTable();
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await join(page, "Ada");
    await row(page, "Ada").getByRole("textbox", { name: "Dish" }).fill("Soup");
    await row(page, "Ada").getByRole("textbox", { name: "Persons" }).fill("4");
    await page.keyboard.press("Tab");
    await row(page, "Ada").getByText("Saved").nth(1).waitFor();
    for (const id of [columns.persons, columns.drink]) {
      await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}/options/${id}`, {
        option: { archived: true },
      });
    }
    await page.reload();
    const former = page.getByRole("region", { name: "No longer offered" });
    await former.getByRole("heading", { name: "Ada: Persons" }).waitFor();
    expect(await former.getByRole("listitem").count()).toBe(1);
    expect(await barriersOf(page)).toEqual([]);
    await former.getByRole("button", { name: "Remove my vote: Ada: Persons" }).click();
    await former.getByText("Saved").waitFor();
    expect(await pages.votesOf(poll)).toEqual(new Map([[columns.dish, "Soup"]]));
  });

  test("finds the own rows again, changes one and adds another", async () => {
    const { poll, columns } = await newTable({ require_voter_name: false });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByRole("button", { name: "Add my row" }).click();
    await page.getByRole("textbox", { name: "Dish" }).fill("Soup");
    await page.keyboard.press("Tab");
    await page.getByText("Saved").waitFor();

    await page.reload();
    await page.getByRole("textbox", { name: "Dish" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Dish" }).inputValue()).toBe("Soup");
    await page.getByRole("textbox", { name: "Dish" }).fill("Cake");
    await page.keyboard.press("Tab");
    await page.getByText("Saved").waitFor();
    expect(await pages.votesOf(poll)).toEqual(new Map([[columns.dish, "Cake"]]));

    await page.getByRole("button", { name: "Add another row" }).click();
    await page.locator("tr.own").nth(1).waitFor();
    // The new row has the focus.
    await page.keyboard.type("Bread");
    await page.keyboard.press("Tab");
    await page.getByText("Saved").nth(1).waitFor();
    expect((await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/votes`)).body).toHaveLength(2);
  });

  test("sees which value does not fit a column, and adds only one row if the poll allows one", async () => {
    const { poll, columns } = await newTable({ participant_limitation_type: "check_user" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await join(page, "Ada");
    await row(page, "Ada").getByRole("textbox", { name: "Persons" }).fill("many");
    await page.keyboard.press("Tab");
    await page.getByText("Please enter a whole number.").waitFor();
    expect((await pages.votesOf(poll)).get(columns.persons)).toBeUndefined();
    expect(await page.getByRole("button", { name: "Add another row" }).count()).toBe(0);
  });

  test("fills in a row before the address is confirmed, after a reload too, and others see it after that", async () => {
    const { poll, columns } = await newTable({ double_opt_in: true });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await page.getByRole("button", { name: "Add my row" }).click();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Your e-mail address").fill("ada@example.org");
    await page.keyboard.press("Enter");
    await row(page, "Ada").getByRole("textbox", { name: "Dish" }).fill("Soup");
    await page.keyboard.press("Tab");
    await row(page, "Ada").getByText("Waits for your confirmation").waitFor();
    await page.getByText("We sent an e-mail to ada@example.org").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.reload();
    await page.getByText("We sent an e-mail to ada@example.org").waitFor();
    const dish = row(page, "Ada").getByRole("textbox", { name: "Dish" });
    await dish.waitFor();
    expect(await dish.inputValue()).toBe("Soup");
    await row(page, "Ada").getByText("Waits for your confirmation").waitFor();
    expect(await pages.votesOf(poll)).toEqual(new Map());

    const mail = await pages.visit(await mailedLink(pages.gateway, "ada@example.org"));
    await mail.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Your address is confirmed.").waitFor();
    await row(page, "Ada").getByText("Waits for your confirmation").waitFor({ state: "detached" });
    expect(await pages.votesOf(poll)).toEqual(new Map([[columns.dish, "Soup"]]));
    await dish.fill("Cake");
    await page.keyboard.press("Tab");
    await row(page, "Ada").getByText("Saved").waitFor();
    expect(await pages.votesOf(poll)).toEqual(new Map([[columns.dish, "Cake"]]));
  });

  test("finds no accessibility violation in any state", async () => {
    const { poll } = await newTable();
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await page.getByRole("cell", { name: "There are no rows yet." }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await join(page, "Ada");
    expect(await barriersOf(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await barriersOf(page)).toEqual([]);
    const other = await pages.visit(`/p/${poll.memberHash}`, { ...narrowPhone, locale: "de-DE" });
    await other.getByRole("button", { name: "Meine Zeile hinzufügen" }).waitFor();
    await row(other, "Ada").waitFor();
    expect(await barriersOf(other)).toEqual([]);
  });
});
