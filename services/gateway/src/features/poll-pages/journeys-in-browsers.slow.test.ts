// Covers docs/reference/pages.md: results-on-pages

import { atFileEnd, png, sampleCases } from "@polls/testing";
import type { Browser, Page } from "playwright-core";
import { browse, openBrowser, phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { enterTexts } from "../../../testing/enter-texts";
import { shareGateway } from "../../../testing/share-gateway";
import { type SignedInState, signInAt } from "../../../testing/sign-in-page";
import { signUp } from "../../../testing/sign-up";
import { optionsOfPages, unlimited } from "../../../testing/start-pages";

const email = "owner@example.org";
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** A person who votes: the name, and the position of the preferred one of two options. */
interface Voter {
  readonly name: string;
  readonly at: 0 | 1;
}
const voters: readonly Voter[] = [
  { name: "Ada", at: 0 },
  { name: "Grace", at: 1 },
];

/** What differs between the types of polls. The steps of the journey are the same for all. */
interface Journey {
  /** The job that makes a poll of the type. */
  readonly job: string;
  /** Fills in what the form asks for in addition to the title. */
  readonly fill?: (page: Page) => Promise<unknown>;
  /** Adds what the owner adds on the next page. */
  readonly add?: (page: Page) => Promise<unknown>;
  readonly vote: (page: Page, voter: Voter) => Promise<unknown>;
  /** Only admins can read texts. */
  readonly reader?: "owner";
  /** The texts of results after both votes, each with the selector of its element. */
  readonly results: readonly (readonly [selector: string, text: string | RegExp])[];
}

/** Fills in the sheet that the first vote opens. */
const join = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel("Your name").fill(name);
  await page.keyboard.press("Enter");
};
const option = (page: Page, name: string) => page.locator("li.option", { hasText: name });

/** Gives stars to the first option of a list, and waits until they are saved. */
const giveStars = async (page: Page, { name, at }: Voter): Promise<void> => {
  const first = page.locator("li.option").first();
  await first.getByLabel(at === 0 ? "5 stars" : "4 stars").check({ force: true });
  await join(page, name);
  await page.getByText(`You take part as ${name}.`).waitFor();
  await first.getByText("Saved").waitFor();
};
const bar = ".bars > li";
const fourAndFive = [[bar, /4\.5[\s\S]*2\svotes/]] as const;

const gallery = (works: string, add: Journey["add"]): Journey => ({
  job: "Contest",
  fill: (page) => page.getByLabel("What is submitted?").selectOption(works),
  vote: giveStars,
  results: fourAndFive,
  ...(add !== undefined && { add }),
});

const upload =
  (name: string, mimeType: string, buffer: Buffer): Journey["add"] =>
  async (page) => {
    await page
      .getByLabel(/^Add (?:photos|pictures|films|recordings)/)
      .setInputFiles({ name, mimeType, buffer });
    await page.getByRole("heading", { name: name.replace(/\.\w+$/, "") }).waitFor();
  };

