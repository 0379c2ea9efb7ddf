// Covers docs/reference/pages.md: places-on-pages, submissions-on-pages

import { waitFor } from "@polls/testing";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { begin, shareSubmissionPages, submit } from "../../../testing/submission-pages";

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

describeWithBrowser("a person who submits a drawing or a place", () => {
  const { pages, newPoll, optionsIn } = shareSubmissionPages();

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
    await map.getByText("Tap the map where it is.").waitFor();
    await submit(map);
    // The fields that are missing are seen.
    const field = map.getByLabel("Coordinates or the link of a map");
    const entered = async (): Promise<readonly number[]> =>
      (await field.inputValue()).split(", ").map(Number);
    await field.waitFor();
    await map.locator(".world").click();
    expect(await field.inputValue()).not.toBe("");
    const zoomIn = map.getByRole("button", { name: "Zoom in" });
    const degreesBesideEachOther = async (): Promise<number> => {
      const latitudes: number[] = [];
      for (const y of [60, 61]) {
        await map.locator(".world").click({ position: { x: 80, y } });
        latitudes.push((await entered())[0] ?? 0);
      }
      return Math.abs((latitudes[0] ?? 0) - (latitudes[1] ?? 0));
    };
    const before = await degreesBesideEachOther();
    await map.locator(".world").dblclick({ position: { x: 100, y: 60 } });
    for (let times = 0; times < 4; times += 1) await zoomIn.click();
    await map.locator(".world").press("+");
    expect(before / (await degreesBesideEachOther())).toBeCloseTo(64, 0);
    expect(await map.locator(".world circle").isVisible()).toBe(true);
    const [, aside] = await entered();
    await map.locator(".world").press("ArrowRight");
    await map.locator(".world").press("Enter");
    expect((await entered())[1]).not.toBe(aside);
    await map.getByRole("button", { name: "Use my position" }).click();
    await waitFor(async () => (await field.inputValue()) === "52.5, 13.4", {
      what: "the position",
    });
    await map.getByText("52.5° N, 13.4° E").waitFor();
    await field.fill("52,5; 13,25");
    await map.getByLabel("Name or address").fill("The lake");
    await map.reload();
    await map.locator(".place").getByText("52.5° N, 13.25° E").waitFor();
    await submit(map);
    await map.getByText("Your idea is submitted.").waitFor();
    const [place] = await optionsIn(places.adminHash);
    const { body } = await pages.asOwner(
      `GET /api/v1/polls/${places.adminHash}/options/${place.id}`,
    );
    expect(body.data).toEqual({ coordinates: [[13.25, 52.5]] });
    await map.locator(".option").getByText("52.5° N, 13.25° E").waitFor();
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
    await page.getByText("Enter coordinates").click();
    const coordinates = await page.getByLabel("Coordinates or the link of a map").inputValue();
    expect(Math.abs(Number(coordinates.split(", ")[1]) - -90)).toBeLessThan(2);
  });

  test("begins with the own position, and a map of the own continent in German", async () => {
    const poll = await newPoll("Collection", { option_type: "Options::LocationOption" });
    const page = await pages.visit(`/p/${poll.memberHash}`, {
      ...phone,
      locale: "de-DE",
      timezoneId: "Europe/Berlin",
      geolocation: { latitude: -52.5, longitude: 13.4 },
      permissions: ["geolocation"],
    });
    await page.getByRole("button", { name: /^Idee einreichen/ }).click();
    const [, , width] = ((await page.locator(".world").getAttribute("viewBox")) ?? "").split(" ");
    expect(Number(width)).toBe(90);
    await page.getByRole("button", { name: "Meine Position verwenden" }).click();
    await page.getByText("52,5° S, 13,4° O").waitFor();
  });
});
