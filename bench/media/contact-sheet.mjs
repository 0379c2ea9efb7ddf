#!/usr/bin/env node
// Renders files as the media worker does and writes one page that shows every derivative.
// `npm run contact-sheet -- <folder for the page> <file …>`.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { inspect, render } from "./worker-tools.mjs";

const [folder, ...files] = process.argv.slice(2);
if (folder === undefined || files.length === 0) {
  console.error("usage: npm run contact-sheet -- <folder for the page> <file …>");
  process.exit(2);
}
const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

mkdirSync(folder, { recursive: true });
const sections = [];
for (const file of files) sections.push(await section(resolve(file)));
writeFileSync(
  join(folder, "index.html"),
  `<!doctype html><meta charset="utf-8"><title>Derivatives</title><style>
body { font: 14px sans-serif; background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 24px 24px }
section { margin: 1em; padding: 1em; background: #fff9 } figure { display: inline-block; margin: .5em; vertical-align: top }
img, video { max-height: 260px; max-width: 420px; outline: 1px solid #888 } figcaption, p { color: #333 }
</style>${sections.join("\n")}\n`,
);
console.log(join(folder, "index.html"));

async function section(file) {
  const title = `<h2>${escapeHtml(basename(file))}</h2>`;
  const inspection = await inspect(file);
  if (!inspection.ok)
    return `<section>${title}<p>${inspection.problem}: ${escapeHtml(inspection.detail)}</p></section>`;
  const directory = resolve(folder, basename(file));
  const { media } = inspection;
  const rendering = await render(file, media, directory);
  if (rendering === undefined) return `<section>${title}<p>no derivatives</p></section>`;
  if (!rendering.ok)
    return `<section>${title}<p>${rendering.problem}: ${escapeHtml(rendering.detail)}</p></section>`;
  const facts = { ...media, ...rendering.metadata, peaks: undefined };
  return `<section>${title}<p>${escapeHtml(JSON.stringify(facts))}</p>${rendering.files.map((made) => figure(file, made)).join("")}</section>`;
}

function figure(file, { name, path, contentType, extension, width, height }) {
  const shown = `${name}.${extension}`;
  copyFileSync(path, join(dirname(path), shown));
  const address = `${encodeURIComponent(basename(file))}/${shown}`;
  const element = contentType.startsWith("image/")
    ? `<img src="${address}" alt="">`
    : `<video controls src="${address}"></video>`;
  return `<figure>${element}<figcaption>${name} ${width ?? ""}×${height ?? ""} ${contentType}</figcaption></figure>`;
}
