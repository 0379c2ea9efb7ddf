import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build, defaultClientConditions } from "vite";
import { root } from "../setup/root.mjs";
import { landOutlinesFile } from "./land-outlines.mjs";

const HELPER = "\0vite/preload-helper.js";

/**
 * Replaces Vite's helper, which loads what a script that is loaded later imports. Ours loads no styles, which every page
 * has from the start, and is 1 kB smaller. All scripts are in the folder of the helper, so it needs no address of the
 * script that calls it.
 */
const shortPreload = {
  name: "short-preload",
  enforce: "pre",
  load(id) {
    if (id !== HELPER) return undefined;
    return `
const seen = new Set();
const __vitePreload = (load, files) => {
  for (const file of files) {
    const href = new URL(file, import.meta.url).href;
    if (seen.has(href) || !href.endsWith("js")) continue;
    seen.add(href);
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  return load();
};`;
  },
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        chunk.code = chunk.code.replaceAll(/(?<=[\])]),import\.meta\.url\)/g, ")");
      }
    },
  },
};

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

/** `virtual:icons` exports each icon of Lucide as a module, so that pages load what they show. */
const iconsOfLucide = {
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

const web = path.join(root, "services/web");

/** The areas of the pages, each with a script of its own. */
export const entries = readdirSync(path.join(web, "src/entry")).map(
  (file) => path.parse(file).name,
);

/** Builds the pages, and returns the chunks. Without `write` nothing is written. */
export async function buildPages({ write = true, outDir = path.join(web, "dist") } = {}) {
  const { output } = await build({
    root: web,
    configFile: false,
    logLevel: "warn",
    // Files name each other relative to themselves, so that pages work below any path.
    base: "./",
    plugins: [iconsOfLucide, landOutlinesFile, shortPreload],
    // The sources of the client, so that it need not be built first.
    resolve: { conditions: ["@polls/source", ...defaultClientConditions] },
    build: {
      write,
      outDir,
      emptyOutDir: true,
      target: "es2022",
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: entries.map((entry) => path.join(web, `src/entry/${entry}.tsx`)),
        // Code that many scripts share is one file, because many small files load more slowly on a phone.
        // Maps are not in it: few pages have one, and later.
        output: {
          codeSplitting: {
            groups: [
              {
                name: "base",
                test: (id) => !id.includes("/parts/map/"),
                tags: ["$initial"],
                minShareCount: 5,
              },
            ],
          },
        },
      },
    },
  });
  return output;
}
