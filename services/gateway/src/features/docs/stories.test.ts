// Covers docs/reference/requests.md: version

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pollTypes } from "@polls/domain/poll-types";
import { voteTypes } from "@polls/domain/vote-types";
import { createTestDatabase } from "@polls/testing";
import { startGateway, type TestGateway } from "../../../testing/start-gateway";
import { storiesOf } from "../../../testing/stories/stories";
import { longAnswersOnce, record } from "../../../testing/stories/tell";
import { createRatingSnapshots } from "../ratings/rating-snapshots";
import type { RecordedStory } from "./recorded";

const FILE = join(__dirname, "stories.json");
/** Set by `npm run interface`: the file is then written and not compared. */
const RECORDS = process.env.RECORD_STORIES === "1";

let gateway: TestGateway;
const told: RecordedStory[] = [];
beforeAll(async () => {
  // Each read comes later than ranks may lag, so that the recorded ranks do not depend on the speed of the machine.
  let now = 0;
  const ratingSnapshots = createRatingSnapshots(() => {
    now += 3_000;
    return now;
  });
  gateway = await startGateway(await createTestDatabase(), { deps: { ratingSnapshots } });
  const isShown = longAnswersOnce();
  for (const story of storiesOf(gateway)) told.push(await record(gateway, story, isShown));
  if (RECORDS) writeFileSync(FILE, `${JSON.stringify(told, undefined, 2)}\n`);
});
afterAll(() => gateway?.close());

/** `stories.json` contains the current requests and responses. `npm run interface` writes it. */
test("the recorded examples of the documentation equal the requests and responses of the service", () => {
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

test("every vote type is cast", () => {
  const cast = told.flatMap(({ steps }) =>
    steps.flatMap(({ operation, status, answer }) =>
      operation === "votes.cast" && status === 201 ? [(answer as { type: string }).type] : [],
    ),
  );
  expect([...new Set(cast)].sort()).toEqual([...voteTypes.names].sort());
});
