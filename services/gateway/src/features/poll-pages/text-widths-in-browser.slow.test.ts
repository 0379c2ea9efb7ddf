// Covers docs/reference/pages.md: looks

import type { Poll } from "@polls/domain/polls";
import { voteTypes } from "@polls/domain/vote-types";
import {
  buildAttachment,
  buildOption,
  buildParticipant,
  type PollFacts,
  sampleCases,
} from "@polls/testing";
import type { Page } from "playwright-core";
import { laidOut, servePictures } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { sharePages } from "../../../testing/start-pages";
import { storeVotes } from "../../../testing/store-votes";
import { cutTablesOf, narrowTextsOf, titleSizesOf } from "../../../testing/text-faults";

const widths = [320, 360, 390, 640, 1280];
const zooms = [1, 2];
/** Titles that are large already grow less than the text. */
const GROWTH = 1.3;
/** The longest word that must not be broken, and other names. */
const names = [
  "Konferenzteilnahme",
  "Rust in practice",
  "Ein Vortrag über sehr schnelle Datenbanken",
];
const manyDates = "twelve people and seven dates";
const openAll =
  "document.querySelectorAll('main details').forEach((each) => { each.open = true; })";
const dateOptions = ["2130-09-03", "2130-09-04"].map((day) => ({
  type: "Options::TimeRangeOption",
  startDate: new Date(`${day}T09:00:00Z`),
  endDate: new Date(`${day}T11:00:00Z`),
}));
/** One door is open. */
const doors = ["2020-12-01", "2130-12-24"].map((day) => ({
  content: "Konferenzteilnahme",
  startDate: new Date(`${day}T00:00:00Z`),
}));

