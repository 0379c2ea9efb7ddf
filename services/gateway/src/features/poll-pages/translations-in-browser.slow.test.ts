// Covers docs/reference/translations.md: choosing, reading, writing

import type { Poll } from "@polls/domain/polls";
import { buildOption, waitFor } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import {
  barriersOf,
  narrowPhone,
  sharePages,
  shareSignIn,
  unlimited,
} from "../../../testing/start-pages";

const german = { locale: "de-DE" };

describeWithBrowser("a poll in several languages", () => {
  const pages = sharePages({ rateLimiter: unlimited });
  const storageState = shareSignIn(pages);

  const english = async (): Promise<Poll> => {
    const poll = await pages.newPoll({}, { title: "Where shall we eat?" });
    await buildOption(pages.gateway.db, poll, { content: "Soup" });
    await buildOption(pages.gateway.db, poll, { content: "Pizza" });
    return poll;
  };
  const translated = async (): Promise<Poll> => {
    const poll = await pages.newPoll(
      {
        language: "en",
        translations: { de: { title: "Wo essen wir?", terms: "Seid nett" }, fr: {} },
        terms: "Be kind",
      },
      { title: "Where shall we eat?" },
    );
    const settings = { translations: { de: { content: "Suppe" } } };
    await buildOption(pages.gateway.db, poll, { content: "Soup", settings });
    await buildOption(pages.gateway.db, poll, { content: "Pizza" });
    return poll;
  };
  const open = ({ memberHash }: Poll, options: BrowserContextOptions = {}, path = "") =>
    pages.visit(`/p/${memberHash}${path}`, options);
  const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
  const settingsOf = async ({ adminHash }: Poll) =>
    (await pages.asOwner(`GET /api/v1/polls/${adminHash}`)).body.settings;

  test("an organizer adds German, and a German phone reads, votes and sees the results in it", async () => {
    const poll = await english();
    const desk = await pages.visit(`/p/${poll.adminHash}/admin#languages`, { storageState });
    await desk.getByLabel("Another language").selectOption("German");
    await desk.getByRole("button", { name: "Add", exact: true }).click();
    const summary = desk.locator("summary", { hasText: "German" });
    await summary.getByText("0 of 3 texts").waitFor();
    for (const [written, text] of [
      ["Where shall we eat?", "Wo essen wir?"],
      ["Soup", "Suppe"],
    ] as const) {
      await desk.getByLabel(written).fill(text);
      await desk.keyboard.press("Tab");
    }
    await summary.getByText("2 of 3 texts").waitFor();
    expect(await settingsOf(poll)).toMatchObject({
      language: "en",
      languages: ["en", "de"],
      translations: { de: { title: "Wo essen wir?" } },
    });

    const page = await open(poll, { ...phone, ...german });
    await heading(page, "Wo essen wir?");
    await heading(page, "Pizza");
    const card = page.locator("li.option", { hasText: "Suppe" });
    await card.getByRole("radio", { name: "Ja" }).check();
    await waitFor(
      async () => {
        const { body } = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/results`);
        return body.options.some(
          ({ content, voter_count: voters }: { content: string; voter_count: number }) =>
            content === "Soup" && voters === 1,
        );
      },
      { what: "the vote on the option as it was written" },
    );
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}/results`);
    await heading(page, "Wo essen wir?");
    await page.getByText("Suppe").first().waitFor();
    const results = await open(poll, { locale: "en-US" }, "/results");
    await heading(results, "Where shall we eat?");
    await results.getByText("Soup").first().waitFor();
  });

  test("visitors choose another language, which holds on all pages", async () => {
    const page = await open(await translated(), { ...narrowPhone, locale: "en-US" });
    await heading(page, "Where shall we eat?");
    expect(await barriersOf(page)).toEqual([]);
    const languages = page.getByRole("navigation", { name: "Language" });
    expect(await languages.textContent()).toBe("English · Deutsch · Français");
    await languages.getByRole("link", { name: "Deutsch" }).click();
    await heading(page, "Wo essen wir?");
    await heading(page, "Suppe");
    await page.getByText("Seid nett").waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Ergebnisse" }).click();
    await heading(page, "Wo essen wir?");
    await page.getByRole("link", { name: "English" }).click();
    await heading(page, "Where shall we eat?");
  });

  test("a guest reads the controls of a German poll in German, on an English phone", async () => {
    const page = await open(await pages.newPoll({}, { title: "Wo essen wir?" }), {
      ...narrowPhone,
      locale: "en-US",
    });
    await page.getByText("0 participants").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    const languages = page.getByRole("navigation", { name: "Language" });
    expect(await languages.textContent()).toBe("English · Deutsch");
    // It stands above the title, and takes none of its height.
    const [bottom, top] = await Promise.all(
      [languages, page.locator("h1")].map(async (part) => {
        const box = await part.boundingBox();
        return box && { top: box.y, bottom: box.y + box.height };
      }),
    );
    expect(bottom?.bottom).toBeLessThanOrEqual(top?.top ?? 0);
    expect(top?.top).toBeLessThan(48);
    await languages.getByRole("link", { name: "Deutsch" }).click();
    await page.getByText("0 Personen nehmen teil").waitFor();
    await page.getByRole("link", { name: "Ergebnisse" }).click();
    await page.getByRole("navigation", { name: "Sprache" }).waitFor();
  });

  test("labels stand in place of choices, of fields and of columns, and what is stored stays", async () => {
    const color = ["Red", "Blue"];
    const labels = { Red: "Rot", Blue: "Blau" };
    const poll = await pages.newPoll(
      {
        language: "en",
        additional_attributes: {
          1: { title: "Team", type: "radio", required: true, allowed_values: color },
        },
        forward_url_parameters: true,
        forwarded_url_parameters: ["Team"],
        translations: {
          de: { additional_attributes: { 1: { title: "Gruppe", value_labels: labels } } },
        },
      },
      { type: "Polls::Survey" },
    );
    const german = { translations: { de: { value_labels: labels } } };
    const { db } = pages.gateway;
    const step = await buildOption(db, poll, {
      content: "Questions",
      settings: { survey_step_type: "input" },
    });
    const input = { parent: step, type: "Options::InputOption", content: "Color" } as const;
    await buildOption(db, poll, {
      ...input,
      inputType: "multi_select",
      settings: { allowed_values: color, ...german },
    });
    const matrix = await buildOption(db, poll, {
      content: "Rooms",
      position: 2,
      settings: { survey_step_type: "matrix", allowed_values: color, ...german },
    });
    await buildOption(db, poll, { parent: matrix, type: "Options::TextOption", content: "Hall" });

    const page = await open(poll, { ...phone, locale: "de-DE" }, "?Team=Red");
    await page.getByRole("checkbox", { name: "Blau" }).check();
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByRole("group", { name: "Hall" }).getByRole("radio", { name: "Rot" }).check();
    await page.getByRole("button", { name: "Weiter" }).click();
    const group = page.getByRole("group", { name: "Gruppe" });
    expect(await group.getByRole("radio", { name: "Rot" }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Fertig" }).click();
    const votes = async () =>
      (await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/votes`)).body.map(
        ({ vote }: { readonly vote: unknown }) => vote,
      );
    await waitFor(async () => (await votes()).length === 2, { what: "both votes" });
    expect((await votes()).sort()).toEqual(['["Blue"]', 1].sort());
    const voters = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/voters`);
    expect(voters.body[0].additional_attributes).toEqual({ 1: "Red" });

    const results = await open(poll, { locale: "de-DE" }, "/results");
    await results.getByText("Blau").first().waitFor();
    await results.getByText("Rot").first().waitFor();
    expect(await results.getByText("Blue").count()).toBe(0);
  });

  test("the desk has no barriers, keeps what was entered at once, and takes a language away", async () => {
    const poll = await translated();
    const desk = await pages.visit(`/p/${poll.adminHash}/admin#languages`, {
      ...narrowPhone,
      storageState,
    });
    const summary = desk.locator("summary", { hasText: "French" });
    await summary.getByText("0 of 4 texts").waitFor();
    await summary.click();
    const french = desk.locator("details", { has: summary });
    expect(await barriersOf(desk)).toEqual([]);
    await french.getByLabel("Where shall we eat?").fill("Où mangeons-nous ?");
    await french.getByLabel("Be kind").fill("Soyez gentils");
    await french.getByLabel("Pizza").fill("La pizza");
    await desk.keyboard.press("Tab");
    await summary.getByText("3 of 4 texts").waitFor();
    expect((await settingsOf(poll)).translations.fr).toEqual({
      title: "Où mangeons-nous ?",
      terms: "Soyez gentils",
    });
    await french.getByLabel("Be kind").fill("");
    await desk.keyboard.press("Tab");
    await summary.getByText("2 of 4 texts").waitFor();
    await french.getByRole("button", { name: "Remove French" }).click();
    await desk.getByRole("dialog").getByRole("button", { name: "Remove French" }).click();
    await summary.waitFor({ state: "detached" });
    expect((await settingsOf(poll)).languages).toEqual(["en", "de"]);
  });
});
