// Covers docs/reference/pages.md: looks

import type { Poll } from "@polls/domain/polls";
import { voteTypes } from "@polls/domain/vote-types";
import { buildAttachment, buildOption, sampleCases } from "@polls/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { motionsOf, phone, servePictures } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { smallTargetsOf } from "../../../testing/small-targets";
import { barriersOf, sharePages } from "../../../testing/start-pages";
import { textFaultsOf } from "../../../testing/text-faults";

const DAY_MS = 24 * 60 * 60 * 1_000;
const long = "Donaudampfschifffahrtsgesellschaft, Rindfleischetikettierung and what else is long";

const looks: readonly (readonly [string, BrowserContextOptions, string])[] = [
  [
    "forced colors at 320 pixels",
    { ...phone, forcedColors: "active", viewport: { width: 320, height: 640 } },
    "",
  ],
  [
    "text of twice the size, with reduced motion",
    { ...phone, reducedMotion: "reduce" },
    "html { font-size: 200% }",
  ],
];

/** All that a list of options has a control for. */
const listed = voteTypes.all.filter(({ compares }) => !compares);

describeWithBrowser("a person with accessibility settings", () => {
  const pages = sharePages();
  let polls: readonly Poll[];
  beforeAll(async () => {
    polls = [...(await votings()), ...(await others())];
  });

  const db = () => pages.gateway.db;

  const votings = () =>
    Promise.all(
      listed.map(async ({ name: vote_type }) => {
        const poll = await pages.newPoll({ vote_type, terms: long });
        for (const content of [long, "Soup"]) await buildOption(db(), poll, { content });
        return poll;
      }),
    );

  async function others(): Promise<readonly Poll[]> {
    const make = (type: string, settings: object = {}) =>
      pages.newPoll({ ...settings }, { type: `Polls::${type}`, title: long });
    const photos = await make("PhotoGallery", { allow_new_options: true });
    const images = await make("ImageGallery");
    for (const poll of [photos, images]) {
      for (let at = 0; at < 7; at++) {
        const option = await buildOption(db(), poll, { content: at === 0 ? long : `Photo ${at}` });
        await buildAttachment(db(), option, { derivatives: ["thumb", "medium", "large"] });
      }
    }
    const films = await make("VideoGallery");
    const type = "Options::YoutubeOption";
    await buildOption(db(), films, { type, content: long, youtubeId: "aqz-KE-bpKQ" });
    const sounds = await make("AudioGallery");
    const sound = await buildOption(db(), sounds, { content: long });
    await buildAttachment(db(), sound, {
      kind: "audio",
      contentType: "audio/mpeg",
      derivatives: ["sound"],
      metadata: { duration: 80, peaks: Array.from({ length: 200 }, (_, at) => at % 100) },
    });
    const calendar = await make("AdventCalendar");
    await buildOption(db(), calendar, { content: long, startDate: new Date(Date.now() - DAY_MS) });
    await buildOption(db(), calendar, { startDate: new Date(Date.now() + DAY_MS) });
    const collection = await make("Collection", { allow_new_options: true });
    const pairs = await make("PairwiseComparison");
    const table = await make("Table");
    for (const poll of [collection, pairs, table]) {
      for (const content of [long, "Soup"]) await buildOption(db(), poll, { content });
    }
    const survey = await make("Survey");
    const settings = { survey_step_type: "input" };
    const step = await buildOption(db(), survey, { content: long, settings } as never);
    await buildOption(db(), survey, {
      type: "Options::InputOption",
      content: long,
      parent: step,
      inputType: "text",
    });
    return [photos, images, films, sounds, calendar, collection, pairs, table, survey];
  }

  const faultsOf = async (page: Page): Promise<readonly string[]> => [
    ...(await barriersOf(page)),
    ...(await textFaultsOf(page)),
  ];

  test.each(looks.map((look, at) => [...look, at] as const))(
    "finds no accessibility violation, and no text is cut off: %s",
    async (_what, look, style, at) => {
      const found: Record<string, readonly string[]> = {};
      const page = await pages.visit("/", { ...look, bypassCSP: true });
      await servePictures(page);
      for (const poll of sampleCases(polls, 2, at)) {
        await page.goto(`${pages.gateway.url}/p/${poll.memberHash}`);
        if (style !== "") await page.addStyleTag({ content: style });
        await page.getByRole("link", { name: "See the results" }).waitFor();
        await page.waitForLoadState("networkidle");
        const name = `${poll.type} ${poll.settings.vote_type ?? ""}`;
        const faults = [...(await faultsOf(page))];
        const begin = page.getByRole("button", { name: /^Submit an|^Add my row|^Begin/ });
        if ((await begin.count()) > 0) {
          await begin.first().click();
          await page.waitForLoadState("networkidle");
          faults.push(...(await faultsOf(page)));
        }
        const like = page.getByRole("checkbox", { name: /^Vote: Soup/ });
        if ((await like.count()) > 0) {
          await like.click();
          await page.getByText("Saved").waitFor();
          faults.push(...(await faultsOf(page)));
        }
        if (faults.length > 0) found[name] = faults;
      }
      expect(found).toEqual({});
    },
  );

  test("finds boxes to tick as wide as they are tall, in text of twice the size", async () => {
    const poll = await pages.newPoll({}, { type: "Polls::Survey" });
    const settings = { survey_step_type: "input" };
    const step = await buildOption(db(), poll, { content: "A step", settings } as never);
    for (const inputType of ["radio", "multi_select"]) {
      const facts = { type: "Options::InputOption", content: inputType, parent: step, inputType };
      await buildOption(db(), poll, {
        ...facts,
        settings: { allowed_values: ["Tea", long] },
      } as never);
    }
    const page = await pages.visit(`/p/${poll.memberHash}`, { ...phone, bypassCSP: true });
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    await page.getByLabel("Tea").first().waitFor();
    const boxes = page.locator("form :is([type=radio], [type=checkbox])");
    const sizes = await boxes.evaluateAll((all) =>
      all.map((box) => {
        const { width, height } = box.getBoundingClientRect();
        return width - height;
      }),
    );
    expect(sizes).toEqual([0, 0, 0, 0]);
  });

  test("finds no motion on pages where it is to be reduced, which the check would see", async () => {
    const page = await pages.visit("/", { bypassCSP: true });
    expect(await motionsOf(page)).toEqual([]);
    await page.addStyleTag({
      content:
        "h1 { transition: color 1s, width 1s; } main::before { animation: x 1s; content: ''; }",
    });
    const found = await motionsOf(page);
    expect(found.map((one) => one.replace(/<.*>/s, ""))).toEqual([
      expect.stringMatching(/^moves: x of .*::before$/),
      expect.stringMatching(/^moves: width of /),
    ]);
  });

  test("finds no control that is too small for a thumb", async () => {
    const [poll] = polls;
    if (poll === undefined) throw new Error("there is no poll");
    const found: Record<string, readonly string[]> = {};
    const page = await pages.visit("/", phone);
    await servePictures(page);
    const paths = [
      ...[
        "/",
        "/sign-in",
        `/p/${poll.memberHash}/results`,
        `/p/${poll.memberHash}/results?present`,
      ],
      ...polls.map(({ memberHash }) => `/p/${memberHash}`),
    ];
    for (const path of paths) {
      await page.goto("about:blank");
      await page.goto(pages.gateway.url + path);
      await page.locator("main :is(a, button)").first().waitFor();
      const small = await smallTargetsOf(page);
      if (small.length > 0) found[path] = small;
    }
    expect(found).toEqual({});
  });
});