/** A WAV file with a tenth of a second of silence. */
function silence(): Buffer {
  const header = Buffer.alloc(44);
  const samples = Buffer.alloc(800, 128);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

const journeys: Readonly<Record<string, Journey>> = {
  "Polls::Voting": {
    job: "Vote on several",
    fill: async (page) => {
      await enterTexts(page, "What can people vote on?", ["Soup", "Rice"]);
      await page.getByLabel("How do people vote?").selectOption("Yes, maybe or no");
    },
    vote: async (page, { name, at }) => {
      for (const [index, dish] of ["Soup", "Rice"].entries()) {
        const answer = index === at ? "Yes" : "No";
        await option(page, dish).getByLabel(answer, { exact: true }).click();
        if (index === 0) await join(page, name);
        await option(page, dish).getByText("Saved").waitFor();
      }
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("heading", { name: "Thank you!" }).waitFor();
    },
    results: [
      [bar, /Soup[\s\S]*Yes: 1 \(50%\)[\s\S]*No: 1/],
      [bar, /Rice[\s\S]*Yes: 1 \(50%\)[\s\S]*No: 1/],
    ],
  },
  "Polls::Survey": {
    job: "Survey",
    fill: async (page) => {
      const questions = page.locator("details.question-form");
      for (let count = 4; count > 1; count--) {
        await questions
          .nth(count - 1)
          .locator("summary")
          .click();
        await questions
          .nth(count - 1)
          .getByRole("button", { name: /^Delete/ })
          .click();
      }
      await questions.locator("summary").click();
      await questions.getByLabel("Text", { exact: true }).fill("What did you like?");
      await questions.getByLabel("Kind of answer").selectOption("A line of text");
    },
    vote: async (page, { name, at }) => {
      await page.getByRole("textbox", { name: "What did you like?" }).fill(`The talk ${at + 1}`);
      await page.getByRole("button", { name: "Next" }).click();
      await join(page, name);
      await page.getByRole("heading", { name: "Thank you!" }).waitFor();
    },
    reader: "owner",
    results: [
      ["main", "The talk 1"],
      ["main", "The talk 2"],
    ],
  },
  "Polls::Table": {
    job: "Fill in a table",
    vote: async (page, { name, at }) => {
      await page.getByRole("button", { name: "Add my row" }).click();
      await join(page, name);
      const row = page.locator(".cells tbody tr", { hasText: name });
      await row.getByRole("textbox", { name: "I bring" }).fill(["Bread", "Cheese"][at] ?? "");
      await page.keyboard.press("Tab");
      await row.getByText("Saved").waitFor();
    },
    results: [
      ["main", "Bread"],
      ["main", "Cheese"],
    ],
  },
  "Polls::Collection": {
    job: "Collect ideas",
    fill: (page) => enterTexts(page, "First ideas", ["A bench"]),
    vote: async (page, { name, at }) => {
      await option(page, "A bench").getByRole("button", { name: "Vote" }).click();
      await join(page, name);
      await option(page, "A bench").getByText("Saved").waitFor();
      if (at === 0) return;
      await page.getByRole("button", { name: /^Submit an/ }).click();
      await page.getByLabel("Your text").fill("A tree");
      await page.getByRole("button", { name: "Submit", exact: true }).click();
      await option(page, "A tree").waitFor();
    },
    results: [
      [bar, /A bench[\s\S]*2\svotes/],
      [bar, "A tree"],
    ],
  },
  "Polls::PhotoGallery": gallery("Photos", upload("lake.png", "image/png", png(8, 8))),
  "Polls::ImageGallery": gallery("Pictures", upload("logo.png", "image/png", png(8, 8))),
  "Polls::VideoGallery": gallery("Films", async (page) => {
    await page.getByRole("button", { name: "Address of a video" }).click();
    await page
      .getByRole("textbox", { name: "Address of a video" })
      .fill("https://youtu.be/aqz-KE-bpKQ");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "Film 1", exact: true }).waitFor();
  }),
  "Polls::AudioGallery": gallery("Recordings", upload("song.wav", "audio/wav", silence())),
  "Polls::PairwiseComparison": {
    job: "This or that",
    fill: (page) => enterTexts(page, "What can people vote on?", ["Aurora", "Comet"]),
    vote: async (page, { name }) => {
      await page.locator(".side", { hasText: "Comet" }).click();
      await join(page, name);
      await page.getByText("1 of 1 pairs").waitFor();
    },
    results: [[bar, /Comet[\s\S]*2/]],
  },
  "Polls::AdventCalendar": {
    job: "Advent calendar",
    fill: async (page) => {
      await enterTexts(page, "What is behind the doors?", ["A star", "A song", "A tree"]);
      await page.getByLabel("The day of the first door").fill(YESTERDAY);
    },
    vote: async (page, { name }) => {
      await page.locator("summary", { hasText: "A star" }).click();
      await option(page, "A star").getByRole("button", { name: "Vote" }).click();
      await join(page, name);
      await option(page, "A star").getByText("Saved").waitFor();
    },
    results: [[bar, /A star[\s\S]*2\svotes/]],
  },
};

describeWithBrowser("from a new poll to its results", () => {
  const gateway = shareGateway(() => optionsOfPages({ rateLimiter: unlimited }));
  let ofOwner: Browser;
  let ofVoters: readonly Browser[];
  let state: SignedInState;
  beforeAll(async () => {
    const open = async () => {
      const browser = await openBrowser();
      atFileEnd("a browser", () => browser.close());
      return browser;
    };
    await signUp(gateway.db, { email });
    ofOwner = await open();
    ofVoters = await Promise.all(voters.map(open));
    state = await signInAt(gateway, ofOwner, email);
  });

  test.each(sampleCases(Object.entries(journeys), 2, 0))(
    "%s: an owner and two voters",
    async (type, journey) => {
      const owner = await browse(ofOwner, `${gateway.url}/polls/new`, { storageState: state });
      await owner.getByRole("link", { name: journey.job }).click();
      await owner.getByLabel("Title", { exact: true }).fill(`About ${type}`);
      await journey.fill?.(owner);
      await owner.getByRole("button", { name: "Create the poll" }).click();
      await owner.getByRole("heading", { name: `About ${type}` }).waitFor();
      await journey.add?.(owner);
      const link = await owner.getByRole("textbox", { name: "Link for participants" }).inputValue();

      const results =
        journey.reader === "owner"
          ? await browse(ofOwner, owner.url().replace(/#.*|$/, "#results"), { storageState: state })
          : await browse(ofOwner, `${link}/results`, {});
      await Promise.all(
        voters.map(async (voter, at) => {
          const browser = ofVoters[at];
          if (browser === undefined) throw new Error("a voter has no browser");
          const page = await browse(browser, link, voter.at === 0 ? phone : {});
          await journey.vote(page, voter);
          await page.context().close();
        }),
      );
      // The page was open before the first vote, and is updated live.
      for (const [selector, text] of journey.results) {
        await results
          .locator(selector)
          .filter({ hasText: text })
          .first()
          .waitFor({ state: "attached" });
      }
      const poll = await gateway.db.prisma.poll.findFirstOrThrow({ where: { type } });
      expect(await gateway.db.prisma.participant.count({ where: { pollId: poll.id } })).toBe(2);
      await Promise.all([owner, results].map((page) => page.context().close()));
    },
  );

  test("every type of polls has a journey", async () => {
    const { body } = await gateway.request("GET /openapi.json");
    expect(Object.keys(journeys).sort()).toEqual(
      [...body.components.schemas.Poll.properties.type.enum].sort(),
    );
  });
});
