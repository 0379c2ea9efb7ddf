import { readFile } from "node:fs/promises";
import sharp, { type OverlayOptions } from "sharp";
import { z } from "zod";
import type { Decoder } from "./decode";

/** What a drawn picture of links to a poll shows, as a file. */
export const cardFile = z.strictObject({
  title: z.string().nullable(),
  brand: z.string().nullable(),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
});

export type Card = z.output<typeof cardFile>;

/** The machine may have no fonts, so the worker brings one. */
const fontfile = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf");
const FONT = "DejaVu Sans Condensed Bold";
/** A point is a pixel. */
const DPI = 72;

/** The size of a `social` picture. */
const size = { width: 1_200, height: 630 };
const EDGE = 80;
/** The part of the height that a title may have. */
const TITLE_HEIGHT = 330;
const titleSizes = [84, 72, 60, 50, 42] as const;
const BRAND_SIZE = 34;

/** Opens a card as a picture of the size of `social`. */
export async function openCard(path: string): Promise<Decoder> {
  const card = cardFile.parse(JSON.parse(await readFile(path, "utf8")));
  return {
    size,
    orientation: 1,
    async pixels(wanted) {
      const { data, info } = await sharp({
        create: { ...size, channels: 3, background: card.color },
      })
        .composite(await partsOf(card))
        .resize({ ...wanted, fit: "fill" })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      return { data, raw: { width, height, channels } };
    },
  };
}

async function partsOf({ title, brand }: Card): Promise<OverlayOptions[]> {
  const parts = [...bars(title === null)];
  if (title !== null) {
    const text = await fittingTitle(title);
    parts.push({ input: text.data, left: EDGE, top: EDGE });
  }
  if (brand !== null) {
    const text = await draw(brand, BRAND_SIZE, "85%");
    const top = size.height - EDGE - text.info.height;
    parts.push({ input: text.data, left: EDGE, top });
  }
  return parts;
}

/** The title in the largest size in which it fits. In the smallest one the rest is cut off. */
async function fittingTitle(title: string) {
  let smallest: Awaited<ReturnType<typeof draw>> | undefined;
  for (const points of titleSizes) {
    smallest = await draw(title, points, "100%");
    if (smallest.info.height <= TITLE_HEIGHT) return smallest;
  }
  if (smallest === undefined) throw new Error("there are sizes of titles");
  const { width } = smallest.info;
  return sharp(smallest.data)
    .extract({ left: 0, top: 0, width, height: TITLE_HEIGHT })
    .png()
    .toBuffer({ resolveWithObject: true });
}

const draw = (text: string, points: number, opacity: string) =>
  sharp({
    text: {
      text: `<span foreground="white" alpha="${opacity}">${escaped(text)}</span>`,
      font: `${FONT} ${points}`,
      fontfile,
      width: size.width - 2 * EDGE,
      dpi: DPI,
      rgba: true,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The bars of a result: small in the corner, or large in the middle where there is no title. */
function bars(large: boolean): OverlayOptions[] {
  const scale = large ? 3 : 1;
  const [width, gap, unit] = [28 * scale, 14 * scale, 30 * scale];
  const heights = [2, 3, 1].map((count) => count * unit);
  const whole = heights.length * (width + gap) - gap;
  const left = large ? (size.width - whole) / 2 : size.width - EDGE - whole;
  const bottom = large ? (size.height + 3 * unit) / 2 : size.height - EDGE;
  return heights.map((height, index) => ({
    input: {
      create: { width, height, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0.55 } },
    },
    left: Math.round(left + index * (width + gap)),
    top: Math.round(bottom - height),
  }));
}
