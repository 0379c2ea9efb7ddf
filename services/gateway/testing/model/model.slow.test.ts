// Covers docs/reliability.md: counts

import fc from "fast-check";
import { command, opening } from "./command";
import { expectedAnswer } from "./expected-answer";
import { createModel } from "./model";
import { compareAll } from "./readings";
import { runSequence } from "./run-sequence";
import { type ModelVariant, variants } from "./variant";
import { createWorld, start, type World } from "./world";

/** The responses of the model to sample sequences, such as `cast 201` and `cast 422 rank_taken`. */
function answersOfSample(): ReadonlySet<string> {
  const answers = new Set<string>();
  const commands = fc.array(command, { minLength: 40, maxLength: 40 });
  fc.sample(commands, { numRuns: 600, seed: 1 }).forEach((sequence, n) => {
    const model = createModel(variants[n % variants.length] as ModelVariant, start);
    [...opening, ...sequence].forEach((next, place) => {
      if (next.do === "wait") {
        model.now = new Date(model.now.getTime() + next.hours * 3_600_000);
        return;
      }
      const { status, codes = [""], apply } = expectedAnswer(model, next);
      for (const code of codes) answers.add(`${next.do} ${status} ${code}`.trim());
      apply?.(`id ${place}`);
    });
  });
  return answers;
}

test("random sequences cause every response of the vote endpoints", () => {
  const answers = answersOfSample();
  const refusals = ["poll_closed", "voting_not_allowed", "own_option", "invalid"];
  const limits = ["vote_limit_per_voter_reached", "limit_per_option_reached"];
  const wanted = [
    ...["cast 201", "cast 403", "cast 404 participant_not_found", "cast 404 option_not_found"],
    ...[...refusals, ...limits, "already_voted", "rank_taken"].map((code) => `cast 422 ${code}`),
    ...["change 200", "change 404 vote_not_found", "change 422 not_changeable"],
    ...[...refusals, ...limits].map((code) => `change 422 ${code}`),
    ...["withdraw 204", "withdraw 404 vote_not_found", "withdraw 422 poll_closed"],
    ...["leave 204", "leave 403", "leave 404 participant_not_found", "setStatus 422"],
    ...["join 422 already_participating", "addOption 422 new_options_not_allowed"],
    ...["removeOption 204", "removeOption 422 has_votes", "removeOption 422 not_yours"],
  ];
  expect(wanted.filter((answer) => !answers.has(answer))).toEqual([]);
});

describe("the comparison detects each kind of damage in the database", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.gateway.close());

  test.each([
    ["a vote is lost", "DELETE FROM votes WHERE poll_id = $1 AND value = 2"],
    ["a vote has another value", "UPDATE votes SET value = 1 WHERE poll_id = $1 AND value = 2"],
    [
      "a count is off by one",
      `UPDATE option_tallies SET total = total + 1
       WHERE option_id IN (SELECT id FROM options WHERE poll_id = $1) AND total > 0`,
    ],
    ["the number of ballots is lost", "UPDATE poll_tallies SET ballots = 0 WHERE poll_id = $1"],
    ["a participant is not counted", "UPDATE poll_tallies SET participants = 0 WHERE poll_id = $1"],
    [
      "a fraudulent participant is not marked",
      "UPDATE participants SET fraudulent = false WHERE poll_id = $1",
    ],
    ["options change places", "UPDATE options SET position = 4 - position WHERE poll_id = $1"],
    ["an archived option is visible", "UPDATE options SET archived = false WHERE poll_id = $1"],
  ])("%s", async (_case, damage) => {
    const variant = variants.find(({ name }) => name === "stars in categories, average by all");
    const vote = { do: "cast", by: "its owner", option: 0 } as const;
    const { access, model } = await runSequence(world, variant as ModelVariant, [
      { ...vote, participant: 0, value: 2, category: 1 },
      { ...vote, participant: 1, value: 3, category: 2 },
      { ...vote, participant: 2, value: 3, category: 2 },
      { do: "mark", by: "owner", participant: 2, fraudulent: true },
      { do: "editOption", by: "owner", option: 2, change: { archived: true } },
    ]);
    await world.gateway.db.pool.query(damage, [String(access.pollId)]);
    await expect(compareAll(access, model)).rejects.toThrow(/toEqual|toMatchObject|toBe/);
  });
});
