// Covers docs/reference/media.md: refused-formats
// Covers docs/reference/pages.md: languages, pictures-and-doors-on-pages, submissions-on-pages

import { buildAttachment, buildOption, waitFor } from "@polls/testing";
import type { Page, Route } from "playwright-core";
import { haveCount, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, type Pages, sharePages } from "../../../testing/start-pages";

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** A script that drops or pastes the picture, with the events of a browser. */
const bringing = (way: string): string => `(() => {
  const bytes = Uint8Array.from(atob("${pixel.toString("base64")}"), (one) => one.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], "sea.png", { type: "image/png" }));
  ${
    way === "drops"
      ? `document.querySelector(".files").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }))`
      : `document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true }))`
  };
})()`;
/** Places on the map, with longitude, latitude, and whether there is land. */
const landmarks = [
  ["Berlin", 13.4, 52.5, true],
  ["Brasília", -47.9, -15.8, true],
  ["Alice Springs", 133.9, -23.7, true],
  ["the South Pole", 0, -89, true],
  ["the Bering Strait", -169, 66, false],
  ["the middle of the Atlantic", -35, 25, false],
  ["the middle of the Pacific", -150, -40, false],
] as const;
/** A script that looks for land at places. */
const whatIsAt = (places: typeof landmarks): string => `(() => {
  const land = document.querySelector(".world .land");
  return ${JSON.stringify(places)}.map(([name, longitude, latitude]) => {
    const isLand = land.isPointInFill(new DOMPoint(longitude, -latitude));
    return [name, longitude, latitude, isLand];
  });
})()`;
const DAY_MS = 24 * 60 * 60 * 1_000;

