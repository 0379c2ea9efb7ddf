// Covers docs/reliability.md: counts

import fc from "fast-check";
import { command } from "./command";
import { examples } from "./examples";
import { runSequence } from "./run-sequence";
import { deadlineMs, runs } from "./runs";
import { variants } from "./variant";
import { createWorld, type World } from "./world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.gateway.close());

test(
  "after any sequence of commands, responses, ratings, ranks and counts equal those of the model",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...variants),
        fc.array(command, { minLength: 1, maxLength: 80, size: "max" }),
        async (variant, commands) => void (await runSequence(world, variant, commands)),
      ),
      { numRuns: runs, examples },
    ),
  deadlineMs,
);
