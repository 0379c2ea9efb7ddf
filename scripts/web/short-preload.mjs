const HELPER = "\0vite/preload-helper.js";

/**
 * Replaces Vite's helper, which loads what a script that is loaded later imports. Ours loads no styles, which every page
 * has from the start, and is 1 kB smaller.
 */
export const shortPreload = {
  name: "short-preload",
  enforce: "pre",
  load(id) {
    if (id !== HELPER) return undefined;
    return `
const seen = new Set();
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (seen.has(file) || file.endsWith(".css")) continue;
    seen.add(file);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = "/" + file;
    document.head.append(link);
  }
  return load();
};`;
  },
};
