// Covers docs/reference/media.md: links, originals, serving-files
// Covers docs/reliability.md: served-files, storage-failures

import { Readable } from "node:stream";
import { newOriginalKey } from "@polls/storage";
import { buildAttachment, buildOption, buildPoll } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { derivativeUrl, originalUrl } from "./file-links";

const NOW = new Date("2030-01-31T12:00:00Z");
const base = TEST_BASE_URL;
const content = "0123456789";

describe("/files", () => {
  let now = NOW;
  let thumb: string;
  let original: { readonly storageKey: string };

  const gateway = shareGateway({ clock: () => now });
  beforeAll(async () => {
    const option = await buildOption(gateway.db, await buildPoll(gateway.db));
    const attachment = await buildAttachment(gateway.db, option, { derivatives: ["thumb"] });
    thumb = `derivatives/ab/${"c".repeat(40)}/thumb-${"0".repeat(20)}.webp`;
    original = { storageKey: newOriginalKey() };
    await gateway.db.prisma.attachment.update({
      where: { id: attachment.id },
      data: {
        storageKey: original.storageKey,
        byteSize: 10,
        fileName: 'Grüße "aus"\u202eRom.jpg',
        derivatives: {
          update: {
            where: { attachmentId_name: { attachmentId: attachment.id, name: "thumb" } },
            data: { storageKey: thumb, byteSize: 10 },
          },
        },
      },
    });
  });
  beforeEach(async () => {
    now = NOW;
    for (const key of [thumb, original.storageKey]) {
      await gateway.deps.storage.put(key, Readable.from([Buffer.from(content)]), {
        contentType: "text/html",
      });
    }
  });

  const link = () => originalUrl(base, original, gateway.deps.config.keys.fileLinks.signing, NOW);

  test("a derivative is public, immutable and has a fixed type", async () => {
    const answer = await gateway.request(`GET ${derivativeUrl(base, thumb)}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(content);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-length": "10",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      vary: "Origin",
      etag: `"thumb-${"0".repeat(20)}.webp"`,
    });
    expect(answer.headers.has("content-disposition")).toBe(false);
  });

  test.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=-99", 206, content, "bytes 0-9/10"],
    ["bytes=5-99", 206, "56789", "bytes 5-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=3-1", 200, content, null],
    ["bytes=0-1,4-5", 200, content, null],
    ["lines=0-1", 200, content, null],
  ])("the response to the range %s is %i", async (range, status, text, contentRange) => {
    const answer = await gateway.request(`GET ${derivativeUrl(base, thumb)}`, {
      headers: { Range: range },
    });
    expect([answer.status, answer.text, answer.headers.get("content-range")]).toEqual([
      status,
      text,
      contentRange,
    ]);
    const isFile = status !== 416;
    expect(answer.headers.get("cache-control")?.includes("immutable")).toBe(isFile);
  });

  test("a part is sent only if the version in If-Range is the current one", async () => {
    const part = (ifRange: string) =>
      gateway.request(`GET ${derivativeUrl(base, thumb)}`, {
        headers: { Range: "bytes=0-0", "If-Range": ifRange },
      });
    expect((await part(`"thumb-${"0".repeat(20)}.webp"`)).status).toBe(206);
    expect((await part('"other"')).status).toBe(200);
  });

  test("a file with the ETag in If-None-Match is not sent again", async () => {
    const answer = await gateway.request(`GET ${derivativeUrl(base, thumb)}`, {
      headers: { "If-None-Match": `"other", W/"thumb-${"0".repeat(20)}.webp"` },
    });
    expect([answer.status, answer.text]).toEqual([304, ""]);
  });

  test("HEAD has the length and no body", async () => {
    const answer = await gateway.request(`HEAD ${derivativeUrl(base, thumb)}`);
    expect([answer.status, answer.text, answer.headers.get("content-length")]).toEqual([
      200,
      "",
      "10",
    ]);
  });

  test("an original is downloaded and never shown", async () => {
    const answer = await gateway.request(`GET ${link()}`);
    expect([answer.status, answer.text]).toEqual([200, content]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="Grue?.*"; filename\*=UTF-8''Gr%C3%BC%C3%9Fe/,
      ),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
  });

  test.each([
    ["photo.jpeg", "image/jpeg", "photo.jpeg"],
    ["PHOTO.JPG", "image/jpeg", "PHOTO.JPG"],
    ["setup.exe", "image/jpeg", "setup.exe.jpg"],
    ["photo.html", "image/png", "photo.html.png"],
    ["photo.png.", "image/png", "photo.png"],
    ["photo.png .exe", "image/png", "photo.png .exe.png"],
    ["photo", "image/png", "photo.png"],
    ["IMG_0001.HIF", "image/heic", "IMG_0001.HIF"],
    ["phone.3gp", "video/mp4", "phone.3gp"],
    ["talk.mp4", "audio/mp4", "talk.mp4"],
    [null, "application/pdf", "original.pdf"],
    ["macro.docm", "application/unknown", "macro.docm.bin"],
  ])("the original %s of type %s is downloaded as %s", async (fileName, contentType, saved) => {
    const { prisma } = gateway.db;
    const where = { storageKey: original.storageKey };
    const before = await prisma.attachment.findUniqueOrThrow({ where });
    await prisma.attachment.update({ where, data: { fileName, contentType } });
    const { headers } = await gateway.request(`GET ${link()}`);
    const { fileName: name, contentType: type } = before;
    await prisma.attachment.update({ where, data: { fileName: name, contentType: type } });
    expect(headers.get("content-disposition")).toContain(`filename="${saved}"`);
  });

  // Settings: hidden_image_name
  test.each([
    ["an image in a poll with hidden_image_name", true, "Options::ImageOption", "original.jpg"],
    ["an image in another poll", false, "Options::ImageOption", "Ada.jpg"],
    ["a file that is no image option", true, "Options::FileOption", "Ada.jpg"],
  ])("the original of %s is downloaded as: %s, %s, %s", async (_case, hides, type, saved) => {
    const settings = { hidden_image_name: hides, allow_attachments: true };
    const poll = await buildPoll(gateway.db, { settings });
    const attachment = await buildAttachment(
      gateway.db,
      await buildOption(gateway.db, poll, { type, content: "Ada" }),
    );
    const storageKey = newOriginalKey();
    await gateway.db.prisma.attachment.update({
      where: { id: attachment.id },
      data: { storageKey, byteSize: 10, fileName: "Ada.jpg", contentType: "image/jpeg" },
    });
    await gateway.deps.storage.put(storageKey, Readable.from([Buffer.from(content)]), {
      contentType: "image/jpeg",
    });
    const { signing } = gateway.deps.config.keys.fileLinks;
    const answer = await gateway.request(`GET ${originalUrl(base, { storageKey }, signing, NOW)}`);
    const names = `attachment; filename="${saved}"; filename*=UTF-8''${saved}`;
    expect(answer.headers.get("content-disposition")).toBe(names);
  });

  test.each<[string, () => string]>([
    ["without a signature", () => `${TEST_BASE_URL}/files/${original.storageKey}`],
    [
      "with a changed signature",
      () =>
        link().replace(/signature=./, (found) =>
          found.endsWith("A") ? "signature=B" : "signature=A",
        ),
    ],
    [
      "with a later expiry",
      () => link().replace(/expires=(\d+)/, (_, end) => `expires=${Number(end) + 1}`),
    ],
    [
      "of another file",
      () => link().replace(/[0-9a-f]\?/, (found) => (found === "0?" ? "1?" : "0?")),
    ],
    ["to a derivative that does not exist", () => `${TEST_BASE_URL}/files/derivatives/aa/x.webp`],
    ["that leads out of the storage", () => `${TEST_BASE_URL}/files/..%2f..%2fetc/passwd`],
    ["to an unknown folder", () => `${TEST_BASE_URL}/files/incoming/x`],
  ])("a link %s is 404, and the response is not cached", async (_case, address) => {
    const answer = await gateway.request(`GET ${address()}`);
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: "Page not found", code: "page_not_found" },
    ]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("the link of an original expires after half an hour", async () => {
    const given = link();
    now = new Date(NOW.getTime() + 15 * 60_000 - 1);
    expect((await gateway.request(`GET ${given}`)).status).toBe(200);
    now = new Date(NOW.getTime() + 30 * 60_000);
    expect((await gateway.request(`GET ${given}`)).status).toBe(404);
  });

  test("the link of an original stays the same for a quarter of an hour", () => {
    const key = gateway.deps.config.keys.fileLinks.signing;
    const at = (minutes: number) =>
      originalUrl(base, original, key, new Date(NOW.getTime() + minutes * 60_000));
    expect(at(14)).toBe(at(0));
    expect(at(15)).not.toBe(at(0));
  });

  test("files of a deleted poll are 404", async () => {
    const poll = await buildPoll(gateway.db);
    const option = await buildOption(gateway.db, poll);
    const { id } = await buildAttachment(gateway.db, option);
    const key = newOriginalKey();
    await gateway.db.prisma.attachment.update({
      where: { id },
      data: { storageKey: key, byteSize: 1 },
    });
    await gateway.deps.storage.put(key, Readable.from([Buffer.from("x")]), { contentType: "x/y" });
    const address = originalUrl(
      base,
      { storageKey: key },
      gateway.deps.config.keys.fileLinks.signing,
      NOW,
    );
    expect((await gateway.request(`GET ${address}`)).status).toBe(200);
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { deletedAt: NOW } });
    expect((await gateway.request(`GET ${address}`)).status).toBe(404);
  });

  test("a file that the storage does not have is 404", async () => {
    await gateway.deps.storage.remove(thumb);
    const answer = await gateway.request(`GET ${derivativeUrl(base, thumb)}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.has("etag")).toBe(false);
  });
});
