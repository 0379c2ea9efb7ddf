// `npm run test:media-programs [-- words of npm test]`: runs all tests of media with each ffmpeg of this machine:
// the system's, npm's, and those in FFMPEG_PATHS (paths, separated by colons). Each is listed with its count and time.
import { createRequire } from "node:module";
import { spawnSync } from "./setup/children.mjs";
import { answerHelp } from "./setup/help.mjs";
import { build, ensureInstalled } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";
import { giveUp, say } from "./setup/say.mjs";

answerHelp(import.meta.filename);

await ensureInstalled("tests");
await build();
const { findFfmpeg } = createRequire(import.meta.url)("../libs/devstack/dist/index.js");

const given = (process.env.FFMPEG_PATHS ?? "").split(":").filter(Boolean);
const found = [
  findFfmpeg(),
  findFfmpeg({ searchPath: "/nowhere" }),
  ...given.map((ffmpeg) => findFfmpeg({ ffmpeg })),
].filter(Boolean);
const programs = [...new Map(found.map((each) => [each.ffmpeg, each])).values()];
if (programs.length === 0) giveUp("There is no ffmpeg here.");

const own = process.argv.slice(2);
const words = own.length > 0 ? own : ["--all", "services/media-worker", "tests/journeys/media"];
const lines = programs.map(({ ffmpeg, version }) => {
  say(`ffmpeg ${version} (${ffmpeg}):`);
  const began = performance.now();
  const { status, stdout } = spawnSync(process.execPath, ["scripts/test.mjs", ...words], {
    cwd: root,
    stdio: ["inherit", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 100_000_000,
    env: { ...process.env, FFMPEG_PATH: ffmpeg },
  });
  process.stdout.write(stdout);
  if (status !== 0) process.exitCode = 1;
  const seconds = Math.round((performance.now() - began) / 1_000);
  return `ffmpeg ${version}: ${stdout.trim().split("\n").at(-1)}, ${seconds} s`;
});
say(`\n${lines.join("\n")}`);
