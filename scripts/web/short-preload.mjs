const HELPER = "\0vite/preload-helper.js";

/**
 * Vite's helper that loads what later scripts import, without styles, which every page has, and 1
 * kB smaller. All scripts are in its folder, so it needs no address of the calling one.
 */
export const shortPreload = {
  name: "short-preload",
  enforce: "pre",
  load(id) {
    if (id !== HELPER) return undefined;
    return `
const seen = new Set();
export const __vitePreload = (load, files) => {
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
