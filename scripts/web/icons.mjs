import { readFileSync } from "node:fs";

const { icons } = JSON.parse(
  readFileSync(new URL(import.meta.resolve("@iconify-json/lucide/icons.json")), "utf8"),
);

/** What all icons have, and the class `icon` sets. */
const SHARED =
  / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin)="round"|stroke-width="2")/g;

const exportOf = ([name, { body }]) =>
  `export const ${name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())} = ${JSON.stringify(body.replace(SHARED, ""))};\n`;

const NAME = "virtual:icons";
const RESOLVED = `\0${NAME}`;

/** `virtual:icons` exports each icon of Lucide as the content of an SVG of 24 × 24. A script contains those it imports. */
export const iconsOfLucide = {
  name: "icons",
  resolveId: (id) => (id === NAME ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? Object.entries(icons).map(exportOf).join("") : null),
};
