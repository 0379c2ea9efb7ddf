// The same derivatives by the tools alone: one decoding, no limits, no checks, nothing stored.
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { built, ffmpeg, root, taskIn, tools, work } from "./stage.mjs";

const pipeline = `
const sharp = require("sharp");
sharp.cache(false); sharp.concurrency(1);
const render = async (file) => {
  const { data, info } = await sharp(file, { sequentialRead: true }).autoOrient()
    .resize(2048, 2048, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const from = () => sharp(data, { raw });
  await from().webp({ quality: 80, smartSubsample: true }).toBuffer();
  await from().resize(400, 400, { fit: "inside" }).webp({ quality: 80, smartSubsample: true }).toBuffer();
  await from().resize(1200, 630).flatten().jpeg({ quality: 82, progressive: true }).toBuffer();
  await from().resize(1200, 630).webp({ quality: 80, smartSubsample: true }).toBuffer();
};`;
const cwd = join(root, "services/media-worker");
const env = { ...process.env, ...tools.confinement.environment };

/** A script that makes one picture's derivatives and ends, as a command line tool would. */
export const image = (file) =>
  execFileSync(process.execPath, ["-e", `${pipeline} render(process.argv[1])`, file], { cwd, env });

/** A script that stays, and makes one picture's derivatives after the other. */
export function stayingScript() {
  const loop = `${pipeline}
require("node:readline").createInterface({ input: process.stdin })
  .on("line", (file) => render(file).then(() => console.log("done")));`;
  const child = spawn(process.execPath, ["-e", loop], { cwd, env, stdio: ["pipe", "pipe", 2] });
  const lines = createInterface({ input: child.stdout });
  return {
    image: (file) =>
      new Promise((resolve) => {
        lines.once("line", resolve);
        child.stdin.write(`${file}\n`);
      }),
    end: () => child.stdin.end(),
  };
}

/** ffmpeg with the arguments that the worker gives it, and nothing before or after it. */
export async function filmCommand(file, media) {
  const { probe } = built("ffmpeg/probe.js");
  const film = built("video/film.js").filmOf(
    await probe(tools, { ...taskIn(work), input: file }, media.format),
  );
  const args = built("video/command.js").filmArguments({
    ...{ input: file, output: join(work, "bare.mp4"), format: media.format, film },
    plan: built("video/plan.js").planFilm(film, 0),
    maxDurationMs: tools.caps.videoMaxDurationMs,
  });
  return () =>
    execFileSync(ffmpeg, ["-nostdin", "-loglevel", "error", "-y", ...args], { stdio: "pipe" });
}
