// `node scripts/web/bundle.mjs [directory]`: writes the files of the pages to services/web/dist, or to a directory.
// Nothing else needs to be built.
import { buildPages } from "./build-pages.mjs";

const [outDir] = process.argv.slice(2);
await buildPages({ outDir });
