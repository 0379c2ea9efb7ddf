// The same derivatives with the bare tools.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../scripts/setup/children.mjs";
import { ffmpeg, work } from "./worker-tools.mjs";

const script = fileURLToPath(new URL("bare-pictures.mjs", import.meta.url));

/** Renders the derivatives of pictures in a minimal script. */
export const barePictures = (files, atOnce) =>
  run(process.execPath, [script, String(atOnce), work, ...files]);

/** Encodes a video like the worker, with a command line and without stills. */
export const bareVideo = (file) =>
  run(ffmpeg, [
    ...["-nostdin", "-loglevel", "error", "-y", "-threads", "2", "-i", file],
    ...["-vf", "scale=w=1280:h=1280:force_original_aspect_ratio=decrease:force_divisible_by=2"],
    ...["-sws_flags", "bicubic", "-pix_fmt", "yuv420p"],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-profile:v", "high"],
    ...["-maxrate", "4M", "-bufsize", "8M", "-g", "120", "-threads", "2"],
    ...["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000", "-movflags", "+faststart"],
    join(work, "bare.mp4"),
  ]);
