import { readFileSync } from "node:fs";

const { icons } = JSON.parse(
  readFileSync(new URL(import.meta.resolve("@iconify-json/lucide/icons.json")), "utf8"),
);

/** What all icons have, and the class `icon` sets. */
const SHARED =
  / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin)="round"|stroke-width="2")/g;

const bodies = new Map(
  Object.entries(icons).map(([name, { body }]) => [
    name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase()),
    body.replace(SHARED, ""),
  ]),
);

const declared = readFileSync(
  new URL("../../services/web/src/files.d.ts", import.meta.url),
  "utf8",
);
const used = [...declared.matchAll(/export const (\w+): string/g)]
  .map(([, name]) => name)
  .filter((name) => bodies.has(name));

const NAME = "virtual:icons";
const one = (name) => `${NAME}/${name}`;

/**
 * `virtual:icons` exports each declared icon of Lucide, the content of an SVG of 24 × 24, as a
 * module, so that pages load what they show.
 */
export const iconsOfLucide = {
  name: "icons",
  resolveId: (id) =>
    id === NAME || id.startsWith(one("")) ? { id: `\0${id}`, moduleSideEffects: false } : null,
  load(id) {
    if (id === `\0${NAME}`) {
      return used.map((name) => `export { ${name} } from "${one(name)}";\n`).join("");
    }
    if (!id.startsWith(`\0${one("")}`)) return null;
    const name = id.slice(`\0${one("")}`.length);
    return `export const ${name} = ${JSON.stringify(bodies.get(name))};`;
  },
};
