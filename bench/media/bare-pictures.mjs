// Renders the derivatives of pictures with only sharp, as a reference: one decoding each, no sandbox, no
// checks, no storage. `node bare-pictures.mjs <how many at once> <folder> <file …>`.
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(new URL("../../services/media-worker/package.json", import.meta.url));
const sharp = require("sharp");
sharp.cache(false);

const webp = { quality: 80, smartSubsample: true };

async function render(file, folder) {
  const { data, info } = await sharp(file, { sequentialRead: true })
    .autoOrient()
    .resize(2_048, 2_048, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const copy = () => sharp(data, { raw: { width, height, channels } });
  await Promise.all([
    copy().webp(webp).toFile(join(folder, "large.webp")),
    copy().resize(400, 400, { fit: "inside" }).webp(webp).toFile(join(folder, "thumb.webp")),
    copy()
      .resize(1_200, 630)
      .flatten()
      .jpeg({ quality: 82, progressive: true })
      .toFile(join(folder, "social.jpg")),
  ]);
}

const [atOnce, folder, ...files] = process.argv.slice(2);
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      await render(file, folder);
    }
  }),
);