describeWithBrowser("texts in both languages, from 320 to 1280 px", () => {
  const pages = sharePages();
  const paths = new Map<string, string>();
  /** Pages of an account. */
  const ownPaths = new Map<string, string>();
  beforeAll(async () => {
    const votings = voteTypes.all.filter(({ simple, carries }) => simple && carries === "number");
    for (const { name } of sampleCases(votings, 2, 0)) {
      const poll = await newPoll("Voting", { vote_type: name });
      await voteIn(poll);
      add(name, poll);
    }
    const managed = await newPoll("Voting", { vote_type: "Votes::YesNoMaybeVote" });
    await voteIn(managed);
    addDesk("a voting", managed, ["people", "results", "settings", "webhooks", "more", "share"]);
    add(
      "single choice",
      await newPoll("Voting", { vote_type: "Votes::UpVote", vote_limit_per_voter: 1 }),
    );
    const signUp = await newPoll("Voting", {
      vote_type: "Votes::UpVote",
      limit_per_option_type: "limit_for_all",
      limit_per_option: 3,
    });
    await voteIn(signUp);
    add("sign-up list", signUp);
    const dates = await newPoll(
      "Voting",
      { vote_type: "Votes::YesNoMaybeVote", allow_new_options: true },
      dateOptions,
    );
    await voteIn(dates);
    add("dates", dates);
    await addManyDates();
    add("AdventCalendar", await newPoll("AdventCalendar", {}, doors));
    for (const type of ["Collection", "PhotoGallery", "PairwiseComparison", "Table"]) {
      const poll = await newPoll(type, { allow_new_options: true });
      add(type, poll);
      addDesk(type, poll, ["build"]);
    }
    for (const path of ["/polls", "/polls/new", "/account"]) ownPaths.set(path, path);
    for (const job of ["dates", "signup", "survey", "calendar"]) {
      ownPaths.set(`new: ${job}`, `/polls/new#${job}`);
    }
    for (const vote_type of ["Votes::HeartVote", "Votes::YesNoMaybeVote", "Votes::RangeVote"]) {
      const narrow = await newPoll("PhotoGallery", { vote_type, allow_new_options: true });
      await voteIn(narrow);
      add(`a gallery in two columns, ${vote_type}`, narrow);
    }
    const votingCategories = [
      { id: 1, title: "Konferenzteilnahme" },
      { id: 2, title: "Technische Ausführung" },
    ];
    const rated = { vote_type: "Votes::RatingVote" };
    const judged = await newPoll("PhotoGallery", rated, undefined, { votingCategories });
    add("a gallery in two columns, by categories", judged);
    const price = { voting_fee_type: "voting_sell_votes", voting_fee: 250_000 };
    add("sold votes", await newPoll("Voting", { ...price, vote_type: "Votes::UpVote" }));
    const questions = await survey();
    add("Survey", questions);
    addDesk("Survey", questions, ["build"]);
    for (const path of ["/", "/sign-in"]) paths.set(path, path);
  });

  const db = () => pages.gateway.db;
  const add = (name: string, { memberHash }: Poll): void => {
    paths.set(name, `/p/${memberHash}`);
    paths.set(`results of ${name}`, `/p/${memberHash}/results`);
  };
  const addDesk = (name: string, { adminHash }: Poll, places: readonly string[]): void => {
    for (const place of places) {
      ownPaths.set(`${place} of ${name}`, `/p/${adminHash}/admin#${place}`);
    }
  };

  async function newPoll(
    type: string,
    settings: Readonly<Record<string, unknown>>,
    options: readonly Parameters<typeof buildOption>[2][] = names.map((content) => ({ content })),
    more: PollFacts = {},
  ): Promise<Poll> {
    const poll = await pages.newPoll(
      { publisher: "Ada", ...settings },
      { type: `Polls::${type}`, title: "Welche Konferenzteilnahme?", ...more },
    );
    for (const facts of options) {
      const option = await buildOption(db(), poll, facts);
      if (type === "PhotoGallery") {
        await buildAttachment(db(), option, { derivatives: ["thumb", "medium", "large"] });
      }
    }
    return poll;
  }

  /** Seven dates with the votes of twelve people. */
  async function addManyDates(): Promise<void> {
    const poll = await newPoll(
      "Voting",
      { vote_type: "Votes::YesNoMaybeVote", option_type: "Options::TimeRangeOption" },
      [],
    );
    const options = [];
    for (let day = 1; day <= 7; day++) {
      const [startDate, endDate] = ["18:00", "20:00"].map(
        (time) => new Date(`2130-09-0${day}T${time}Z`),
      );
      const type = "Options::TimeRangeOption";
      options.push(await buildOption(db(), poll, { type, startDate, endDate } as never));
    }
    for (let person = 1; person <= 12; person++) {
      const by = await buildParticipant(db(), poll, { userName: `Maximiliane ${person}` });
      const votes = options.map((on, at) => ({ on, by, value: (at + person) % 3 }));
      await storeVotes(db(), poll, votes);
    }
    add(manyDates, poll);
    addDesk(manyDates, poll, ["people", "results"]);
  }

  async function survey(): Promise<Poll> {
    const poll = await pages.newPoll({}, { type: "Polls::Survey", title: "Konferenzteilnahme" });
    const settings = { survey_step_type: "matrix", allowed_values: names };
    const step = await buildOption(db(), poll, {
      content: "Konferenzteilnahme?",
      settings,
    } as never);
    for (const content of names) await buildOption(db(), poll, { content, parent: step });
    await buildOption(db(), poll, {
      content: "Danke",
      settings: { survey_step_type: "info" },
    } as never);
    return poll;
  }

  /** One vote on each option, so that the results show all of their texts. */
  async function voteIn({ adminHash, memberHash }: Poll): Promise<void> {
    const { body: options } = await pages.asOwner(`GET /api/v1/polls/${adminHash}/options`);
    const path = `/api/v1/polls/${memberHash}`;
    const { body: voter } = await pages.asOwner(`POST ${path}/voters`, { voter: {} });
    for (const { id } of options) {
      const body = { voter_id: voter.id, option_id: id, vote: { vote: 1 } };
      await pages.asOwner(`POST ${path}/votes`, body);
    }
  }

  async function faultsOf(page: Page, checked: ReadonlyMap<string, string>) {
    const found: Record<string, readonly string[]> = {};
    await servePictures(page);
    for (const [name, path] of checked) {
      await page.goto("about:blank");
      await page.goto(pages.gateway.url + path);
      await page.locator("main :is(a, button, input)").first().waitFor();
      await page.waitForFunction("!/Loading|Wird geladen/.test(document.body.innerText)");
      if (name === manyDates) {
        await page.setViewportSize({ width: 1280, height: 800 });
        // Who votes sees the votes of the others.
        await page.locator("li.option label").first().click();
        await page.getByRole("rowheader", { name: "Maximiliane 12" }).waitFor();
      }
      if (checked === ownPaths) await page.evaluate(openAll);
      const sizes = new Map<number, readonly number[]>();
      for (const zoom of zooms) {
        await page.addStyleTag({ content: `html { font-size: ${zoom * 100}% }` });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await laidOut(page);
          const titles = await titleSizesOf(page);
          const before = sizes.get(width);
          sizes.set(width, titles);
          const small = titles.filter((size, at) => size < GROWTH * (before?.[at] ?? 0));
          const faults = [
            ...(await narrowTextsOf(page, zoom)),
            ...small.map((size) => `a title of ${size} px does not grow`),
          ];
          if (faults.length > 0) found[`${name}, ${width} px, ${zoom * 100} %`] = faults;
        }
      }
      for (const width of [320, 640]) {
        await page.setViewportSize({ width, height: 800 });
        const cut = await cutTablesOf(page);
        if (cut.length > 0) found[`${name}, ${width} px`] = cut;
      }
    }
    return found;
  }

  test.each(["en-GB", "de-DE"])(
    "%s: no text wraps in less than 8 characters, no title breaks a word of up to 18 letters, titles grow with the text, nothing is wider than the page, and printed tables are whole",
    async (locale) => {
      const page = await pages.visit("/", { locale, bypassCSP: true });
      expect(await faultsOf(page, paths)).toEqual({});
    },
    300_000,
  );

  test.each(["en-GB", "de-DE"])(
    "%s: nor on pages of an account",
    async (locale) => {
      const storageState = await pages.signIn();
      const page = await pages.visit("/", { locale, bypassCSP: true, storageState });
      expect(await faultsOf(page, ownPaths)).toEqual({});
    },
    300_000,
  );
});
