// Covers docs/reference/pages.md: managing-on-pages
// Covers docs/reference/polls.md: import

import type { Poll } from "@polls/domain/polls";
import { buildOption, png } from "@polls/testing";
import { become, shareAdminPage } from "../../../testing/admin-page";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";

describeWithBrowser("a person who manages the options of a poll", () => {
  const { gateway, newPoll, asOwner, visit, manage, optionsOf } = shareAdminPage();

  describe("options", () => {
    async function withOptions(...contents: readonly string[]): Promise<Poll> {
      const poll = await newPoll();
      for (const [at, content] of contents.entries()) {
        await buildOption(gateway.db, poll, { content, position: at + 1 });
      }
      return poll;
    }

    test("are sorted by keyboard and by drag, added line by line, changed and deleted", async () => {
      const poll = await withOptions("Soup", "Rice", "Cake");
      const page = await manage(poll);
      const row = (name: string) => page.locator("li.option-row", { hasText: name });
      const grip = row("Cake").locator(".grip");
      await grip.focus();
      await page.keyboard.press("ArrowUp");
      await page.getByText("Cake: position 2 of 3").waitFor();
      await become(["Soup", "Cake", "Rice"], () => optionsOf(poll));
      await grip.and(page.locator(":focus")).waitFor();
      await row("Rice").locator(".grip").dragTo(row("Soup"));
      await become(["Rice", "Soup", "Cake"], () => optionsOf(poll));

      await page.getByText("Add several").click();
      await page.getByLabel("One on each line.").fill("Tea\n\nMilk");
      await page.getByRole("button", { name: "Add all" }).click();
      await page.getByRole("heading", { name: "Milk" }).waitFor();
      const facts = page.locator(".facts span");
      await facts.filter({ hasText: /^5\soptions$/ }).waitFor();

      await row("Soup").getByText("Change", { exact: true }).click();
      await row("Soup").getByLabel("Subtitle").fill("Hot");
      await row("Soup").getByLabel("Subtitle").blur();
      await row("Soup").getByText("Saved", { exact: true }).waitFor();

      await page.getByRole("button", { name: "Delete “Cake”" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await become(["Rice", "Soup", "Tea", "Milk"], () => optionsOf(poll));
      await facts.filter({ hasText: /^4\soptions$/ }).waitFor();
      // What follows has the focus: the name of the next option, or what stands before its other buttons.
      await row("Tea").locator(":focus").waitFor();
    });

    test("are imported from a table, whose refused rows are listed", async () => {
      const poll = await withOptions();
      const page = await manage(poll);
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("content,info_link\nSoup,\nRice,nonsense\nCake,\n"),
      });
      await page.getByText("2 options added").waitFor();
      await page.getByText("Row 3: Link: Please enter an address that begins").waitFor();
      expect(await optionsOf(poll)).toEqual(["Soup", "Cake"]);
    });

    test("are imported from a table in a guessed character set after its first lines are shown", async () => {
      const poll = await withOptions();
      const page = await manage(poll);
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("content;subtitle\r\nM\xfcller Stra\xdfe;10 \x80\r\n", "latin1"),
      });
      await page.getByText("Müller Straße;10 €").waitFor();
      await page.getByText("The file is not UTF-8: please check the letters.").waitFor();
      expect(await optionsOf(poll)).toEqual([]);
      await page.getByText("Müller Straße;10 €").locator("..").getByRole("button").click();
      await page.getByText("1 option added").waitFor();
      expect(await optionsOf(poll)).toEqual(["Müller Straße"]);
    });

    test("are not imported from a table with broken letters", async () => {
      const poll = await withOptions();
      const page = await manage(poll);
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.concat([Buffer.from("content\nMüller\nStra"), Buffer.from([0xff])]),
      });
      await page.getByText("Some letters of this file are broken.").waitFor();
      expect(await optionsOf(poll)).toEqual([]);
    });

    test("are listed after an import whose response is lost", async () => {
      const page = await manage(await withOptions());
      await page.route("**/import", async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("content\nSoup\n"),
      });
      await page.getByRole("alert").waitFor();
      await page.getByRole("heading", { name: "Soup" }).waitFor();
    });

    test("are not imported from a workbook of another program, which is named", async () => {
      const page = await manage(await withOptions());
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.xls",
        mimeType: "application/vnd.ms-excel",
        buffer: Buffer.concat([
          Buffer.from("d0cf11e0a1b11ae1", "hex"),
          Buffer.from("Workbook\0", "utf16le"),
        ]),
      });
      await page.getByText("This is an XLS file. Please save it as XLSX.").waitFor();
    });

    test("are not imported from a table that is too large", async () => {
      const page = await manage(await withOptions());
      await page.getByText("From a table").click();
      await page.locator('input[accept=".csv,.xlsx"]').setInputFiles({
        name: "options.csv",
        mimeType: "text/csv",
        buffer: Buffer.alloc(5_000_001),
      });
      await page.getByText("This file is too large.").waitFor();
    });

    test("of a gallery are uploaded, several at a time", async () => {
      const poll = await newPoll({}, { type: "Polls::ImageGallery" });
      const page = await manage(poll);
      const file = (name: string) => ({ name, mimeType: "image/png", buffer: png(8, 8) });
      const names = ["one.png", "two.png", "photo-2725x2225.jpg"];
      await page.getByLabel("Add pictures").setInputFiles(names.map(file));
      // The name that a camera gave to a file is no title.
      await page.getByRole("heading", { name: "Photo 3" }).waitFor();
      expect(await optionsOf(poll)).toEqual(["One", "Two", undefined]);
    });

    test("of a gallery of videos can be URLs of YouTube and Vimeo", async () => {
      const poll = await newPoll({}, { type: "Polls::VideoGallery" });
      const page = await manage(poll);
      await page.getByRole("button", { name: "Address of a video" }).click();
      const add = async (address: string, at: number) => {
        await page.getByLabel("Address of a video").fill(address);
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.getByRole("heading", { name: `Film ${at}`, exact: true }).waitFor();
      };
      await add("https://youtu.be/aqz-KE-bpKQ", 1);
      await add("https://vimeo.com/1084537", 2);
      const rows = await gateway.db.prisma.option.findMany({
        where: { pollId: poll.id },
        orderBy: { position: "asc" },
      });
      expect(rows.map(({ type }) => type)).toEqual([
        "Options::YoutubeOption",
        "Options::VimeoOption",
      ]);
    });

    test("that participants submit come first, and are approved one by one or together", async () => {
      const poll = await newPoll({ allow_new_options: true, require_approval: true });
      await buildOption(gateway.db, poll, { content: "Soup", position: 1 });
      for (const [at, content] of ["Pie", "Cake", "Tea", "Mud"].entries()) {
        const position = at + 2;
        await buildOption(gateway.db, poll, {
          ...{ content, position, approvalState: "unreviewed" },
          ...(content === "Pie" && { authorName: "Ada", description: "With apples" }),
        });
      }
      const page = await manage(poll);
      await page.goto(`${gateway.url}/polls`);
      await page
        .locator(`a[href*="${poll.adminHash}"]`, { hasText: "4 wait for approval" })
        .click();
      await page.getByRole("heading", { name: "Waiting for approval: 4" }).waitFor();
      // Nothing is read again by time, so what follows an action is shown at once.
      await page.addInitScript("window.setInterval = () => 0");
      await page.reload();
      await page.getByRole("heading", { name: "Waiting for approval: 4" }).waitFor();
      const names = await page.locator(".option-row h3").allInnerTexts();
      expect(names).toEqual(["Pie", "Cake", "Tea", "Mud", "Soup"]);
      const pie = page.locator(".option-row", { hasText: "Pie" });
      await pie.getByText("by Ada").waitFor();
      await pie.getByText("With apples").waitFor();
      await page.getByRole("link", { name: "4 wait for approval" }).waitFor();
      const other = await manage(poll, "people");
      await other.getByText("1 option").waitFor();
      await page.getByRole("button", { name: "Reject Mud" }).click();
      await page.getByRole("link", { name: "3 wait for approval" }).waitFor();
      await page.getByRole("button", { name: "Approve Pie" }).click();
      await page.getByRole("heading", { name: "Waiting for approval: 2" }).waitFor();
      await page.getByRole("link", { name: "2 wait for approval" }).waitFor();
      await page.getByRole("button", { name: "Approve all" }).click();
      await page.getByText("Waiting for approval").waitFor({ state: "detached" });
      // Its author is said also once it is approved.
      await pie.getByText("by Ada").waitFor();
      expect(await pie.getByText("With apples").count()).toBe(0);
      await page.getByText("wait for approval").waitFor({ state: "detached" });
      // Also on another device.
      await other.getByText("4 options").waitFor();
      await other.getByText("wait for approval").waitFor({ state: "detached" });
      const where = { pollId: poll.id, approvalState: "approved" } as const;
      expect(await gateway.db.prisma.option.count({ where })).toBe(4);
    });

    test("show their picture without a reload, once it is processed", async () => {
      const poll = await newPoll({}, { type: "Polls::PhotoGallery" });
      const page = await manage(poll);
      const file = { name: "lake.png", mimeType: "image/png", buffer: png(8, 8) };
      await page.getByLabel("Add photos").setInputFiles(file);
      const tile = page.getByRole("listitem").filter({ hasText: "Lake" });
      await tile.getByText("Being processed").waitFor();
      const { id } = await gateway.db.prisma.attachment.findFirstOrThrow({
        where: { option: { pollId: poll.id } },
      });
      const thumb = { name: "thumb", storageKey: "derivatives/lake/thumb" } as const;
      await gateway.db.prisma.attachment.update({
        where: { id },
        data: {
          processedAt: new Date(),
          derivatives: { create: { ...thumb, contentType: "image/webp", byteSize: 10n } },
        },
      });
      await tile.locator("img").waitFor();
      expect(await tile.getByText("Being processed").count()).toBe(0);
    });

    test("are named if their file is refused or not complete; the other files are kept", async () => {
      const poll = await newPoll({}, { type: "Polls::PhotoGallery" });
      const page = await manage(poll);
      const drawn = await page.evaluate<string>(
        "document.createElement('canvas').toDataURL('image/jpeg')",
      );
      const whole = Buffer.from(drawn.split(",")[1] ?? "", "base64");
      const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
      await page
        .getByLabel("Add photos")
        .setInputFiles([
          file("notes.jpg", Buffer.from("not a picture")),
          file("half.jpg", whole.subarray(0, whole.length - 20)),
          file("whole.jpg", whole),
        ]);
      await page.getByRole("heading", { name: "whole" }).waitFor();
      const notes = await page.locator("ul.problem li").allInnerTexts();
      expect(notes.map((text) => text.split(":")[0])).toEqual(["notes.jpg", "half.jpg"]);
      expect(notes[1]).toContain("not complete");
      expect(await optionsOf(poll)).toEqual(["Half", "Whole"]);
    });

    test("are not sorted by hand where participants see them by date", async () => {
      const settings = { option_type: "Options::DateOption" } as const;
      const withDays = async (poll: Poll) => {
        for (const [position, content, day] of [
          [1, "Later", "2030-07-02"],
          [2, "Earlier", "2030-07-01"],
        ] as const) {
          const startDate = new Date(`${day}T00:00Z`);
          await buildOption(gateway.db, poll, { content, startDate, position });
        }
        const page = await manage(poll);
        const rows = page.locator(".option-row");
        await rows.nth(1).waitFor();
        return [await rows.locator("h3").allInnerTexts(), await rows.locator(".grip").count()];
      };
      const byDate = await newPoll({ ...settings, default_sort: "options.start_date asc" });
      expect(await withDays(byDate)).toEqual([["Earlier", "Later"], 0]);
      expect(await withDays(await newPoll(settings))).toEqual([["Later", "Earlier"], 2]);
    });

    test("with dates are shown in the time zone of the poll, and can be moved", async () => {
      const poll = await newPoll({
        option_type: "Options::TimeRangeOption",
        timezone: "Europe/Berlin",
      });
      const option = await buildOption(gateway.db, poll, {
        startDate: new Date("2030-07-01T10:00Z"),
        endDate: new Date("2030-07-01T12:00Z"),
      });
      const page = await manage(poll);
      await page.getByText("Change", { exact: true }).click();
      const row = page.locator(".option-row");
      const [start, end] = [row.getByLabel("Start"), row.getByLabel("End")];
      expect(await start.inputValue()).toBe("2030-07-01T12:00");
      await end.fill("2030-07-01T18:30");
      await end.blur();
      const { publicId: id } = option;
      const dates = async () => {
        const { body } = await asOwner(`GET /api/v1/polls/${poll.adminHash}/options/${id}`);
        return [body.start_date, body.end_date];
      };
      await become(["2030-07-01T10:00:00.000Z", "2030-07-01T16:30:00.000Z"], dates);
      await start.fill("2030-07-02T12:00");
      await start.blur();
      await page.locator(".state.failed").waitFor();
      expect(await dates()).toEqual(["2030-07-01T10:00:00.000Z", "2030-07-01T16:30:00.000Z"]);
    });

    test("with places are added by their coordinates, and can be moved", async () => {
      const poll = await newPoll({ option_type: "Options::LocationOption" });
      const page = await manage(poll);
      await page.getByText("Enter coordinates").click();
      await page.getByLabel("Coordinates or the link of a map").fill("53.54, 9.97");
      await page.getByLabel("Text", { exact: true }).fill("The harbor");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("Change", { exact: true }).click();
      for (const label of ["Coordinates or the link of a map", "Text"]) {
        const field = page.locator(".add").getByLabel(label);
        expect([label, await field.inputValue()]).toEqual([label, ""]);
      }
      expect(await page.locator(".add .place strong").count()).toBe(0);
      const place = page.locator(".option-row").getByRole("textbox", { name: "Place" });
      expect(await place.inputValue()).toBe("53.54; 9.97");
      await place.fill("52,5; 13.4");
      await place.blur();
      await become([[13.4, 52.5]], async () => {
        const { data } = await gateway.db.prisma.option.findFirstOrThrow({
          where: { pollId: poll.id },
        });
        return (data as { readonly coordinates: unknown }).coordinates;
      });
      await place.fill("91; 0");
      await place.blur();
      await page.locator(".state.failed").waitFor();
      await page.reload();
      // The map begins where the places of the poll are.
      const map = page.locator(".map svg.world");
      await become("1", () => page.locator(".add .pins").textContent());
      const [, top = 0, width, height = 0] = ((await map.getAttribute("viewBox")) ?? "")
        .split(" ")
        .map(Number);
      expect([width, top + height / 2]).toEqual([expect.closeTo(0.4), expect.closeTo(-52.5)]);
    });

    test("with pictures can get another file", async () => {
      const poll = await newPoll({}, { type: "Polls::PhotoGallery" });
      const page = await manage(poll);
      const file = (name: string) => ({ name, mimeType: "image/png", buffer: png(8, 8) });
      await page.getByLabel("Add photos").setInputFiles(file("lake.png"));
      await page.getByRole("heading", { name: "lake" }).waitFor();
      const stored = async () => {
        const option = await gateway.db.prisma.option.findFirstOrThrow({
          where: { pollId: poll.id },
        });
        const files = await gateway.db.prisma.attachment.findMany({
          where: { optionId: option.id },
        });
        return files.map(({ fileName }) => fileName);
      };
      await become(["lake.png"], stored);
      await page.getByRole("button", { name: "Change Lake" }).click();
      await page.getByLabel("Replace the file").setInputFiles(file("sea.png"));
      await page.getByText("Saved", { exact: true }).waitFor();
      await become(["sea.png"], stored);
    });

    test("with dates are added by the days of a month and their times, in one request", async () => {
      const poll = await newPoll({
        option_type: "Options::TimeRangeOption",
        timezone: "Europe/Berlin",
      });
      const page = await manage(poll, "", { timezoneId: "UTC" });
      await page.clock.install({ time: new Date("2030-07-01T10:00Z") });
      await page.reload();
      const requests: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().includes("/api/"))
          requests.push(request.url().split("/").slice(-2).join("/"));
      });
      await page.getByRole("button", { name: "Next month" }).click();
      await page.getByRole("button", { name: "Friday, August 2, 2030" }).click();
      await page.getByRole("button", { name: "Saturday, August 3, 2030" }).click();
      await page.getByLabel("Start, Friday, August 2, 2030").fill("12:00");
      await page.getByLabel("End, Friday, August 2, 2030").fill("13:00");
      await page.getByLabel("End, Friday, August 2, 2030").blur();
      await page.getByRole("button", { name: "Add a time: Friday, August 2, 2030" }).click();
      await page.getByRole("button", { name: "Copy the times of Friday, August 2, 2030" }).click();
      await page.getByRole("button", { name: "Remove Saturday, August 3, 2030, 12:00" }).click();
      await page.getByText("Times in the time zone Europe/Berlin").waitFor();
      await page.getByLabel("Repeat each week until").fill("2030-08-09");
      await page.getByText("2 days chosen · 5 dates").waitFor();
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await become(
        ["02T10:00", "02T11:00", "03T11:00", "09T10:00", "09T11:00"].map(
          (at) => `2030-08-${at}:00.000Z`,
        ),
        async () => {
          const rows = await gateway.db.prisma.option.findMany({
            where: { pollId: poll.id },
            orderBy: { position: "asc" },
          });
          return rows.map(({ startDate }) => startDate?.toISOString());
        },
      );
      expect(requests).toEqual(["options/series"]);
      await page.getByText("0 days chosen").waitFor();
    });

    test("have their own number of places, where the poll says so", async () => {
      const poll = await newPoll({ limit_per_option_type: "limit_individual" });
      const page = await manage(poll);
      await page.getByLabel("Text", { exact: true }).fill("Cake");
      await page.getByLabel("Places").fill("2");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("2 places").waitFor();
      const row = page.locator("li.option-row");
      await row.getByText("Change", { exact: true }).click();
      await row.getByLabel("Places").fill("5");
      await row.getByLabel("Places").blur();
      await row.getByText("5 places").waitFor();
    });
  });

  test("merges an option into another one, reads where it went, and undoes that", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const soup = await buildOption(gateway.db, poll, { content: "Soup" });
    const copy = await buildOption(gateway.db, poll, { content: "A soup" });
    await buildOption(gateway.db, poll, { content: "Rice" });
    const page = await manage(poll, "build", narrowPhone);
    const row = page.locator("li.option-row", {
      has: page.getByRole("heading", { name: "A soup" }),
    });
    const change = row.getByRole("button", { name: "Change A soup" });
    const merge = row.getByRole("button", { name: "Merge “A soup” into another one" });
    await change.click();
    await merge.click();
    await row.getByLabel("Search for the other one").fill("soup");
    await row.getByLabel("Search for the other one").blur();
    await row.getByRole("button", { name: "Merge into “Rice”" }).waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Merge into “Soup”" }).click();
    const dialog = page.getByRole("dialog", { name: "Merge into “Soup”" });
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await row.getByRole("searchbox").waitFor({ state: "detached" });
    const went = row.getByRole("link", { name: "Merged into another one" });
    await went.waitFor();
    await page.goto(`${page.url().split("#")[0]}#results`);
    await page.locator(".bars").getByText("Rice").waitFor();
    expect(await page.locator(".bars").getByText("A soup").count()).toBe(0);
    await page.goto(`${page.url().split("#")[0]}#build`);
    await went.waitFor();
    const path = `/p/${poll.memberHash}/o/`;
    expect(await went.getAttribute("href")).toBe(`${path}${soup.publicId}`);
    const visitor = await visit(`${path}${copy.publicId}`, phone);
    await visitor.getByRole("heading", { name: "Soup", exact: true, level: 1 }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe(`${path}${soup.publicId}`);

    await row.getByRole("button", { name: "Undo the merge of “A soup”" }).click();
    await change.waitFor();
    expect((await visitor.goto(`${gateway.url}${path}${copy.publicId}`))?.status()).toBe(200);
    await visitor.getByRole("heading", { name: "A soup", level: 1 }).waitFor();
  });
});
