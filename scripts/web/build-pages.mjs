import { readdirSync } from "node:fs";
import path from "node:path";
import { build, defaultClientConditions } from "vite";
import { root } from "../setup/root.mjs";
import { iconsOfLucide } from "./icons.mjs";
import { landOutlinesFile } from "./land-outlines.mjs";
import { shortPreload } from "./short-preload.mjs";

const web = path.join(root, "services/web");

/** The areas of the pages, each with a script of its own. */
export const entries = readdirSync(path.join(web, "src/entry")).map(
  (file) => path.parse(file).name,
);

/** Builds the pages, and returns the chunks. Without `write` nothing is written. `plugins` see the build. */
export async function buildPages({
  write = true,
  outDir = path.join(web, "dist"),
  plugins = [],
} = {}) {
  const { output } = await build({
    root: web,
    configFile: false,
    logLevel: "warn",
    // Files name each other relative to themselves, so that pages work below any path.
    base: "./",
    plugins: [iconsOfLucide, landOutlinesFile, shortPreload, ...plugins],
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
        // Maps, with their texts, and streams are not in it: few pages have them.
        output: {
          codeSplitting: {
            groups: [
              {
                name: "base",
                test: (id) =>
                  !/\/parts\/map\/|land-outlines|\/words\/place\/|\/client\/src\/follow|eventsource-parser/.test(
                    id,
                  ),
                tags: ["$initial"],
                minShareCount: 6,
                priority: 1,
              },
              // Pages of options load these at once. One file of them is smaller than three.
              { name: "voting", test: /\/(?:vote-on|former-options|use-ranking)\.tsx$/ },
            ],
          },
        },
      },
    },
  });
  return output;
}
