// Covers docs/reliability.md: limits-under-concurrency

import fc from "fast-check";
import { concurrentCommand, opening } from "./command";
import { readModel } from "./readings";
import { expectWithinLimits, runConcurrently } from "./run-concurrently";
import { runSequence } from "./run-sequence";
import { deadlineMs, runs } from "./runs";
import { type ModelVariant, variants } from "./variant";
import { createWorld, type World } from "./world";

const CLIENTS = 8;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.gateway.close());

const variantNamed = (name: string) => variants.find((one) => one.name === name) as ModelVariant;

test(
  "eight concurrent clients: no limit is ever exceeded, acknowledged changes are stored, counts are exact",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...variants),
        fc.array(fc.array(concurrentCommand, { minLength: 1, maxLength: 10, size: "max" }), {
          minLength: CLIENTS,
          maxLength: CLIENTS,
        }),
        (variant, clients) => runConcurrently(world, variant, clients),
      ),
      // A failure that depends on the order of requests cannot be shrunk.
      { numRuns: Math.ceil(runs / 3), endOnFailure: true },
    ),
  deadlineMs,
);

test("during concurrent votes, every read counts at least the acknowledged and at most the requested votes", async () => {
  const access = await world.openPoll(variantNamed("yes and no"));
  const make = async (line: string, body: object): Promise<string> =>
    (await access.send("owner", line, { body })).body.id;
  const option = await make("POST /options", { option: { content: "An idea" } });
  const voters: string[] = [];
  for (let n = 0; n < 120; n++) {
    voters.push(await make("POST /voters", { voter: { user_name: `${n}` } }));
  }

  const counts = { asked: 0, acknowledged: 0 };
  const vote = async () => {
    for (let voter_id = voters.pop(); voter_id !== undefined; voter_id = voters.pop()) {
      counts.asked++;
      const body = { voter_id, option_id: option, vote: { vote: 1 } };
      expect((await access.send("owner", "POST /votes", { body })).status).toBe(201);
      counts.acknowledged++;
    }
  };
  let looks = 0;
  const look = async () => {
    while (counts.acknowledged < 120) {
      const least = counts.acknowledged;
      const { body } = await access.send("eve", `GET /options/${option}`);
      expect(body.rating).toBeGreaterThanOrEqual(least);
      expect(body.rating).toBeLessThanOrEqual(counts.asked);
      expect(body.voter_count).toBe(body.rating);
      looks++;
    }
  };
  await Promise.all([look(), ...Array.from({ length: CLIENTS }, vote)]);
  expect(looks).toBeGreaterThan(1);
});

test("the check of limits finds votes above a limit", async () => {
  const variant = variantNamed("yes and no, few votes and few places");
  const { access, model } = await runSequence(world, variant, []);
  const { prisma } = world.gateway.db;
  const poll = await prisma.poll.findUniqueOrThrow({ where: { id: access.pollId } });
  const options = await prisma.option.findMany({ where: { pollId: poll.id } });
  const participants = await prisma.participant.findMany({ where: { pollId: poll.id } });
  expect([options.length, participants.length]).toEqual([3, opening.length - 3]);

  expectWithinLimits(await readModel(access, model));
  for (const { id, publicId } of options) {
    for (const participant of participants) {
      await prisma.vote.create({
        data: {
          publicId: `${publicId}${participant.publicId}`.slice(0, 22) + participant.id,
          pollId: poll.id,
          optionId: id,
          participantId: participant.id,
          type: "Votes::BooleanVote",
          value: 1,
          counts: true,
          score: 1,
          saysNo: false,
        },
      });
    }
  }
  const found = await readModel(access, model);
  expect(() => expectWithinLimits(found)).toThrow(/tooManyVotes/);
});
