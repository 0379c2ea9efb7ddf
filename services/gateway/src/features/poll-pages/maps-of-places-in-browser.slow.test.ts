// Covers docs/reference/pages.md: places-on-pages

import type { Poll } from "@polls/domain/polls";
import { waitFor } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages, shareSignIn } from "../../../testing/start-pages";
import { begin } from "../../../testing/submission-pages";

const location = { option_type: "Options::LocationOption", vote_type: "Votes::YesNoMaybeVote" };
/** Name, shape, positions, and the radius of a circle. */
type Place = readonly [string, string, readonly (readonly number[])[], number?];
/** A town with a point, a route, a circle and an area. */
const town: readonly Place[] = [
  ["The bridge over the river at the mill", "point", [[13.4, 52.52]]],
  [
    "Around the lake",
    "route",
    [
      [13.38, 52.53],
      [13.4, 52.54],
      [13.42, 52.53],
    ],
  ],
  ["Near the station", "circle", [[13.37, 52.525]], 400],
  [
    "The park",
    "polygon",
    [
      [13.41, 52.515],
      [13.42, 52.515],
      [13.415, 52.51],
    ],
  ],
];

describeWithBrowser("the pages of a poll of places", () => {
  const pages = sharePages();
  const signedIn = shareSignIn(pages);

  async function newPoll(places: readonly Place[] = town, settings = {}): Promise<Poll> {
    const poll = await pages.newPoll({ ...location, ...settings }, { title: "Where do we meet?" });
    for (const [content, location_type, coordinates, radius] of places) {
      const { status } = await pages.asOwner(`POST /api/v1/polls/${poll.adminHash}/options`, {
        option: { content, location_type, data: { coordinates, radius } },
      });
      expect(status).toBe(201);
    }
    return poll;
  }
  const focusedId = (page: Page) => page.evaluate<string>("document.activeElement.id");
  const mapOf = (page: Page, places: number, language = "en") =>
    page.getByRole("group", {
      name: language === "en" ? `Map with ${places} places` : `Karte mit ${places} Orten`,
    });

  test("lead from a number on the map to its card and back, also by the keyboard", async () => {
    const poll = await newPoll();
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const map = mapOf(page, 4);
    await map.getByRole("link", { name: "4. The park" }).click();
    const number = page.getByRole("link", { name: "4 on the map" });
    await waitFor(async () => (await focusedId(page)) === (await number.getAttribute("id")), {
      what: "the card of the park",
    });
    await page.keyboard.press("Enter");
    const pin = map.getByRole("link", { name: "4. The park" });
    await waitFor(async () => (await focusedId(page)) === (await pin.getAttribute("id")), {
      what: "the park on the map",
    });
    expect(await map.locator("polyline, ellipse, polygon").count()).toBe(3);
    await page.getByText(/^Route of \d\.\d km/).waitFor();
    await page.getByText("Within 400 m").waitFor();
    await map.getByText("Without streets").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page
      .locator(".option", { hasText: "The park" })
      .getByLabel("Yes", { exact: true })
      .click();
    await page.getByText("Saved").first().waitFor();
  });

  test("tell a visitor who asks how far it is, and send no position anywhere", async () => {
    const poll = await newPoll();
    const options: BrowserContextOptions = {
      ...phone,
      locale: "de-DE",
      bypassCSP: true,
      geolocation: { latitude: 52.52, longitude: 13.41 },
      permissions: ["geolocation"],
    };
    const page = await pages.visit(`/p/${poll.memberHash}`, options);
    await mapOf(page, 4, "de").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("button", { name: "Wie weit ist es von hier?" }).click();
    await page.getByText("680 m von hier").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(asked).toEqual([]);
    const link = page.getByRole("link", { name: /^OpenStreetMap ?: The bridge/ });
    expect(await link.getAttribute("href")).toBe(
      "https://www.openstreetmap.org/?mlat=52.52000&mlon=13.40000#map=16/52.52000/13.40000",
    );
    expect(await link.getAttribute("rel")).toContain("noreferrer");
  });

  test("begin with all places, and zoom to two that are close to each other", async () => {
    const poll = await newPoll([
      ["Café one", "point", [[13.4, 52.52]]],
      ["Café two", "point", [[13.401, 52.52]]],
      ["The harbor", "point", [[9.97, 53.54]]],
    ]);
    const page = await pages.visit(`/p/${poll.memberHash}`, {
      viewport: { width: 1280, height: 800 },
    });
    const map = mapOf(page, 3);
    await map.locator(".land").waitFor();
    for (let presses = 0; presses < 9; presses++)
      await map.getByRole("button", { name: "Zoom in" }).click();
    expect(await map.getByRole("link").count()).toBeGreaterThan(0);
    await map.getByRole("button", { name: "All places" }).click();
    await page.getByRole("link", { name: "1 on the map" }).click();
    const between = async () => {
      const [one, two] = await Promise.all(
        ["1. Café one", "2. Café two"].map((name) => map.getByRole("link", { name }).boundingBox()),
      );
      return (two?.x ?? 0) - (one?.x ?? 0);
    };
    expect(Math.abs(await between())).toBeLessThan(60);
    for (let presses = 0; presses < 9; presses++)
      await map.getByRole("button", { name: "Zoom in" }).click();
    expect(await between()).toBeGreaterThan(60);
    await map.getByText(/^\d+ m$/).waitFor();
    expect(await map.locator(".land").count()).toBe(0);
    await map.getByRole("button", { name: "All places" }).click();
    await map.getByRole("link", { name: "3. The harbor" }).click();
  });

  test("leave room around the map on a phone on its side", async () => {
    const poll = await newPoll();
    const page = await pages.visit(`/p/${poll.memberHash}`, {
      ...phone,
      viewport: { width: 844, height: 390 },
    });
    const { height = 0 } = (await mapOf(page, 4).locator(".map").boundingBox()) ?? {};
    expect(height).toBeGreaterThan(250);
    expect(height).toBeLessThan(320);
  });

  test("show all places of the world and of one spot on a narrow phone, each to be pressed", async () => {
    const world = [
      ["Munich", 11.6, 48.1],
      ["Munich, upstairs", 11.6, 48.1],
      ["Auckland", 174.8, -36.8],
      ["St. John's", -52.7, 47.6],
      ["Honolulu", -157.9, 21.3],
      ["Suva", 178.4, -18.1],
    ] as const;
    const poll = await newPoll(world.map(([name, ...at]) => [name, "point", [at]]));
    const page = await pages.visit(`/p/${poll.memberHash}`, {
      viewport: { width: 195, height: 600 },
    });
    const map = mapOf(page, world.length);
    for (const [index, [name]] of world.entries())
      await map.getByRole("link", { name: `${index + 1}. ${name}`, exact: true }).click();
    await page.getByRole("heading", { name: /^5 on the map\s*Honolulu$/ }).waitFor();
  });

  test("show the numbers also on results and on the page of a place", async () => {
    const poll = await newPoll();
    const results = await pages.visit(`/p/${poll.memberHash}/results`, narrowPhone);
    await mapOf(results, 4).waitFor();
    expect(await results.locator(".pins").allTextContents()).toEqual(["1234"]);
    await results.locator(".bars > li", { hasText: "4. The park" }).waitFor();
    expect(await barriersOf(results)).toEqual([]);
    const { body } = await pages.asOwner(`GET /api/v1/polls/${poll.adminHash}/options`);
    const page = await pages.visit(new URL(body[1].public_url).pathname);
    await page.getByRole("group", { name: "Map with 1 place" }).locator("polyline").waitFor();
  });

  test("begin the map of a new place at the places of the list, with their numbers", async () => {
    const poll = await newPoll(town, { allow_new_options: true });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await begin(page);
    const map = page.locator("fieldset.place");
    await map.locator(".pins li").nth(3).waitFor();
    expect(await map.locator(".pins li").allTextContents()).toEqual(["1", "2", "3", "4"]);
    const box = await map.locator(".world").getAttribute("viewBox");
    expect(Number(box?.split(" ")[2])).toBeLessThan(1);
  });

  test("are made with the link of a map, and by pressing the map", async () => {
    const page = await pages.visit("/polls/new", { ...narrowPhone, storageState: signedIn });
    await page.getByRole("link", { name: "Find a place" }).click();
    const fields = page.getByLabel("Coordinates or the link of a map");
    await fields.first().waitFor();
    await page.getByLabel("Title", { exact: true }).fill("Where is the party?");
    await page.getByLabel("1. Name").fill("The lake");
    await fields.first().fill("https://maps.app.goo.gl/AbCd12");
    await page.getByRole("button", { name: "Create the poll" }).click();
    expect(
      await fields
        .first()
        .evaluate((field: { readonly validationMessage: string }) => field.validationMessage),
    ).toMatch("the long address of the browser");
    await fields.first().fill("https://www.openstreetmap.org/#map=15/52.52/13.405");
    await page.locator(".place .world").click({ position: { x: 100, y: 60 } });
    await page.getByLabel("4. Name").fill("Somewhere else");
    expect(await fields.nth(3).inputValue()).toMatch(/^-?\d+\.\d+, -?\d+\.\d+$/);
    await mapOf(page, 4).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Create the poll" }).click();
    await page.getByText("Your poll is ready.").waitFor();
    const options = await pages.gateway.db.prisma.option.findMany({
      where: { poll: { title: "Where is the party?" } },
      orderBy: { position: "asc" },
    });
    expect(options.map(({ content }) => content)).toEqual([
      "The lake",
      "Prague",
      "Copenhagen",
      "Somewhere else",
    ]);
    expect(options[0]).toMatchObject({
      type: "Options::LocationOption",
      data: { coordinates: [[13.405, 52.52]] },
    });
  });

  test("get further places at the desk, where the map has the numbers of the rows", async () => {
    const poll = await newPoll();
    const desk = await pages.visit(`/p/${poll.adminHash}/admin`, {
      ...narrowPhone,
      storageState: signedIn,
    });
    await desk.getByRole("heading", { name: /^4\s*The park/ }).waitFor();
    expect(await desk.locator(".add .pins").textContent()).toBe("1234");
    await desk.getByText("Enter coordinates or a link").click();
    await desk.getByLabel("Coordinates or the link of a map").fill("geo:52.5,13.4");
    await desk.getByLabel("Text", { exact: true }).fill("The tower");
    await desk.getByRole("button", { name: "Add", exact: true }).click();
    await desk.getByRole("heading", { name: /^5\s*The tower/ }).waitFor();
    await waitFor(async () => (await desk.locator(".add .pins").textContent()) === "12345", {
      what: "the new place on the map",
    });
    expect(await barriersOf(desk)).toEqual([]);
  });
});
