import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pollTypes } from "@polls/domain/poll-types";
import { voteTypes } from "@polls/domain/vote-types";
import { createTestDatabase } from "@polls/testing";
import { startGateway, type TestGateway } from "../../testing/start-gateway";
import { storiesOf } from "../../testing/stories/stories";
import { longAnswersOnce, record } from "../../testing/stories/tell";
import type { RecordedStory } from "./recorded";

const FILE = join(__dirname, "stories.json");
/** `npm run interface` sets it: the file is written instead of compared. */
const RECORDS = process.env.RECORD_STORIES === "1";

let gateway: TestGateway;
const told: RecordedStory[] = [];
beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase());
  const isShown = longAnswersOnce();
  for (const story of storiesOf(gateway)) told.push(await record(gateway, story, isShown));
  if (RECORDS) writeFileSync(FILE, `${JSON.stringify(told, undefined, 2)}\n`);
});
afterAll(() => gateway?.close());

/** `stories.json` has what is sent and received now; `npm run interface` writes it. */
test("the examples of the documentation are sent and received as they stand", () => {
  const stored: readonly RecordedStory[] = JSON.parse(readFileSync(FILE, "utf8"));
  const titles = told.map(({ title }) => title);
  expect(stored.map(({ title }) => title)).toEqual(titles);
  for (const story of told)
    expect(stored.find(({ title }) => title === story.title)).toEqual(story);
});

test("every type of polls has a story", () => {
  const types = told.flatMap(({ type }) => (type === null ? [] : [type]));
  expect(types.sort()).toEqual([...pollTypes.names].sort());
});

test("every class of votes is cast", () => {
  const cast = told.flatMap(({ steps }) =>
    steps.flatMap(({ operation, status, answer }) =>
      operation === "votes.cast" && status === 201 ? [(answer as { type: string }).type] : [],
    ),
  );
  expect([...new Set(cast)].sort()).toEqual([...voteTypes.names].sort());
});
