import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

const TITLES = ["Dawn", "Harbour", "Meadow", "Dunes", "Glacier", "Orchard", "Canyon", "Dusk"];

/** Generated photos: landscapes of bands, one of them stored on its side, with a position in its metadata. */
export async function generatedPhotos() {
  return Promise.all(
    TITLES.map(async (title, index) => {
      const width = 1600 + index * 200;
      const height = 1200;
      const pixels = Buffer.alloc(width * height * 3);
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const at = (y * width + x) * 3;
          const hill = height * (0.55 + 0.15 * Math.sin((x / width) * (2 + index)));
          pixels[at] = y < hill ? 90 + index * 18 : 40 + ((x ^ y) & 31);
          pixels[at + 1] = y < hill ? 120 + (y * 90) / height : 90 + index * 10;
          pixels[at + 2] = y < hill ? 230 - index * 12 : 60;
        }
      }
      const picture = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ quality: 88 });
      const bytes = await (index === 0
        ? picture.withExif({
            IFD0: { Make: "Demo", Orientation: "6" },
            IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1" },
          })
        : picture
      ).toBuffer();
      return { title, fileName: `${title.toLowerCase()}.jpg`, bytes };
    }),
  );
}

/** The photos of a folder, in the order of their names. */
export async function photosIn(folder) {
  const names = (await readdir(folder)).filter((name) =>
    /\.(jpe?g|png|webp|gif|avif|tiff?)$/i.test(name),
  );
  if (names.length === 0) throw new Error(`There are no photos in ${folder}`);
  return Promise.all(
    names.sort().map(async (name) => ({
      title: path.parse(name).name,
      fileName: name,
      bytes: await readFile(path.join(folder, name)),
    })),
  );
}

/** Checks the derivatives of one photo; returns a sentence for each problem. */
export async function wrongDerivatives(attachment) {
  const wrong = [];
  const check = async (key, fits, what) => {
    const url = attachment[key];
    if (url === undefined) return wrong.push(`${key} is missing`);
    const response = await fetch(url);
    if (!response.ok) return wrong.push(`${key} answers ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { width, height, exif, xmp } = await sharp(bytes).metadata();
    if (!fits(width, height)) wrong.push(`${key} is ${width}×${height}, not ${what}`);
    if (exif !== undefined || xmp !== undefined) wrong.push(`${key} carries metadata`);
  };
  await check("attachment_url_large", (w, h) => Math.max(w, h) <= 2048, "at most 2048 long");
  await check("attachment_url_medium", (w, h) => Math.max(w, h) <= 1024, "at most 1024 long");
  await check("attachment_url_thumb", (w, h) => Math.max(w, h) <= 400, "at most 400 long");
  await check("attachment_url_social", (w, h) => w === 1200 && h === 630, "1200×630");
  return wrong;
}
