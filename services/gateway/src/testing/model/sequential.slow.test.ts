import fc from "fast-check";
import { command } from "./command";
import { examples } from "./examples";
import { live } from "./live";
import { deadlineMs, runs, seed } from "./runs";
import { variants } from "./variant";
import { createWorld, type World } from "./world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.gateway.close());

describe(`seed ${seed}`, () => {
  test(
    "after any commands in any order, answers, ratings, ranks and counts are as the reference says",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...variants),
          fc.array(command, { minLength: 1, maxLength: 80, size: "max" }),
          async (variant, commands) => void (await live(world, variant, commands)),
        ),
        { numRuns: runs, seed, examples },
      ),
    deadlineMs,
  );
});
