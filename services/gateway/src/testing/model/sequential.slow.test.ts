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
    "whatever is done in whatever order, answers, ratings, ranks and counts are those of the specification",
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
