// A newcomer who is root, where apt-get may install programs: what differs from another user.
import { say } from "../setup/say.mjs";
import { clone, moveIn, run } from "./machine.mjs";
import { expectMedia } from "./media.mjs";
import { expect } from "./report.mjs";
import { endStack, startStack } from "./stack.mjs";

const DEMO_MS = 600_000;

export async function asRoot({ step, skip }, cleaner) {
  const machine = moveIn(cleaner, { asRoot: true });
  say("As root, where apt-get may install:");
  const stack = await step(
    "`npm start` comes up in a folder of root",
    "libs/devstack/src/parts, scripts/setup",
    async () => {
      clone(machine);
      const running = await startStack(machine);
      cleaner.tell({ remove: running.places });
      return running;
    },
  );
  if (stack === undefined) {
    skip("everything else of root", "nothing runs");
    return;
  }
  await step(
    "ffmpeg of the machine is used",
    "scripts/setup, libs/devstack/src/parts",
    async () => {
      const said = stack.said();
      const isUsed = /^ffmpeg is \S+ of this machine/m.test(said);
      expect(
        isUsed || /cannot be installed/.test(said),
        "apt-get has installed ffmpeg",
        "no",
        said,
      );
      if (!isUsed) skip("ffmpeg of the machine", "apt-get cannot install it");
    },
  );
  await step(
    "`npm run demo -- --all` ends well, and its files are processed",
    "services/media-worker",
    async () => {
      await run(machine, "npm", ["run", "demo", "--", "--all"], { deadlineMs: DEMO_MS });
      await expectMedia(machine, stack);
    },
  );
  await step("Ctrl-C leaves no process", "libs/devstack/src/cli.ts", () =>
    endStack(machine, stack),
  );
}