describeWithBrowser("a person who submits or views options", () => {
  const pages = sharePages();

  const newPoll = (type: string, settings: Readonly<Record<string, unknown>> = {}) =>
    pages.newPoll(
      { allow_new_options: true, ...settings },
      { type: `Polls::${type}`, title: "Ideas for the park" },
    );

  const begin = (page: Page) => page.getByRole("button", { name: /^Submit an/ }).click();
  const submit = (page: Page) => page.getByRole("button", { name: "Submit", exact: true }).click();
  const card = (page: Page, name: string) => page.locator("li.option", { hasText: name });
  const optionsIn = async (adminHash: string) =>
    (await pages.asOwner(`GET /api/v1/polls/${adminHash}/options`)).body;

  test("submits a text with the required fields, which others see after its approval", async () => {
    const poll = await newPoll("Collection", {
      require_approval: true,
      require_description: true,
      require_voter_name: true,
      terms_for_option_creators: "Be kind.",
      additional_option_attributes: [{ title: "Street", type: "text", required: true }],
    });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await begin(page);
    await page.getByLabel("Your text").fill("A bench");
    await page.getByLabel("Description").fill("In the sun");
    await page.getByLabel("Street").fill("Main street");
    // The name of a participant is another field, which only a vote asks for.
    expect(await page.getByLabel("Your name").count()).toBe(0);
    await page.getByLabel("Name shown with your idea").fill("Ada");
    await page.getByLabel("I accept the terms").check();
    await page.reload();
    expect(await page.getByLabel("Description").inputValue()).toBe("In the sun");
    expect(await page.getByLabel("I accept the terms").isChecked()).toBe(true);
    await submit(page);
    await page.getByText("Others see it once it is approved.").waitFor();
    await card(page, "A bench").waitFor();

    const [option] = await optionsIn(poll.adminHash);
    expect(option).toMatchObject({
      content: "A bench",
      author_name: "Ada",
      approval_state: "unreviewed",
    });
    const other = await pages.visit(`/p/${poll.memberHash}`);
    await other.getByText("There is nothing here yet.").waitFor();
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}/options/${option.id}`, {
      option: { approval_state: "approved" },
    });
    await other.reload();
    await card(other, "A bench").waitFor();
  });

  test.each([
    [true, "Cheers for your idea"],
    [false, "Thank you! Your idea is submitted."],
  ])(
    "sees the maker's thanks for an entry, if thank_you_page_submitter is %s",
    async (own, thanks) => {
      const poll = await newPoll("Collection", {
        thank_you_page_submitter: own,
        thank_you_page_submitter_data: { title: "Cheers for your idea", text: "See you in May." },
      });
      const page = await pages.visit(`/p/${poll.memberHash}`, phone);
      await begin(page);
      await page.getByLabel("Your text").fill("A bench");
      await submit(page);
      await page.getByText(thanks).waitFor();
      expect(await page.getByText("See you in May.").count()).toBe(own ? 1 : 0);
    },
  );

  test.each(["drops", "pastes", "chooses"])("%s a picture, and sees it processed", async (way) => {
    const poll = await newPoll("PhotoGallery");
    const page = await pages.visit(`/p/${poll.memberHash}`, { bypassCSP: true });
    await begin(page);
    await submit(page);
    await page.getByText("A file is missing.").waitFor();
    if (way === "chooses") {
      await page
        .getByLabel("Choose a file")
        .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: pixel });
    } else {
      await page.evaluate(bringing(way));
    }
    await page.locator(".chosen", { hasText: "sea.png" }).waitFor();
    await page.getByLabel("Title").fill("The sea");
    await submit(page);
    await page.getByText("The file is being processed.").waitFor();
    await card(page, "The sea").waitFor();
    await pages.gateway.db.prisma.attachment.updateMany({ data: { processedAt: new Date() } });
    await page.getByText("The file is being processed.").waitFor({ state: "detached" });
    expect(await optionsIn(poll.adminHash)).toMatchObject([
      { type: "Options::PhotoOption", content: "The sea" },
    ]);
  });

  test("reads in German what is wrong with a file", async () => {
    const poll = await newPoll("PhotoGallery", {
      image_min_width: 50,
      image_orientation: "square",
    });
    const page = await pages.visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await page.getByRole("button", { name: /^Beitrag einreichen/ }).click();
    await page
      .getByLabel("Datei auswählen")
      .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: pixel });
    await page.getByRole("button", { name: "Einreichen", exact: true }).click();
    await page.getByText("Datei: Das Bild muss mindestens 50 Pixel breit sein.").waitFor();
  });

  test.each([
    [
      "en-US",
      { begin: /^Submit an entry/, choose: "Choose a file", send: "Submit" },
      "Photoshop PSD is not accepted. Please save it as PNG or JPEG.",
    ],
    [
      "de-DE",
      { begin: /^Beitrag einreichen/, choose: "Datei auswählen", send: "Einreichen" },
      "Das Format „Photoshop PSD“ wird nicht angenommen. Bitte speichern Sie die Datei als PNG oder JPEG.",
    ],
  ])("reads the name of a refused format: %s", async (locale, labels, sentence) => {
    const poll = await newPoll("PhotoGallery");
    const page = await pages.visit(`/p/${poll.memberHash}`, { locale });
    await page.getByRole("button", { name: labels.begin }).click();
    const buffer = Buffer.from("8BPS\0\x01");
    await page
      .getByLabel(labels.choose)
      .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: labels.send, exact: true }).click();
    const refusal = page.getByRole("status").filter({ hasText: sentence });
    await refusal.waitFor();
    expect(await refusal.textContent()).toMatch(/^sea\.png: /);
  });

  test("sees a picture of the device while it is uploaded", async () => {
    const poll = await newPoll("PhotoGallery");
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const uploads: Route[] = [];
    await page.route("**/options", (route) => void uploads.push(route));
    await begin(page);
    await page
      .getByLabel("Choose a file")
      .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: pixel });
    await page.getByLabel("Title").fill("The sea");
    await submit(page);
    await page.getByRole("progressbar", { name: "Uploading" }).waitFor();
    const width = () =>
      page
        .locator(".chosen img")
        .evaluate(
          (picture) => (picture as unknown as Readonly<{ naturalWidth: number }>).naturalWidth,
        );
    await waitFor(async () => (await width()) === 1, { what: "the picture of the device" });
    for (const upload of uploads) await upload.continue();
    await card(page, "The sea").waitFor();
  });

  describe("own options", () => {
    async function submitted(content: string, settings: object = {}) {
      const poll = await newPoll("Collection", { allow_subtitle: true, ...settings });
      const page = await pages.visit(`/p/${poll.memberHash}`, phone);
      await begin(page);
      await page.getByLabel("Your text").fill(content);
      await page.getByLabel("Subtitle").fill("A first thought");
      await submit(page);
      await page.getByText("Your idea is submitted.").waitFor();
      return { poll, page };
    }

    test("are changed and deleted on their own page too, only by their author", async () => {
      const { poll, page } = await submitted("A bench");
      const [{ public_url }] = await optionsIn(poll.adminHash);
      const path = new URL(public_url).pathname;
      const other = await pages.visit(path);
      await other.getByRole("heading", { name: "A bench", level: 1 }).waitFor();
      expect(await other.getByRole("button", { name: "Change: A bench" }).count()).toBe(0);
      await page.goto(public_url);
      await page.getByRole("button", { name: "Change: A bench" }).click();
      await page.getByLabel("Your text").fill("Two benches");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Two benches", level: 1 }).waitFor();
      await page.getByRole("button", { name: "Delete: Two benches" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.waitForURL(`${pages.gateway.url}/p/${poll.memberHash}`);
      expect(await optionsIn(poll.adminHash)).toEqual([]);
    });

    test("are changed, also after a reload of the page", async () => {
      const { poll, page } = await submitted("A bench");
      await page.getByRole("button", { name: "Change: A bench" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Change: A bench" }).click();
      expect(await page.getByLabel("Your text").inputValue()).toBe("A bench");
      await page.getByLabel("Your text").fill("Two benches");
      await page.getByLabel("Subtitle").fill("");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Two benches" }).waitFor();
      const [option] = await optionsIn(poll.adminHash);
      expect(option.content).toBe("Two benches");
      expect(option).not.toHaveProperty("subtitle");
    });

    test("wait for approval until they are approved, also after a reload of the page", async () => {
      const { poll, page } = await submitted("A bench", { require_approval: true });
      const waits = card(page, "A bench").getByText("Waits for approval");
      await waits.waitFor();
      await buildOption(pages.gateway.db, poll, { content: "A tree" });
      await page.reload();
      await card(page, "A tree").waitFor();
      await waits.waitFor();
      expect(await card(page, "A tree").getByText("Waits for approval").count()).toBe(0);
      const bench = (await optionsIn(poll.adminHash)).find(
        ({ content }: { readonly content: string }) => content === "A bench",
      );
      await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}/options/${bench.id}`, {
        option: { approval_state: "approved" },
      });
      await page.reload();
      await card(page, "A bench").waitFor();
      expect(await waits.count()).toBe(0);
    });

    test("are deleted after a confirmation", async () => {
      const { poll, page } = await submitted("A bench");
      await page.getByRole("button", { name: "Delete: A bench" }).click();
      await page.getByRole("button", { name: "Keep it" }).click();
      await page.getByRole("button", { name: "Delete: A bench" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("Deleted.", { exact: true }).waitFor();
      expect(await card(page, "A bench").count()).toBe(0);
      expect(await optionsIn(poll.adminHash)).toEqual([]);
    });

    test("with votes cannot be deleted, and the page says why", async () => {
      const { poll, page } = await submitted("A bench");
      const voter = await pages.visit(`/p/${poll.memberHash}`);
      expect(await voter.getByRole("button", { name: "Change: A bench" }).count()).toBe(0);
      await card(voter, "A bench").getByRole("button", { name: "Vote" }).click();
      await card(voter, "A bench").getByText("Saved").waitFor();
      await page.getByRole("button", { name: "Delete: A bench" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("there are votes on it").waitFor();
      expect(await optionsIn(poll.adminHash)).toHaveLength(1);
    });

    test("have no buttons after the submission period", async () => {
      const { poll, page } = await submitted("A bench");
      await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
        poll: { deadline_submission: new Date(0).toISOString() },
      });
      await page.reload();
      await card(page, "A bench").waitFor();
      expect(await page.getByRole("button", { name: "Change: A bench" }).count()).toBe(0);
    });
  });

  test("submits a drawing, and a place by the map and by coordinates", async () => {
    const drawings = await newPoll("Collection", { option_type: "Options::DrawingOption" });
    const page = await pages.visit(`/p/${drawings.memberHash}`);
    await begin(page);
    const box = await page.locator("canvas").boundingBox();
    if (box === null) throw new Error("the page has no sheet to draw on");
    await page.mouse.move(box.x + 30, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 90, { steps: 4 });
    await page.mouse.up();
    await submit(page);
    await page.getByText("Your idea is submitted.").waitFor();
    expect(await optionsIn(drawings.adminHash)).toMatchObject([{ type: "Options::DrawingOption" }]);

    const places = await newPoll("Collection", { option_type: "Options::LocationOption" });
    const map = await pages.visit(`/p/${places.memberHash}`, {
      geolocation: { latitude: 52.5, longitude: 13.4 },
      permissions: ["geolocation"],
    });
    await begin(map);
    await map.locator(".world .land").waitFor();
    expect(await map.evaluate(whatIsAt(landmarks))).toEqual(landmarks);
    await map.locator(".world").click();
    expect(await map.getByLabel("Latitude").inputValue()).not.toBe("");
    const zoomIn = map.getByRole("button", { name: "Zoom in" });
    const degreesBesideEachOther = async (): Promise<number> => {
      const latitudes: number[] = [];
      for (const y of [60, 61]) {
        await map.locator(".world").click({ position: { x: 80, y } });
        latitudes.push(Number(await map.getByLabel("Latitude").inputValue()));
      }
      return Math.abs((latitudes[0] ?? 0) - (latitudes[1] ?? 0));
    };
    const before = await degreesBesideEachOther();
    await map.locator(".world").dblclick({ position: { x: 100, y: 60 } });
    for (let times = 0; times < 4; times += 1) await zoomIn.click();
    await map.locator(".world").press("+");
    expect(before / (await degreesBesideEachOther())).toBeCloseTo(64, 0);
    expect(await map.locator(".world circle").isVisible()).toBe(true);
    const aside = await map.getByLabel("Longitude").inputValue();
    await map.locator(".world").press("ArrowRight");
    await map.locator(".world").press("Enter");
    expect(await map.getByLabel("Longitude").inputValue()).not.toBe(aside);
    await map.getByRole("button", { name: "Use my position" }).click();
    const latitude = map.getByLabel("Latitude");
    await waitFor(async () => (await latitude.inputValue()) === "52.5", { what: "the position" });
    await map.getByLabel("Longitude").fill("13,25");
    await map.getByLabel("Title").fill("The lake");
    await submit(map);
    await map.getByText("Your idea is submitted.").waitFor();
    const [place] = await optionsIn(places.adminHash);
    const { body } = await pages.asOwner(
      `GET /api/v1/polls/${places.adminHash}/options/${place.id}`,
    );
    expect(body.data).toEqual({ coordinates: [[13.25, 52.5]] });
    await map.getByRole("link", { name: /^Details.*The lake/ }).click();
    await map.getByText("52.5° / 13.25°").waitFor();
  });

  test("zooms the map with two fingers, around the place between them", async () => {
    const poll = await newPoll("Collection", { option_type: "Options::LocationOption" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await begin(page);
    const world = page.locator(".world");
    await world.evaluate("element => element.scrollIntoView({ block: 'center' })");
    const { x, y, width, height } = (await world.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const [middleX, middleY] = [x + width / 4, y + height / 2];
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove", apart: number) =>
      fingers.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: [-1, 1].map((side, id) => ({
          x: middleX + (side * apart) / 2,
          y: middleY,
          id,
        })),
      });
    await touch("touchStart", 30);
    for (const apart of [60, 90, 120]) await touch("touchMove", apart);
    await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const degrees = async () => Number((await world.getAttribute("viewBox"))?.split(" ")[2]);
    await waitFor(async () => Math.abs((await degrees()) - 90) < 1, {
      what: "a map four times as large",
    });
    await world.tap({ position: { x: width / 4, y: height / 2 } });
    const longitude = Number(await page.getByLabel("Longitude").inputValue());
    expect(Math.abs(longitude - -90)).toBeLessThan(2);
  });

  /** Opens a gallery with loaded files. */
  async function openGallery(memberHash: string, look: Parameters<Pages["visit"]>[1]) {
    const page = await pages.visit(`/p/${memberHash}/results`, look);
    await page.route("**/files/**", (route) =>
      route.fulfill({ contentType: "image/png", body: pixel }),
    );
    await page.goto(`${pages.gateway.url}/p/${memberHash}`);
    return page;
  }

  test("views pictures in full size, by keys, buttons and swipes", async () => {
    const poll = await newPoll("PhotoGallery", { allow_new_options: false });
    for (const content of ["Sea", "Hill", "Wood"]) {
      const option = await buildOption(pages.gateway.db, poll, { content });
      await buildAttachment(pages.gateway.db, option, { derivatives: ["thumb", "large"] });
    }
    const page = await openGallery(poll.memberHash, phone);
    await card(page, "Sea").getByRole("link").first().click();
    const shown = (text: RegExp) => page.locator("figcaption", { hasText: text }).waitFor();
    await shown(/Sea.*1 of 3/);
    await page.keyboard.press("ArrowRight");
    await shown(/Hill.*2 of 3/);
    await page.getByRole("button", { name: "Previous" }).click();
    await shown(/Sea.*1 of 3/);
    await page.mouse.move(250, 300);
    await page.mouse.down();
    await page.mouse.move(100, 300, { steps: 3 });
    await page.mouse.up();
    await shown(/Hill.*2 of 3/);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  });

  test("views the pictures of a group separately, and votes on the group as one", async () => {
    const poll = await newPoll("PhotoGallery", { allow_new_options: false });
    const addPhoto = async (content: string, parent?: Awaited<ReturnType<typeof buildOption>>) => {
      const more = parent === undefined ? {} : { parent };
      const option = await buildOption(pages.gateway.db, poll, { content, ...more });
      await buildAttachment(pages.gateway.db, option, { derivatives: ["thumb", "large"] });
    };
    await addPhoto("Sea");
    const type = "Options::PhotoGroup";
    const group = await buildOption(pages.gateway.db, poll, { type, content: "Hills" });
    await addPhoto("North", group);
    await addPhoto("South", group);
    const page = await openGallery(poll.memberHash, {});
    await page.locator(".group li", { hasText: "South" }).getByRole("link").first().click();
    await page.locator("figcaption", { hasText: /South.*2 of 2/ }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("figcaption", { hasText: /North.*1 of 2/ }).waitFor();
    await page.keyboard.press("Escape");
    const stars = page.locator(".group").getByLabel("4 stars");
    await stars.waitFor();
    await stars.check({ force: true });
    await page.locator(".group").getByText("Saved").waitFor();
    const votes = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/votes`);
    expect(votes.body).toMatchObject([{ option_id: group.publicId, vote: 4 }]);
  });

  test("opens a door of a calendar on its day, and none before", async () => {
    const poll = await newPoll("AdventCalendar", { allow_new_options: false });
    const door = (content: string, startDate: Date) =>
      buildOption(pages.gateway.db, poll, { content, description: "Its story", startDate });
    await door("A star", new Date(Date.now() - DAY_MS));
    await door("A candle", new Date(Date.now() + 5_000));
    const tomorrow = new Date(Date.now() + DAY_MS);
    await door("A tree", tomorrow);
    const page = await pages.visit(`/p/${poll.memberHash}`, { timezoneId: "Asia/Tokyo" });
    await card(page, "A star").getByRole("button", { name: "Vote" }).click();
    await card(page, "A star").getByText("Saved").waitFor();
    await haveCount(page.locator(".door"), 2);
    await page.getByText("You have voted on everything.").waitFor();
    const opens = new Intl.DateTimeFormat("en-US", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: "Asia/Tokyo",
    }).format(tomorrow);
    await page.getByText(`Opens on ${opens}.`, { exact: true }).waitFor();
    expect(await page.content()).not.toMatch(/A candle|A tree/);
    await page.getByRole("button", { name: "Open the door" }).click();
    await card(page, "A candle").getByRole("button", { name: "Vote" }).waitFor();
    await page.getByText("1 of 2 answered").waitFor();
    await page.getByRole("link", { name: /^Details.*A candle/ }).waitFor();
    await page.locator(".door").waitFor();
  });

  test("finds no accessibility violation in any state", async () => {
    const look = { ...narrowPhone, locale: "de-DE" };
    const more = { allow_subtitle: true, allow_info_link: true, require_approval: true };
    const submitting = [
      await newPoll("Collection", more),
      await newPoll("Collection", { option_type: "Options::DrawingOption" }),
      await newPoll("Collection", { option_type: "Options::LocationOption" }),
      await newPoll("PhotoGallery"),
    ];
    for (const { memberHash } of submitting) {
      const page = await pages.visit(`/p/${memberHash}`, look);
      await page.getByRole("button", { name: /^(Beitrag|Idee) einreichen/ }).click();
      await page.getByRole("heading", { name: /^Ihre? (Beitrag|Idee)$/ }).waitFor();
      expect(await barriersOf(page)).toEqual([]);
      await page.context().close();
    }
    const calendar = await newPoll("AdventCalendar");
    const startDate = new Date(Date.now() + DAY_MS);
    await buildOption(pages.gateway.db, calendar, { startDate });
    const doors = await pages.visit(`/p/${calendar.memberHash}`, look);
    await doors.locator(".door").waitFor();
    expect(await barriersOf(doors)).toEqual([]);

    const gallery = await newPoll("PhotoGallery", { allow_new_options: false });
    const photo = await buildOption(pages.gateway.db, gallery, { content: "Meer" });
    await buildAttachment(pages.gateway.db, photo, { derivatives: ["thumb", "large"] });
    const page = await openGallery(gallery.memberHash, look);
    await card(page, "Meer").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await card(page, "Meer").getByRole("link").first().click();
    await page.locator("figcaption", { hasText: /Meer.*1 von 1/ }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
