// Covers docs/reliability.md: served-files

import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { derivativeKey, newOriginalKey } from "@polls/storage";
import { buildAttachment, buildOption, buildPoll, png, waitFor } from "@polls/testing";
import {
  describeWithS3,
  makeTestBucket,
  type TestBucket,
} from "../../libs/storage/src/testing/test-bucket";
import { derivativeUrl, originalUrl } from "../../services/gateway/testing";
import { shareAccount, shareGateway } from "../../services/gateway/testing/share-gateway";
import { TEST_BASE_URL } from "../../services/gateway/testing/start-gateway";

const base = TEST_BASE_URL;
const HOUR_MS = 3_600_000;

describeWithS3("files of a gateway with a bucket", () => {
  let bucket: TestBucket;
  /** How many milliseconds the clock of the gateway is behind. */
  let behindMs = 0;
  const clock = () => new Date(Date.now() - behindMs);
  const gateway = shareGateway(async () => {
    bucket = await makeTestBucket();
    return { env: bucket.env, clock };
  });
  const owner = shareAccount(gateway);
  beforeEach(() => {
    behindMs = 0;
  });

  /** The address to which the gateway redirects a request for a file. */
  const bucketAddress = async (line: string) => {
    const { status, headers } = await gateway.request(line);
    expect(status).toBe(302);
    return headers.get("location") ?? "";
  };
  const stored = async (prefix: string) => {
    const keys: string[] = [];
    for await (const { key } of gateway.deps.storage.list(prefix)) keys.push(key);
    return keys;
  };
  const put = (key: string, content: Buffer) =>
    gateway.deps.storage.put(key, Readable.from([content]), { contentType: "text/html" });

  describe("that are read", () => {
    const content = randomBytes(100_000);
    const storageKey = newOriginalKey();
    const filmKey = derivativeKey(storageKey, {
      name: "large",
      extension: "mp4",
      sha256: "a".repeat(64),
    });
    const film = derivativeUrl(base, filmKey);
    const original = () =>
      originalUrl(base, { storageKey }, gateway.deps.config.keys.fileLinks.signing, clock());

    beforeAll(async () => {
      const option = await buildOption(gateway.db, await buildPoll(gateway.db));
      const { id } = await buildAttachment(gateway.db, option, { derivatives: ["large"] });
      await gateway.db.prisma.attachment.update({
        where: { id },
        data: {
          storageKey,
          fileName: "Grüße.mov",
          contentType: "video/quicktime",
          byteSize: content.length,
          derivatives: {
            update: {
              where: { attachmentId_name: { attachmentId: id, name: "large" } },
              data: {
                storageKey: filmKey,
                contentType: "video/mp4",
                byteSize: content.length,
              },
            },
          },
        },
      });
      await put(filmKey, content);
      await put(storageKey, content);
    });

    test("a derivative is served from the bucket with its type, to be cached", async () => {
      const answer = await fetch(await bucketAddress(`GET ${film}`));
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-type": "video/mp4",
        "content-disposition": "inline",
        "content-length": String(content.length),
        "cache-control": "public, max-age=31536000, immutable",
        "accept-ranges": "bytes",
      });
    });

    test.each([
      ["bytes=0-99", 206, [0, 100]],
      ["bytes=50000-50009", 206, [50_000, 50_010]],
      ["bytes=99990-", 206, [99_990, 100_000]],
      ["bytes=-5", 206, [99_995, 100_000]],
      ["bytes=100000-", 416, undefined],
    ] as const)("a player gets the part %s of a film", async (range, status, part) => {
      const answer = await fetch(await bucketAddress(`GET ${film}`), { headers: { Range: range } });
      expect(answer.status).toBe(status);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (part === undefined) return;
      const [start, end] = part;
      expect(bytes.equals(content.subarray(start, end))).toBe(true);
      expect(answer.headers.get("content-range")).toBe(
        `bytes ${start}-${end - 1}/${content.length}`,
      );
    });

    test("HEAD returns the length, from the bucket too", async () => {
      const answer = await fetch(await bucketAddress(`HEAD ${film}`), { method: "HEAD" });
      expect([answer.status, answer.headers.get("content-length")]).toEqual([
        200,
        String(content.length),
      ]);
    });

    test("an original is downloaded under its name, never displayed and never cached", async () => {
      const answer = await fetch(await bucketAddress(`GET ${original()}`));
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-type": "application/octet-stream",
        "content-disposition": expect.stringMatching(
          /^attachment; filename="Gru.*; filename\*=UTF-8''Gr%C3%BC%C3%9Fe\.mov$/,
        ),
        "cache-control": "private, no-store",
      });
    });

    test.each<[string, number, number, () => string]>([
      ["an original after five minutes", 403, 301_000, original],
      ["an original before that", 200, 200_000, original],
      ["a derivative after six hours", 403, 6 * HOUR_MS + 1_000, () => film],
      ["a derivative before that", 200, 4 * HOUR_MS, () => film],
    ])("the bucket answers the address of %s with %i", async (_what, status, ago, link) => {
      behindMs = ago;
      const answer = await fetch(await bucketAddress(`GET ${link()}`));
      expect(answer.status).toBe(status);
      await answer.body?.cancel();
    });

    test("the bucket serves nothing without a signed address, or with a changed one", async () => {
      const address = await bucketAddress(`GET ${original()}`);
      const shown = address.replace("attachment", "inline");
      expect(shown).not.toBe(address);
      for (const wrong of [address.split("?")[0] ?? "", shown, address.replace("=300", "=3000")]) {
        const answer = await fetch(wrong);
        expect(answer.status).toBe(403);
        await answer.body?.cancel();
      }
    });
  });

  describe("that are uploaded", () => {
    const openPoll = async () => {
      const { body } = await gateway.request("POST /api/v1/polls", {
        token: owner.privateToken,
        body: { poll: { title: "Pictures", type: "Polls::ImageGallery" } },
      });
      return `/api/v1/polls/${body.member_hash}/options`;
    };

    test("a file is stored unchanged, with its digest; only allowed callers get the original", async () => {
      const path = await openPoll();
      const picture = png(40, 30);
      const form = new FormData();
      form.set("option[content]", "A picture");
      form.append("option_attachments[]", new Blob([picture]), "a picture.png");
      const made = await gateway.request(`POST ${path}`, { token: owner.privateToken, form });
      expect(made.status).toBe(201);

      const row = await gateway.db.prisma.attachment.findFirstOrThrow({
        where: { option: { publicId: made.body.id } },
      });
      expect(row.sha256).toBe(createHash("sha256").update(picture).digest("hex"));
      const { body } = await gateway.request(`GET ${path}/${made.body.id}`, {
        token: owner.privateToken,
      });
      const url = body.attachment.attachment_original_url;
      const answer = await fetch(await bucketAddress(`GET ${url}`));
      expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
      const seen = await gateway.request(`GET ${path}/${made.body.id}`, {
        token: owner.publicToken,
        identifier: "a visitor",
      });
      expect(seen.status).toBe(200);
      expect(JSON.stringify(seen.body)).not.toContain("original");
    });

    test("a refused file leaves nothing in the bucket", async () => {
      const before = await stored("");
      const form = new FormData();
      form.set("option[content]", "No picture");
      form.append("option_attachments[]", new Blob(["%PDF-1.7 and nothing more"]), "a.png");
      const answer = await gateway.request(`POST ${await openPoll()}`, {
        token: owner.privateToken,
        form,
      });
      expect(answer.status).toBe(422);
      expect(await stored("")).toEqual(before);
    });

    test("an incomplete upload leaves neither a file nor parts", async () => {
      const before = await stored("");
      const path = await openPoll();
      const client = connect(gateway.port, "127.0.0.1");
      client.on("error", () => {});
      const head = [
        `POST ${path} HTTP/1.1`,
        "Host: polls.example",
        `Authorization: Bearer ${owner.privateToken}`,
        "Content-Type: multipart/form-data; boundary=part",
        "Content-Length: 40000000",
        "",
        "--part",
        'Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"',
        "Content-Type: image/png",
        "",
        "",
      ];
      client.write(head.join("\r\n"));
      client.write(png(4_000, 3_000, 20_000_000));
      await waitFor(async () => (await bucket.unfinished()).length === 1, {
        everyMs: 50,
        what: "the first part in the bucket",
      });

      client.destroy();
      await waitFor(async () => (await bucket.unfinished()).length === 0, {
        everyMs: 50,
        what: "the parts to go",
      });
      expect(await stored("")).toEqual(before);
    });
  });
});
