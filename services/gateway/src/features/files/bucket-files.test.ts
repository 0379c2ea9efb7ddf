// Covers docs/reference/media.md: serving-files
// Covers docs/reference/pages.md: frames-and-files
// Covers docs/reliability.md: served-files

import { derivativeKey, newOriginalKey } from "@polls/storage";
import { buildAttachment, buildOption, buildPoll } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { derivativeUrl, originalUrl } from "./file-links";

const NOW = new Date("2030-01-31T12:34:56Z");
const HOUR_MS = 3_600_000;

// URLs are signed without contacting the server, so no server is needed here.
describe("/files of a bucket", () => {
  let now = NOW;
  const storageKey = newOriginalKey();
  const thumbKey = (digit: number) =>
    derivativeKey(storageKey, {
      name: "thumb",
      extension: "webp",
      sha256: String(digit).repeat(64),
    });
  const thumb = derivativeUrl(TEST_BASE_URL, thumbKey(0));

  const gateway = shareGateway({
    clock: () => now,
    env: {
      S3_BUCKET: "a-bucket",
      S3_ENDPOINT: "https://s3.example",
      S3_ACCESS_KEY_ID: "a-key",
      S3_SECRET_ACCESS_KEY: "the secret",
    },
  });
  beforeAll(async () => {
    const option = await buildOption(gateway.db, await buildPoll(gateway.db));
    const { id } = await buildAttachment(gateway.db, option, { derivatives: ["thumb"] });
    await gateway.db.prisma.attachment.update({
      where: { id },
      data: {
        storageKey,
        fileName: "Grüße.jpg",
        derivatives: {
          update: {
            where: { attachmentId_name: { attachmentId: id, name: "thumb" } },
            data: { storageKey: thumbKey(0) },
          },
        },
      },
    });
  });
  beforeEach(() => {
    now = NOW;
  });

  const original = () =>
    originalUrl(TEST_BASE_URL, { storageKey }, gateway.deps.config.keys.fileLinks.signing, now);
  const redirected = async (line: string) => {
    const { status, headers, text } = await gateway.request(line);
    const location = new URL(headers.get("location") ?? "none:");
    return { status, headers, text, location, says: Object.fromEntries(location.searchParams) };
  };

  test("a derivative is redirected to the bucket, with its type, and can be cached", async () => {
    const { status, headers, text, location, says } = await redirected(`GET ${thumb}`);
    expect([status, text]).toEqual([302, ""]);
    expect(location.origin + location.pathname).toBe(`https://s3.example/a-bucket/${thumbKey(0)}`);
    expect(says).toMatchObject({
      "X-Amz-Date": "20300131T120000Z",
      "X-Amz-Expires": "21600",
      "response-content-type": "image/webp",
      "response-content-disposition": "inline",
      "response-cache-control": "public, max-age=31536000, immutable",
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=150",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      vary: "Origin",
    });
  });

  test("the URL of a derivative stays the same for an hour, and is valid for five more hours", async () => {
    const first = await redirected(`GET ${thumb}`);
    now = new Date("2030-01-31T12:59:59.999Z");
    expect((await redirected(`GET ${thumb}`)).location).toEqual(first.location);
    now = new Date("2030-01-31T13:00:00Z");
    expect((await redirected(`GET ${thumb}`)).location).not.toEqual(first.location);
  });

  test("an original is downloaded under its name, and its URL expires after five minutes", async () => {
    const { status, headers, says } = await redirected(`GET ${original()}`);
    expect(status).toBe(302);
    expect(says).toMatchObject({
      "X-Amz-Date": "20300131T123456Z",
      "X-Amz-Expires": "300",
      "response-content-type": "application/octet-stream",
      "response-content-disposition": expect.stringMatching(
        /^attachment; filename="Gru.*; filename\*=UTF-8''Gr%C3%BC%C3%9Fe\.jpg$/,
      ),
      "response-cache-control": "private, no-store",
    });
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("HEAD is redirected to a URL that is signed for HEAD", async () => {
    const [head, whole] = [await redirected(`HEAD ${thumb}`), await redirected(`GET ${thumb}`)];
    expect(head.status).toBe(302);
    expect(head.says["X-Amz-Signature"]).not.toBe(whole.says["X-Amz-Signature"]);
  });

  test.each<[string, () => string]>([
    ["an original without a signature", () => `${TEST_BASE_URL}/files/${storageKey}`],
    [
      "an original with an expired link",
      () => {
        const given = original();
        now = new Date(NOW.getTime() + HOUR_MS);
        return given;
      },
    ],
    ["an unknown derivative", () => thumb.replace(thumbKey(0), thumbKey(1))],
  ])("%s is 404, without a URL of the bucket", async (_what, address) => {
    const { status, headers } = await gateway.request(`GET ${address()}`);
    expect([status, headers.get("location")]).toEqual([404, null]);
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("a page of a poll may load images, films and sounds from the bucket", async () => {
    const { memberHash } = await buildPoll(gateway.db);
    const { headers } = await gateway.request(`GET /p/${memberHash}`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain(
      "img-src 'self' https://s3.example data: blob:; media-src 'self' https://s3.example;",
    );
    expect(policy.match(/https:/g)).toHaveLength(2);
  });
});
