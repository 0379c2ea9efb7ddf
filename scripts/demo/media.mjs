import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { run } from "../setup/children.mjs";

/** Colors of a picture of the given size, by filters that old builds of ffmpeg have too. */
const colors = (size, [red, green, blue], shown) =>
  `color=s=${size}:d=6,format=rgb24,geq=r='${red}':g='${green}':b='${blue}',scale=${shown}:flags=bicubic`;

/** Videos as ffmpeg sources, with a chord: one of them in portrait format. */
const films = [
  [
    "Colors in motion",
    colors(
      "96x54",
      ["128+127*sin(X/17+T)", "128+127*sin(Y/13-T*0.7+2)", "128+127*sin((X+Y)/23+T/2+4)"],
      "960:540",
    ),
    [220, 277, 330],
  ],
  ["Into the fractal", "mandelbrot=s=854x480:end_scale=0.02,trim=duration=6", [196, 247, 294]],
  [
    "Growing cells",
    "life=s=240x135:mold=20:r=12:ratio=0.15:death_color=#c83232:life_color=#00ff80:seed=3,trim=duration=6,scale=960:540:flags=neighbor",
    [262, 330, 392],
  ],
  [
    "Upright",
    colors(
      "54x96",
      [
        "128+127*sin(hypot(X-27,Y-48)/9+atan2(Y-48,X-27)-2*T)",
        "96+80*sin(hypot(X-27,Y-48)/14-T)",
        "160+90*sin(Y/30+T)",
      ],
      "540:960",
    ),
    [175, 220, 262],
  ],
];

/** Sounds as functions of time, each with a different waveform; the last one has no cover. */
const sounds = [
  ["Bell", "0.5*sin(2*PI*880*t)*exp(-1.5*mod(t,3))+0.3*sin(2*PI*1320*t)*exp(-2*mod(t,3))", 30],
  ["Waves", "0.5*(random(0)*2-1)*(0.15+0.85*pow(sin(PI*t/4),2))", 60],
  ["Steps", "0.6*sin(2*PI*(220+55*floor(mod(t*2,8)))*t)*exp(-4*mod(t,0.5))", 90],
  ["Siren far away", "0.4*sin(2*PI*600*t+60*sin(2*PI*0.5*t))*(t/12)"],
];

const SOUND_SECONDS = 12;

/** Generated films, as MP4. */
export const generatedFilms = (ffmpeg) =>
  each(films, async ([title, source, tones], file) => {
    const chord = tones.map((tone) => `0.1*sin(2*PI*${tone}*t)`).join("+");
    await runFfmpeg(ffmpeg, [
      ...["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", `aevalsrc=${chord}:d=6`],
      ...["-shortest", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"],
      ...["-c:a", "aac", "-f", "mp4", file],
    ]);
    return { title, fileName: `${nameOf(title)}.mp4`, bytes: await readFile(file) };
  });

export const generatedSounds = (ffmpeg) =>
  each(sounds, async ([title, expression, hue], file) => {
    const source = `aevalsrc='${expression}':d=${SOUND_SECONDS}:s=44100`;
    await runFfmpeg(ffmpeg, [
      ...["-f", "lavfi", "-i", source],
      ...coverOf(hue),
      "-f",
      "flac",
      file,
    ]);
    return { title, fileName: `${nameOf(title)}.flac`, bytes: await readFile(file) };
  });

function coverOf(hue) {
  if (hue === undefined) return [];
  const waves = ["X/9", "Y/11", "(X+Y)/14"].map((way) => `150+90*sin(${way}+${hue})`);
  return [
    ...["-f", "lavfi", "-i", colors("60x60", waves, "600:600"), "-map", "0", "-map", "1"],
    ...["-frames:v", "1", "-c:v", "png", "-disposition:v", "attached_pic"],
  ];
}

const runFfmpeg = (ffmpeg, words) => run(ffmpeg, ["-v", "error", "-y", ...words]);

const nameOf = (title) => title.toLowerCase().replaceAll(" ", "-");

async function each(sources, make) {
  const directory = await mkdtemp(path.join(os.tmpdir(), "polls-demo-"));
  try {
    const made = [];
    for (const [at, source] of sources.entries()) {
      made.push(await make(source, path.join(directory, String(at))));
    }
    return made;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
