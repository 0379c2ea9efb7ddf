import { readFileSync } from "node:fs";
import path from "node:path";
import { openBrowser } from "./browser.mjs";
import { expect, Unmet } from "./report.mjs";
import { until } from "./stack.mjs";

const PROCESSING_MS = 300_000;

/** The types of polls whose options have files, and how to find what is wrong with one of them. */
const checks = {
  "Polls::PhotoGallery": wrongPicture,
  "Polls::ImageGallery": wrongPicture,
  "Polls::AdventCalendar": wrongPicture,
  "Polls::VideoGallery": wrongFilm,
  "Polls::AudioGallery": wrongSound,
};
/** A film and a sound of the demo last at least so long. */
const SECONDS = 4;

/**
 * Expects each file of the demo's polls to be as docs/reference/media.md promises. Returns the
 * hashes of the polls.
 */
export async function expectMedia({ directory }, { baseUrl }) {
  const browser = openBrowser(baseUrl);
  const { demos } = pageData((await browser.get("/")).text);
  const demoTypes = demos.map(({ type }) => type).sort();
  const types = typesOf(directory);
  expect(
    types.join() === demoTypes.join(),
    `the start page links to polls of ${types.join(", ")}`,
    demoTypes.join(", ") || "none",
  );
  const wrong = [];
  for (const { type, path: address } of demos) {
    const hash = address.slice("/p/".length);
    const options = await processed(browser, hash);
    if (checks[type] === undefined) continue;
    if (options.length === 0) wrong.push(`${hash} has no options`);
    for (const option of options) {
      const problem = option.processing_error ?? (await checks[type](option));
      if (problem !== undefined) wrong.push(`${hash}: ${option.content}: ${problem}`);
    }
    const covered = options.some(({ attachment }) => attachment?.attachment_url_cover);
    if (type === "Polls::AudioGallery" && !covered) wrong.push(`${hash}: no sound has a cover`);
  }
  if (wrong.length > 0) throw new Unmet("every file of the demo is processed", wrong.join("\n"));
  return demos.map(({ path: address }) => address.slice("/p/".length));
}

const typesOf = (directory) =>
  [
    ...new Set(readFileSync(path.join(directory, "openapi.json"), "utf8").match(/Polls::\w+/g)),
  ].sort();

export const pageData = (text) =>
  JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? "{}");

/** The options that a visitor of the poll sees with their files, in the full form, once nothing is processed. */
async function processed(browser, hash) {
  const api = await browser.api(hash);
  const { body: list } = await api("GET", `/polls/${hash}/options?per_page=100`);
  const open = list.filter(({ start_date: from }) => from == null || Date.parse(from) < Date.now());
  return until(`the files of ${hash} are processed`, PROCESSING_MS, async () => {
    const shown = [];
    for (const { id } of open) shown.push((await api("GET", `/polls/${hash}/options/${id}`)).body);
    return shown.some(({ processing }) => processing) ? undefined : shown;
  });
}

async function wrongPicture({ attachment = {}, width, height, thumbhash }) {
  if (!(width > 0 && height > 0) || thumbhash === undefined) return "it has no size or thumbhash";
  for (const kind of ["large", "medium", "thumb"]) {
    const wrong = await wrongFile(attachment[`attachment_url_${kind}`], "image/webp");
    if (wrong !== undefined) return `${kind} ${wrong}`;
  }
  return wrongFile(attachment.attachment_url_social, "image/jpeg");
}

async function wrongFilm({ video = {}, playback, width, height, thumbhash }) {
  if (!(playback?.duration > SECONDS)) return `its duration is ${playback?.duration}`;
  if (!(width > 0 && height > 0) || thumbhash === undefined) return "it has no size or thumbhash";
  return (
    (await wrongFile(video.url, "video/mp4")) ??
    (await wrongFile(video.thumb_url, "image/webp")) ??
    (await wrongFile(video.social_url, "image/jpeg"))
  );
}

async function wrongSound({ attachment, playback }) {
  if (!(playback?.duration > SECONDS)) return `its duration is ${playback?.duration}`;
  if (!playback.peaks?.some((peak) => peak > 0)) return "it has no waveform";
  const cover = attachment?.attachment_url_cover;
  return (
    (await wrongFile(playback.url, "audio/mp4")) ??
    (cover === undefined ? undefined : wrongFile(cover, "image/webp"))
  );
}

/** The first bytes of files of a type, behind four that may be anything. */
const marks = {
  "image/webp": [8, "WEBP"],
  "image/jpeg": [0, "\xff\xd8\xff"],
  "video/mp4": [4, "ftyp"],
  "audio/mp4": [4, "ftyp"],
};

async function wrongFile(url, type) {
  if (url === undefined) return `has no ${type}`;
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const [at, mark] = marks[type];
  const is = response.headers.get("content-type");
  if (response.ok && is === type && bytes.toString("latin1", at, at + mark.length) === mark) return;
  return `is not ${type}: ${response.status} ${is}, ${bytes.length} bytes`;
}
