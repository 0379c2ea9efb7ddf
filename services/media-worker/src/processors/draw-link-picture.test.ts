// Covers docs/reference/pages.md: links-to-a-poll

import { buffer } from "node:stream/consumers";
import { buildPoll } from "@polls/testing";
import sharp from "sharp";
import { makePicture } from "../../testing/make-media";
import { shareMedia } from "../../testing/media-fixture";

const fixture = shareMedia();

const SOURCE = "a".repeat(64);

async function wanted(
  facts: { readonly title?: string | null; readonly brand?: string; readonly data?: unknown } = {},
) {
  const { title = "Lunch & <b>more</b>?", brand, data } = facts;
  const settings = data === undefined ? {} : { social_media_image_data: { data } };
  const { id } = await buildPoll(fixture.deps.db, { settings });
  await fixture.deps.db.prisma.linkPicture.create({
    data: { pollId: id, source: SOURCE + id, title, brand: brand ?? null, color: "#1651c5" },
  });
  return id;
}

const draw = (id: bigint) => fixture.run("media.draw-link-picture", id);
const rowOf = (pollId: bigint) =>
  fixture.deps.db.prisma.linkPicture.findUniqueOrThrow({ where: { pollId } });

async function drawn(id: bigint) {
  await draw(id);
  const { storageKey, byteSize } = await rowOf(id);
  const content = await buffer(await fixture.storage.open(storageKey ?? ""));
  expect(content.length).toBe(Number(byteSize));
  const { width, height, format } = await sharp(content).metadata();
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const white = (top: number, bottom: number): number => {
    let count = 0;
    for (let y = top; y < bottom; y += 1) {
      for (let x = 0; x < info.width / 2; x += 1) if (at(x, y).every((v) => v > 240)) count += 1;
    }
    return count;
  };
  return { width, height, format, at, white };
}

const near = (color: readonly number[], expected: readonly number[]) =>
  expect(color.map((value, at) => Math.abs(value - (expected[at] ?? 0)) < 12)).toEqual([
    true,
    true,
    true,
  ]);

test("draws the title in white on the color, as a JPEG of 1,200 × 630 pixels", async () => {
  const picture = await drawn(await wanted());
  expect(picture).toMatchObject({ width: 1_200, height: 630, format: "jpeg" });
  near(picture.at(5, 5), [0x16, 0x51, 0xc5]);
  expect(picture.white(80, 410)).toBeGreaterThan(2_000);
});

test("a long title fits above the name of the operator", async () => {
  const picture = await drawn(await wanted({ title: `${"Wofür? ".repeat(20)}`, brand: "Polls" }));
  expect(picture.white(0, 78)).toBe(0);
  expect(picture.white(412, 490)).toBe(0);
});

test("without a title no text is drawn", async () => {
  expect((await drawn(await wanted({ title: null }))).white(0, 630)).toBe(0);
});

test("a given picture is cropped to 1,200 × 630 pixels", async () => {
  const content = await sharp({
    create: { width: 1_600, height: 1_600, channels: 3, background: "#ff0000" },
  })
    .png()
    .toBuffer();
  const data = `data:image/png;base64,${content.toString("base64")}`;
  const picture = await drawn(await wanted({ data }));
  expect(picture).toMatchObject({ width: 1_200, height: 630, format: "jpeg" });
  near(picture.at(600, 300), [255, 0, 0]);
});

test.each([
  ["that is no picture", "data:image/png;base64,aGVsbG8="],
  ["that is text", "hello"],
  ["that is no text", 5],
  [
    "that is an SVG",
    `data:image/svg+xml;base64,${Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64")}`,
  ],
  ["of more than 1 MB", `data:image/png;base64,${"A".repeat(1_500_000)}`],
])("in place of a given picture %s, the title is drawn", async (_what, data) => {
  const picture = await drawn(await wanted({ data }));
  near(picture.at(5, 5), [0x16, 0x51, 0xc5]);
});

test("a given picture may be any picture that can be uploaded", async () => {
  const data = `data:image/jpeg;base64,${(await makePicture(300, 200)).toString("base64")}`;
  expect(await drawn(await wanted({ data }))).toMatchObject({ width: 300, height: 158 });
});

test("a repeated job draws nothing, and so does the job of a deleted poll", async () => {
  const id = await wanted();
  await draw(id);
  const before = await fixture.storedKeys();
  await draw(id);
  expect(await fixture.storedKeys()).toEqual(before);
  const deleted = await wanted();
  await fixture.deps.db.prisma.poll.update({
    where: { id: deleted },
    data: { deletedAt: new Date(0) },
  });
  await draw(deleted);
  expect((await rowOf(deleted)).storageKey).toBeNull();
});

test("a picture that the poll no longer wants is not recorded", async () => {
  const id = await wanted();
  const storage = {
    ...fixture.storage,
    async put(...args: Parameters<typeof fixture.storage.put>) {
      await fixture.deps.db.prisma.linkPicture.update({
        where: { pollId: id },
        data: { source: "another" },
      });
      return fixture.storage.put(...args);
    },
  };
  await fixture.run("media.draw-link-picture", id, { deps: { storage } });
  expect((await rowOf(id)).storageKey).toBeNull();
});
