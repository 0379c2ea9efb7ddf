// Covers docs/reference/pages.md: managing-on-pages

import type { Poll } from "@polls/domain/polls";
import { buildAttachment, buildOption, png, waitFor } from "@polls/testing";
import type { Locator, Page } from "playwright-core";
import { become, shareAdminPage } from "../../../testing/admin-page";
import { haveCount, servePictures, shownWhole } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { smallTargetsOf } from "../../../testing/small-targets";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";

describeWithBrowser("a person who manages the photos of a contest", () => {
  const { gateway, newPoll, manage, optionsOf } = shareAdminPage();

  type Facts = Parameters<typeof buildOption>[2];
  async function contest(
    names: readonly string[],
    facts: Readonly<Record<string, Facts>> = {},
  ): Promise<Poll> {
    const settings = { allow_new_options: true, require_approval: true };
    const poll = await newPoll(settings, { type: "Polls::PhotoGallery" });
    for (const [at, content] of names.entries()) {
      const position = at + 1;
      const option = await buildOption(gateway.db, poll, { content, position, ...facts[content] });
      await buildAttachment(gateway.db, option, { derivatives: ["thumb", "medium"] });
    }
    return poll;
  }
  const waits = { approvalState: "unreviewed" } as const;
  const tile = (page: Page, name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  async function select(page: Page, ...names: readonly string[]): Promise<void> {
    for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  }
  const namesIn = (page: Page) => page.getByRole("listitem").getByRole("heading").allInnerTexts();
  const statesOf = async ({ id }: Poll) => {
    const rows = await gateway.db.prisma.option.findMany({
      where: { pollId: id },
      orderBy: { position: "asc" },
    });
    return rows.map(({ approvalState }) => approvalState);
  };
  const namesOfButtons = (of: Locator) =>
    of
      .getByRole("button")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? each.textContent));
  const bar = (page: Page) => page.getByRole("region", { name: "What is selected" });

  test("moves them by keys and by dragging, and opens one to change it", async () => {
    const poll = await contest(["Lake", "Sea", "Hill"], { Lake: { authorName: "Ada" } });
    const page = await manage(poll);
    await servePictures(page);
    await tile(page, "Lake").getByText("by Ada").waitFor();
    await tile(page, "Hill").getByRole("button", { name: "Move Hill" }).focus();
    // Faster than the list is read again.
    for (const key of ["ArrowUp", "ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
    await become(["Lake", "Hill", "Sea"], () => optionsOf(poll));
    await page.getByText("Hill: position 2 of 3").waitFor();
    await haveCount(page.locator("li.media-tile"), 3);
    await shownWhole(page);
    await tile(page, "Hill").getByRole("button", { name: "Move Hill" }).dragTo(tile(page, "Lake"));
    await become(["Hill", "Lake", "Sea"], () => optionsOf(poll));

    await page.evaluate("document.documentElement.dir = 'rtl'");
    await tile(page, "Hill").getByRole("button", { name: "Move Hill" }).press("ArrowLeft");
    await become(["Lake", "Hill", "Sea"], () => optionsOf(poll));
    await tile(page, "Hill").getByRole("button", { name: "Move Hill" }).press("ArrowRight");
    await become(["Hill", "Lake", "Sea"], () => optionsOf(poll));
    await page.evaluate("document.documentElement.dir = 'ltr'");

    const open = tile(page, "Lake").getByRole("button", { name: "Change Lake" });
    await open.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Lake" });
    await dialog.getByRole("button", { name: "Change the text of “Lake”" }).click();
    const text = dialog.getByRole("textbox", { name: "Change the text of “Lake”" });
    await text.fill("Bay");
    await text.press("Enter");
    await become(["Hill", "Bay", "Sea"], () => optionsOf(poll));
    await page.getByRole("dialog", { name: "Bay" }).getByLabel("Subtitle").fill("At dawn");
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await become("At dawn", async () => {
      const { subtitle } = await gateway.db.prisma.option.findFirstOrThrow({
        where: { pollId: poll.id, content: "Bay" },
      });
      return subtitle;
    });
    const focused = page.getByRole("button", { name: "Change Bay" }).and(page.locator(":focus"));
    await focused.waitFor();
  });

  test("goes from one to the next while changing them, and past neither end", async () => {
    const poll = await contest(["Lake", "Sea", "Hill"]);
    const page = await manage(poll, "build", narrowPhone);
    await servePictures(page);
    await tile(page, "Lake").getByRole("button", { name: "Change Lake" }).click();
    const way = (name: string) => page.getByRole("dialog").getByRole("button", { name });
    expect(await way("Previous").getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("dialog").getByLabel("Subtitle").fill("At dawn");
    await way("Next").press("Enter");
    await page.getByRole("dialog", { name: "Sea" }).waitFor();
    expect(await page.getByRole("dialog").getByLabel("Subtitle").inputValue()).toBe("");
    expect(await barriersOf(page)).toEqual([]);
    for (const _ of ["to Hill", "no further"]) await way("Next").press("Enter");
    await page.getByRole("dialog", { name: "Hill" }).waitFor();
    await way("Previous").press("Enter");
    await way("Previous").press("Enter");
    await page.getByRole("dialog", { name: "Lake" }).waitFor();
    expect(await page.getByRole("dialog").getByLabel("Subtitle").inputValue()).toBe("At dawn");
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("has the tiles of films first, and the field for an address folded", async () => {
    const poll = await newPoll({}, { type: "Polls::VideoGallery" });
    await buildOption(gateway.db, poll, { content: "Waves" });
    const page = await manage(poll, "build", narrowPhone);
    await tile(page, "Waves").waitFor();
    const address = page.getByRole("textbox", { name: "Address of a video on YouTube or Vimeo" });
    expect(await address.count()).toBe(0);
    await page.getByRole("button", { name: "Address of a video on YouTube or Vimeo" }).click();
    await address.waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await smallTargetsOf(page)).toEqual([]);
  });

  test("approves and rejects one in its tile, and several together; those that wait come first", async () => {
    const names = ["Lake", "Sea", "Hill", "Mud", "Oak", "Elm"];
    const [, ...others] = names;
    const poll = await contest(names, Object.fromEntries(others.map((name) => [name, waits])));
    const page = await manage(poll, "build", narrowPhone);
    await servePictures(page);
    await page.getByRole("heading", { name: "Waiting for approval: 5" }).waitFor();
    expect(await namesIn(page)).toEqual([...others, "Lake"]);
    await page.getByRole("button", { name: "Approve Sea" }).click();
    await page.getByRole("heading", { name: "Waiting for approval: 4" }).waitFor();
    await page.getByRole("button", { name: "Reject Mud" }).click();
    await page.getByRole("heading", { name: "Waiting for approval: 3" }).waitFor();
    await tile(page, "Mud").getByText("Rejected").waitFor();

    await select(page, "Lake");
    await bar(page).getByText("1 selected").waitFor();
    // What is approved can neither be approved nor rejected.
    const offered = (await namesOfButtons(bar(page))).filter((name) => name !== "Undo");
    expect(offered).toEqual(["Select none", "Select all", "Delete"]);
    await select(page, "Hill", "Oak");
    await bar(page).getByText("3 selected").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await smallTargetsOf(page)).toEqual([]);
    await bar(page).getByRole("button", { name: "Reject" }).click();
    await page.getByRole("heading", { name: "Waiting for approval: 1" }).waitFor();
    await bar(page).getByText("selected").waitFor({ state: "detached" });
    await select(page, "Elm");
    await bar(page).getByRole("button", { name: "Select all" }).click();
    await bar(page).getByText("6 selected").waitFor();
    await bar(page).getByRole("button", { name: "Select none" }).click();
    await bar(page).and(page.locator(":focus")).waitFor();
    await select(page, "Hill", "Elm");
    await bar(page).getByRole("button", { name: "Approve" }).click();
    await page.getByText("Waiting for approval").waitFor({ state: "detached" });
    const [yes, no] = ["approved", "disapproved"];
    await become([yes, yes, yes, no, no, yes], () => statesOf(poll));
  });

  test("selects all, also those that are not read yet, and undoes what was done with them", async () => {
    const settings = { allow_new_options: true, require_approval: true };
    const poll = await newPoll(settings, { type: "Polls::PhotoGallery" });
    const names = Array.from({ length: 53 }, (_, at) => `Photo ${at + 1}`);
    for (const [at, content] of names.entries()) {
      const position = at + 1;
      await buildOption(gateway.db, poll, {
        content,
        position,
        ...((at === 1 || at === 2) && waits),
      });
    }
    const page = await manage(poll, "build", narrowPhone);
    await page.getByRole("heading", { name: "Waiting for approval: 2" }).waitFor();
    await haveCount(page.locator("li.media-tile"), 50);
    await select(page, "Photo 1");
    await bar(page).getByRole("button", { name: "Select all" }).click();
    await bar(page).getByText("53 selected").waitFor();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/options/*", async (route) => {
      if (route.request().method() === "PATCH") await answered;
      await route.continue();
    });
    await bar(page).getByRole("button", { name: "Approve" }).focus();
    await page.keyboard.press("Enter");
    await bar(page).getByText("0 of 2 done").waitFor();
    await bar(page).and(page.locator(":focus")).waitFor();
    expect(await namesOfButtons(bar(page))).toEqual(["Stop"]);
    expect(await barriersOf(page)).toEqual([]);
    answer();
    await bar(page).getByText("2 approved").waitFor();
    expect(new Set(await statesOf(poll))).toEqual(new Set(["approved"]));
    await bar(page).getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: "Waiting for approval: 2" }).waitFor();
    await bar(page).getByText("done").waitFor({ state: "detached" });

    await select(page, "Photo 1");
    await bar(page).getByRole("button", { name: "Select all" }).click();
    await bar(page).getByText("53 selected").waitFor();
    await bar(page).getByRole("button", { name: "Delete" }).click();
    await bar(page).getByText("53 deleted").waitFor();
    await haveCount(page.locator("li.media-tile"), 0);
    await page.getByRole("link", { name: "Results" }).first().click();
    await waitFor(async () => (await optionsOf(poll)).length === 0, { what: "no option" });
  });

  test("approves all that wait, also those that are not read yet", async () => {
    const settings = { allow_new_options: true, require_approval: true };
    const poll = await newPoll(settings, { type: "Polls::PhotoGallery" });
    for (let position = 1; position <= 51; position++) {
      await buildOption(gateway.db, poll, { content: `Photo ${position}`, position, ...waits });
    }
    const page = await manage(poll);
    await page.getByRole("button", { name: "Approve all" }).click();
    await page.getByText("Waiting for approval").waitFor({ state: "detached", timeout: 120_000 });
    expect(new Set(await statesOf(poll))).toEqual(new Set(["approved"]));
  });

  test("keeps those selected that could not be changed, and stops at once on request", async () => {
    const poll = await contest(["Lake", "Sea", "Hill"], { Lake: waits, Sea: waits, Hill: waits });
    const page = await manage(poll);
    const { publicId } = await gateway.db.prisma.option.findFirstOrThrow({
      where: { pollId: poll.id, content: "Sea" },
    });
    await page.route(`**/options/${publicId}`, (route) =>
      route.fulfill({ status: 409, json: { error: "conflict" } }),
    );
    await select(page, "Lake", "Sea", "Hill");
    await bar(page).getByRole("button", { name: "Approve" }).click();
    await bar(page).getByText("2 approved · 1 selected").waitFor();
    await bar(page).getByRole("button", { name: "Undo" }).waitFor();
    expect(await statesOf(poll)).toEqual(["approved", "unreviewed", "approved"]);
    expect(await page.getByLabel("Select Sea", { exact: true }).isChecked()).toBe(true);
    await page.getByRole("alert").waitFor();

    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/options/*", async (route) => {
      if (route.request().method() === "PATCH") await answered;
      await route.continue();
    });
    await page.getByRole("button", { name: "Reject Sea" }).click();
    await bar(page).getByText("0 of 1 done").waitFor();
    await bar(page).getByRole("button", { name: "Stop" }).click();
    answer();
    await bar(page).getByText("1 rejected").waitFor();
  });

  test("deletes several, and takes that back", async () => {
    const poll = await contest(["Lake", "Sea", "Hill"]);
    const page = await manage(poll);
    await servePictures(page);
    await page.clock.install();
    await page.reload();
    await select(page, "Lake", "Hill");
    await bar(page).getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    await bar(page).getByText("2 deleted").waitFor();
    expect(await namesIn(page)).toEqual(["Sea"]);
    await bar(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await haveCount(page.locator("li.media-tile"), 3);
    await page.clock.runFor(20_000);
    expect(await namesIn(page)).toEqual(["Lake", "Sea", "Hill"]);
    expect(await optionsOf(poll)).toEqual(["Lake", "Sea", "Hill"]);

    await select(page, "Sea");
    await bar(page).getByRole("button", { name: "Delete" }).click();
    await bar(page).getByText("1 deleted").waitFor();
    expect(await optionsOf(poll)).toHaveLength(3);
    await page.clock.runFor(8_000);
    await become(["Lake", "Hill"], () => optionsOf(poll));
  });

  test.each([
    ["another part", (page: Page) => page.getByRole("link", { name: "Results" }).first().click()],
    ["another page", (page: Page) => page.goto("about:blank")],
  ])("has deleted what was deleted before %s is opened", async (_where, leave) => {
    const poll = await contest(["Lake", "Sea", "Hill"]);
    const page = await manage(poll);
    await select(page, "Lake", "Sea");
    await bar(page).getByRole("button", { name: "Delete" }).click();
    await bar(page).getByText("2 deleted").waitFor();
    await leave(page);
    await become(["Hill"], () => optionsOf(poll));
  });

  test("sees again what could not be deleted, and why", async () => {
    const poll = await contest(["Lake", "Sea"]);
    const page = await manage(poll);
    await page.clock.install();
    await page.reload();
    await select(page, "Lake");
    await page.route("**/options/*", (route) => route.abort());
    await bar(page).getByRole("button", { name: "Delete" }).click();
    await bar(page).getByText("1 deleted").waitFor();
    await page.clock.runFor(8_000);
    await page.getByRole("alert").waitFor();
    await tile(page, "Lake").waitFor();
    expect(await optionsOf(poll)).toEqual(["Lake", "Sea"]);
  });

  test("drops files on any place of the page, and sees how far all of them are", async () => {
    const poll = await contest([]);
    const page = await manage(poll);
    await page.getByText("There are no photos yet.").waitFor();
    await page.getByText("Drop photos here").waitFor();
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/options", async (route) => {
      if (route.request().method() === "POST") await arrived;
      await route.continue();
    });
    const file = png(8, 8).toString("base64");
    const drop = (names: readonly string[]) =>
      page.evaluate(`(async () => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob("${file}"), (sign) => sign.charCodeAt(0));
        for (const name of ${JSON.stringify(names)}) {
          data.items.add(new File([bytes], name, { type: "image/png" }));
        }
        const title = document.querySelector("h1");
        for (const type of ["dragover", "drop"]) {
          title.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
          await new Promise((done) => requestAnimationFrame(done));
        }
      })()`);
    await drop(["lake.png", "sea.png"]);
    await bar(page).getByText("0 of 2 uploaded").waitFor();
    await bar(page).locator("progress").waitFor();
    // More of them wait for the first ones.
    await drop(["hill.png"]);
    arrive();
    await haveCount(page.locator("li.media-tile"), 3);
    expect(await optionsOf(poll)).toEqual(["Lake", "Sea", "Hill"]);
    await bar(page).locator("progress").waitFor({ state: "detached" });
  });

  test("sees what is not ready, what failed, and how long films and sounds are", async () => {
    const poll = await newPoll({}, { type: "Polls::VideoGallery" });
    const add = (content: string) => buildOption(gateway.db, poll, { content });
    const film = { kind: "video", contentType: "video/mp4" } as const;
    await buildAttachment(gateway.db, await add("Waves"), {
      ...film,
      derivatives: ["large", "thumb"],
      metadata: { duration: 72 },
    });
    await buildAttachment(gateway.db, await add("Wind"), film);
    const { id } = await buildAttachment(gateway.db, await add("Rain"), film);
    await gateway.db.prisma.attachment.update({
      where: { id },
      data: { processedAt: new Date(), processingError: "broken" },
    });
    const page = await manage(poll, "build", narrowPhone);
    await servePictures(page);
    await tile(page, "Waves").getByText("1:12").waitFor();
    await tile(page, "Waves").locator("img").waitFor();
    await tile(page, "Wind").getByText("Being processed").waitFor();
    await tile(page, "Rain").getByText("This file is damaged").waitFor();
    await tile(page, "Waves").getByRole("button", { name: "Change Waves" }).click();
    const dialog = page.getByRole("dialog", { name: "Waves" });
    const player = dialog.locator("video");
    await player.waitFor();
    expect(await player.getAttribute("src")).toMatch(/large/);
    expect(await player.getAttribute("poster")).toMatch(/thumb/);
    expect(await dialog.locator("img").count()).toBe(0);
    expect(await barriersOf(page)).toEqual([]);
    await page.goBack();
    const again = tile(page, "Rain").getByLabel("Replace the file");
    await again.setInputFiles({ name: "rain.png", mimeType: "image/png", buffer: png(8, 8) });
    await page.getByRole("alert").waitFor();
  });
});
