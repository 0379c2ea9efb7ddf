// Covers docs/reference/pages.md: languages, managing-on-pages

import { readFile } from "node:fs/promises";
import { newPublicId } from "@polls/db/tokens";
import { buildDelivery, buildOption, buildParticipant, png, waitFor } from "@polls/testing";
import type { Page } from "playwright-core";
import { become, shareAdminPage } from "../../../testing/admin-page";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { smallTargetsOf } from "../../../testing/small-targets";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { storeVotes } from "../../../testing/store-votes";

describeWithBrowser("a person who manages a poll", () => {
  const { gateway, newPoll, asOwner, visit, manage, shown, storageState } = shareAdminPage();

  test("creates a poll, adds options, shares the link, and sees the vote of a second browser", async () => {
    const page = await visit("/polls/new", { storageState });
    await page.getByRole("link", { name: "Find a date" }).waitFor();
    await page.getByRole("link", { name: "Vote on several" }).click();
    await page.getByLabel("Title", { exact: true }).fill("Dinner");
    await page.getByRole("textbox", { name: "What can people vote on?: 1" }).fill("Soup");
    await page.getByLabel("How do people vote?").selectOption("Yes, maybe or no");
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByRole("heading", { name: "Dinner" }).waitFor();
    await page.getByLabel("Text", { exact: true }).fill("Rice");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "Rice" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Search settings").fill("ask for a name");
    await page.getByRole("checkbox", { name: "Ask for a name" }).uncheck();
    await page.getByText("Saved", { exact: true }).waitFor();
    const link = await page.getByRole("textbox", { name: "Link for participants" }).inputValue();

    const voter = await visit(new URL(link).pathname, phone);
    const rice = voter.locator("li.option", { hasText: "Rice" });
    await rice.getByLabel("Yes", { exact: true }).click();
    await rice.getByText("Saved").waitFor();

    await page.getByRole("link", { name: "Results", exact: true }).click();
    await page.getByRole("link", { name: "Results page" }).click();
    const bar = page.locator(".bars li", { hasText: "Rice" });
    await bar.getByText("Yes: 1 (100%)").waitFor();
  });

  test.each(["build", "people", "results"])(
    "has on paper what is to be read, without controls: %s",
    async (place) => {
      const poll = await newPoll();
      const soup = await buildOption(gateway.db, poll, { content: "Soup" });
      const by = await buildParticipant(gateway.db, poll, { userName: "Ada" });
      await storeVotes(gateway.db, poll, [{ on: soup, by, value: 1 }]);
      const page = await manage(poll, place);
      const name = page.getByText("Soup").first();
      await name.waitFor();
      await page.emulateMedia({ media: "print" });
      await name.waitFor();
      const controls = page.locator(":is(button, input, select, iframe, nav a):visible");
      expect(await controls.allInnerTexts()).toEqual(place === "people" ? ["Ada"] : []);
    },
  );

  test("reads when a closed poll will be deleted, and keeps it by opening it again", async () => {
    const closedAt = new Date(Date.now() - 86_400_000);
    const poll = await newPoll({ delete_after_days: 10 }, { status: "closed" });
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { closedAt } });
    const page = await manage(poll, "settings");
    await page.getByText("It will be deleted on").waitFor();
    await page.getByLabel("Search settings").fill("delete after");
    const days = page.getByLabel("Delete after closing");
    const choices = await days.locator("option").allInnerTexts();
    expect(choices.map((text) => text.replaceAll("\u00a0", " "))).toEqual([
      "As all closed polls: after 365 days",
      ...[7, 14, 30, 90, 180, 10].map((each) => `After ${each} days`),
    ]);
    await days.selectOption("30");
    await page.getByText("Saved", { exact: true }).waitFor();
    await become(new Date(closedAt.getTime() + 30 * 86_400_000).toISOString(), async () => {
      const { deletes_at } = await shown(poll);
      return deletes_at;
    });
    await page.getByRole("button", { name: "Open the poll again" }).click();
    await page.getByText("It will be deleted on").waitFor({ state: "hidden" });
  });

  test("reads what a later end of voting does to a closed poll", async () => {
    const closed = await newPoll({}, { status: "closed" });
    const page = await manage(closed, "settings");
    await page.getByText("A later time does not open it again.").waitFor();
    await page.getByRole("button", { name: "Open the poll again" }).click();
    await page.getByText("The poll then closes by itself.").waitFor();

    const ended = await newPoll({ deadline_voting: "2026-01-01T12:00:00Z", timezone: "UTC" });
    const late = await manage(ended, "results");
    await late.getByRole("link", { name: "Move the end of voting" }).click();
    await late.getByText("A later time opens it again.").waitFor();
    await late.getByLabel("Voting ends").fill("2130-01-01T12:00");
    await late.getByLabel("Voting ends").press("Tab");
    await late.getByText("This poll is closed").waitFor({ state: "detached" });
    expect((await shown(ended)).status).toBe("active");
  });

  test("changes the title where it stands, and sees the page of participants beside it", async () => {
    const poll = await newPoll();
    await buildOption(gateway.db, poll, { content: "Soup" });
    const page = await manage(poll, "build", { viewport: { width: 1280, height: 900 } });
    const framed = page.frameLocator("iframe");
    await framed.getByRole("heading", { name: "Where shall we eat?" }).waitFor();
    await page.getByRole("button", { name: "Change the title" }).click();
    await page.keyboard.type("Dinner");
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Where shall we eat?" }).waitFor();
    await page
      .getByRole("button", { name: "Change the title" })
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Dinner");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Dinner" }).waitFor();
    await framed.getByRole("heading", { name: "Dinner" }).waitFor();
    expect((await shown(poll)).title).toBe("Dinner");
    expect(await page.locator("iframe").getAttribute("inert")).not.toBeNull();
  });

  test("gives the poll a cover, sees it when it is ready, and removes it", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "build", narrowPhone);
    const file = { name: "sea.png", mimeType: "image/png", buffer: png(60, 20) };
    await page.getByLabel("Add a cover").setInputFiles(file);
    await page.getByText("The picture is being prepared").waitFor();
    const { id } = await gateway.db.prisma.attachment.findUniqueOrThrow({
      where: { coverOfPollId: poll.id },
    });
    const form = { name: "medium", contentType: "image/webp", byteSize: 1 };
    await gateway.db.prisma.attachment.update({
      where: { id },
      data: {
        processedAt: new Date(),
        derivatives: { create: { ...form, storageKey: `derivatives/${newPublicId()}/medium` } },
      },
    });
    await page.getByRole("img", { name: "The cover of the poll" }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    const text = Buffer.from("not a picture");
    await page
      .getByLabel("Replace the picture")
      .setInputFiles({ name: "text.png", mimeType: "image/png", buffer: text });
    await page.getByText("Files of this format are not accepted. P").waitFor();
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await page.getByLabel("Add a cover").waitFor();
    expect((await shown(poll)).cover).toBeUndefined();
  });

  test("sees on a phone what was opened, without a scroll", async () => {
    const page = await manage(await newPoll(), "build", phone);
    await page.getByRole("link", { name: "Settings" }).click();
    const search = page.getByLabel("Search settings");
    const isSeen = async () => {
      const { y = -1 } = (await search.boundingBox()) ?? {};
      return y >= 0 && y < 370;
    };
    await waitFor(isSeen, { what: "the search to be in the upper half of the screen" });
  });

  test("reads results that are hidden from participants", async () => {
    const poll = await newPoll({ hide_results: true });
    await buildOption(gateway.db, poll, { content: "Soup" });
    const page = await manage(poll, "results");
    await page.locator(".bars > li", { hasText: "Soup" }).waitFor();
  });

  test("adds a webhook, tests it, sends an event again, and replaces the secret", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "webhooks");
    const url = "https://client.example/polls";
    await page.getByLabel("Address of the program").fill(url);
    await page.getByRole("checkbox", { name: "Votes are cast" }).uncheck();
    await page.getByRole("button", { name: "Add the webhook" }).click();
    const secret = page.getByRole("textbox", { name: `Secret of ${url}` });
    const first = await secret.inputValue();
    expect(first).toMatch(/^whsec_/);
    const stored = () =>
      gateway.db.prisma.webhook.findFirstOrThrow({
        where: { pollId: poll.id },
        include: { deliveries: { include: { event: true } } },
      });
    expect((await stored()).events).not.toContain("vote.cast");

    await page.getByRole("button", { name: `Send a test to ${url}` }).click();
    await page.getByRole("heading", { name: "Test", exact: true }).waitFor();
    const webhook = await stored();
    expect(webhook.deliveries.map(({ event }) => event.type)).toEqual(["webhook.test"]);
    await buildDelivery(gateway.db, webhook, { type: "poll.updated", state: "failed" });
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByRole("button", { name: "Send again: The poll is changed" }).click();
    await become([0, 0], async () =>
      (await stored()).deliveries.filter(({ state }) => state === "pending").map(() => 0),
    );

    await page.getByRole("button", { name: `New secret for ${url}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click();
    await become(true, async () => (await secret.inputValue()) !== first);
    await page.getByRole("button", { name: `Switch off ${url}` }).click();
    await page.getByText("switched off by hand").waitFor();
    await page.getByRole("button", { name: `Delete ${url}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("There are no webhooks yet.").waitFor();
  });

  test("downloads the QR code as SVG and PNG, and copies the embed code", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "share");
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name }).click(),
      ]);
      return readFile(await download.path());
    };
    expect((await save("Download as SVG")).toString()).toMatch(/^<svg .*<path d="M/);
    expect((await save("Download as PNG")).subarray(1, 4).toString()).toBe("PNG");
    const url = `${gateway.url}/p/${poll.memberHash}`;
    await page.getByRole("img", { name: `QR code of ${url}` }).waitFor();
    const tabs = () => page.locator(".tabs").boundingBox();
    const open = await tabs();
    await page.keyboard.press("Escape");
    await page.getByRole("img", { name: `QR code of ${url}` }).waitFor({ state: "detached" });
    expect(await tabs()).toEqual(open);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    expect(await page.getByRole("textbox", { name: "Paste this code" }).inputValue()).toContain(
      `src="${url}"`,
    );
  });

  test("copies the link, and sees it selected if the browser refuses to copy", async () => {
    const poll = await newPoll();
    const url = `${gateway.url}/p/${poll.memberHash}`;
    const refused = await manage(poll, "share");
    // Without HTTPS browsers have no clipboard.
    await refused.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    const button = (page: Page) =>
      page.getByRole("button", { name: "Copy: Link for participants" });
    await button(refused).click();
    await refused.getByLabel("Link for participants").and(refused.locator(":focus")).waitFor();
    expect(await refused.evaluate("getSelection().toString()")).toBe(url);
    expect(await refused.getByText("Copied").count()).toBe(0);

    const page = await manage(poll, "share", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await button(page).click();
    await page.getByRole("status").getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(url);
  });

  test("closes and reopens the poll, downloads votes, duplicates and deletes it", async () => {
    const poll = await newPoll();
    await buildOption(gateway.db, poll, { content: "Soup" });
    const page = await manage(poll, "results");
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("button", { name: "Close the poll" }).click();
    await page.getByText("This poll is closed").waitFor();
    expect((await shown(poll)).status).toBe("closed");
    await page.getByRole("button", { name: "Open the poll again" }).click();
    await page.getByText("This poll is closed").waitFor({ state: "detached" });

    const texts = { language: "en", translations: { de: { title: "Wo essen wir?" } } };
    const body = { poll: { notify_result: true, delete_after_days: 30, ...texts } };
    expect((await asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, body)).status).toBe(200);
    await page.reload();
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("button", { name: "Close the poll" }).click();
    const asked = page.getByRole("dialog");
    await asked.getByText("Participants with a confirmed address will get an e-mail").waitFor();
    await asked.getByText("It will be deleted after 30 days at the latest").waitFor();
    expect((await shown(poll)).status).toBe("active");
    await asked.getByRole("button", { name: "Close the poll" }).click();
    await page.getByText("This poll is closed").waitFor();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Where shall we eat – votes.csv");

    const more = page.getByRole("link", { name: "Copy, link and deletion" });
    await more.waitFor({ state: "hidden" });
    await page.getByLabel("More", { exact: true }).click();
    await more.click();
    await page.getByRole("button", { name: "Duplicate" }).click();
    await page.getByText("The copy is made.").waitFor();
    await page.getByRole("link", { name: "Open the copy" }).click();
    await page.waitForURL((url) => !url.pathname.includes(poll.adminHash));
    await page.getByRole("heading", { name: "Copy of Where shall we eat?" }).waitFor();
    const copy = await asOwner(`GET /api/v1/polls/${new URL(page.url()).pathname.split("/")[2]}`);
    expect(copy.body.settings.translations.de.title).toBe("Kopie von Wo essen wir?");
    await page.getByRole("heading", { name: "Soup" }).waitFor();

    const old = await manage(poll, "more");
    await old.getByRole("button", { name: "Duplicate" }).click();
    await old.getByText("The copy is made.").waitFor();
    const { body: copies } = await asOwner("GET /api/v1/polls?search=Copy+of+Where");
    expect(copies.map(({ title }: { readonly title: string }) => title)).toEqual([
      "Copy of Where shall we eat? (2)",
      "Copy of Where shall we eat?",
    ]);
    await old.getByRole("button", { name: "Delete the poll" }).click();
    const dialog = old.getByRole("dialog");
    await dialog.getByText("1 option with all files", { exact: false }).waitFor();
    const button = dialog.getByRole("button", { name: "Delete the poll and all of this" });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("Where shall we eat?");
    await button.click();
    await old.waitForURL("**/polls");
    expect((await shown(poll)).code).toBe("poll_not_found");
  });

  test("sees the title of the poll and its link without an account", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "", { storageState: { cookies: [], origins: [] } });
    await page.getByText("Sign in to change the poll").waitFor();
    await page.getByRole("textbox", { name: "Link for participants" }).waitFor();
    expect(await page.getByRole("button", { name: "Close the poll" }).count()).toBe(0);
  });

  test("finds no accessibility violation on the smallest phone", async () => {
    const poll = await newPoll({ allow_new_options: true });
    await buildOption(gateway.db, poll, { content: "Soup" });
    await buildOption(gateway.db, poll, { content: "Pie", approvalState: "unreviewed" });
    await buildParticipant(gateway.db, poll, { userName: "Ada" });
    const check = async (page: Page, what: string) => {
      expect([what, await barriersOf(page)]).toEqual([what, []]);
    };
    for (const [section, text] of [
      ["build", "Waiting for approval"],
      ["people", "There are no invitations yet."],
      ["settings", "More settings"],
      ["results", "Download the votes"],
      ["webhooks", "There are no webhooks yet."],
      ["share", "Embed in a web page"],
      ["more", "Duplicate the poll"],
    ] as const) {
      const page = await manage(poll, section, narrowPhone);
      await page.getByText(text).first().waitFor();
      const open = (details: string) =>
        page.evaluate(
          `document.querySelectorAll("${details}").forEach((each) => { each.open = true; })`,
        );
      await open("details:not(.menu)");
      for (const tool of await page.locator(".actions .tool[aria-expanded]").all()) {
        await tool.click();
        await page.locator(".under").first().waitFor();
        await check(page, `${section}: ${await tool.innerText()}`);
      }
      // An open menu covers what is below it.
      await open(".menu");
      await check(page, section);
      if (section === "more") {
        await page.getByRole("button", { name: "Delete the poll" }).click();
        await check(page, "a question");
      }
      await page.context().close();
    }
  });

  test("finds no control that is too small for a thumb, in the parts of a poll and on the pages of an account", async () => {
    const poll = await newPoll();
    await buildOption(gateway.db, poll, { content: "Soup" });
    const found: Record<string, readonly string[]> = {};
    const page = await manage(poll, "build", phone);
    const desk = `/p/${poll.adminHash}/admin`;
    for (const [path, text] of [
      [`${desk}#build`, "From a table"],
      [`${desk}#people`, "There are no invitations yet."],
      [`${desk}#results`, "Download the votes"],
      [`${desk}#settings`, "More settings"],
      ["/polls", "Where shall we eat?"],
      ["/polls/new", "Find a date"],
      ["/polls/new#survey", "Add a question"],
      ["/polls/new#dates", "Create the poll"],
      ["/account", "Passkeys"],
    ] as const) {
      await page.goto("about:blank");
      await page.goto(gateway.url + path);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
      const small = await smallTargetsOf(page);
      if (small.length > 0) found[path] = small;
    }
    expect(found).toEqual({});
  });

  test("has the four tabs in view in German on a phone, and a menu that ends with Escape", async () => {
    const viewport = { width: 360, height: 740 };
    const page = await manage(await newPoll(), "build", { locale: "de-DE", viewport });
    const tabs = page.locator(".tabs > div");
    await tabs.waitFor();
    const beyond = await tabs.evaluate(
      ({
        scrollWidth,
        clientWidth,
      }: {
        readonly scrollWidth: number;
        readonly clientWidth: number;
      }) => scrollWidth - clientWidth,
    );
    expect(beyond).toBe(0);
    const menu = page.locator(".tabs .menu");
    await menu.locator("summary").click();
    const entries = menu.locator("> div");
    await become(true, async () => {
      const { y = 0, height = 740 } = (await entries.boundingBox()) ?? {};
      return y >= 0 && y + height <= viewport.height;
    });
    await page.keyboard.press("Escape");
    await entries.waitFor({ state: "hidden" });
    await menu.locator("summary:focus").waitFor();
  });

  test("gets the page in German if the browser asks for it", async () => {
    const page = await manage(await newPoll(), "settings", { locale: "de-DE" });
    await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
    await page.getByText("Weitere Einstellungen").first().waitFor();
  });

  test("reads refusals in German, with advice", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "people", { locale: "de-DE" });
    for (const told of ["1 Einladung erstellt", "Bitte entfernen Sie, wer schon eingeladen ist"]) {
      await page.getByLabel("Adressen, eine je Zeile").fill("a@example.org");
      await page.getByRole("button", { name: "Einladen" }).click();
      await page.getByText(told).waitFor();
    }
    const settings = await manage(poll, "settings", { locale: "de-DE" });
    await settings.getByLabel("Einstellungen durchsuchen").fill("Zeitzone");
    const zone = settings.getByRole("combobox", { name: "Zeitzone" });
    await zone.fill("Mars/Base");
    await zone.blur();
    await settings.getByText("Bitte geben Sie eine Zeitzone ein").waitFor();
    await settings.getByLabel("Einstellungen durchsuchen").fill("Abstimmen");
    await settings.getByLabel("Abstimmen endet").fill("2030-01-01T12:00");
    await settings.getByLabel("Abstimmen endet").blur();
    await settings.getByText("Gespeichert", { exact: true }).waitFor();
    await settings.getByLabel("Abstimmen beginnt").fill("2030-01-02T12:00");
    await settings.getByLabel("Abstimmen beginnt").blur();
    await settings.getByText("Das muss vor „Abstimmen endet“ liegen.").waitFor();
  });
});
