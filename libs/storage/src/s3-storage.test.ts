import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { S3Options } from "./s3-client";
import { openS3Storage } from "./s3-storage";
import { keepsTheLawsOfStorage } from "./storage.conformance";
import { describeWithS3, makeTestBucket, type TestBucket } from "./testing/test-bucket";

const serverAt = (address: string): S3Options => ({
  bucket: "a-bucket",
  region: "us-east-1",
  endpoint: address,
  credentials: { accessKeyId: "none", secretAccessKey: "none" },
  forcePathStyle: true,
  checksums: "WHEN_REQUIRED",
});

describeWithS3("storage in a bucket", () => {
  let bucket: TestBucket;
  const content = { contentType: "image/webp" };
  beforeAll(async () => {
    bucket = await makeTestBucket();
  });
  const openBucket = () => openS3Storage(bucket.options);

  keepsTheLawsOfStorage(openBucket);

  it("gives addresses that a browser reads from, as what we say the file is", async () => {
    const storage = await openBucket();
    await storage.put("signed/file", Readable.from([Buffer.from("content")]), content);
    const url = await storage.signedUrl?.("signed/file", {
      expiresInSeconds: 60,
      contentType: "application/octet-stream",
      disposition: 'attachment; filename="a.bin"',
    });
    const answer = await fetch(url ?? "");
    expect(await answer.text()).toBe("content");
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="a.bin"');
    expect((await fetch((url ?? "").replace("signed/file", "signed/other"))).status).toBe(403);
    expect((await fetch((url ?? "").split("?")[0] ?? "")).status).toBe(403);
    await storage.close();
  });

  it("removes more than one page of files", async () => {
    const storage = await openBucket();
    const keys = Array.from({ length: 1_050 }, (_, n) => `many/${n}`);
    for (let at = 0; at < keys.length; at += 25) {
      await Promise.all(
        keys
          .slice(at, at + 25)
          .map((each) => storage.put(each, Readable.from([Buffer.from("x")]), content)),
      );
    }
    let listed = 0;
    for await (const _file of storage.list("many/")) listed += 1;
    expect(listed).toBe(keys.length);
    await storage.removePrefix("many/");
    for await (const file of storage.list("many/")) throw new Error(`still there: ${file.key}`);
    await storage.close();
  }, 60_000);

  it("a bucket that is not there cannot be used", async () => {
    const storage = await openS3Storage({ ...bucket.options, bucket: "no-such-bucket-here" });
    await expect(storage.check()).rejects.toMatchObject({ name: "StorageError" });
    await storage.close();
  });
});

describe("a bucket whose server misbehaves", () => {
  let server: Server;
  let answer: { status: number } | "hang up";
  const seen: {
    method: string;
    md5: string | undefined;
    checksum: string | undefined;
    body: Buffer;
  }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { "content-md5": md5, "x-amz-checksum-crc32": checksum } = request.headers;
        seen.push({
          method: request.method ?? "",
          md5: md5 === undefined ? undefined : String(md5),
          checksum: checksum === undefined ? undefined : String(checksum),
          body: Buffer.concat(chunks),
        });
        if (answer === "hang up") request.socket.destroy();
        else response.writeHead(answer.status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    seen.length = 0;
  });
  const open = () =>
    openS3Storage(serverAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const put = async () => {
    const storage = await open();
    try {
      return await storage.put("a/b", Readable.from([Buffer.from("content")]), {
        contentType: "text/plain",
      });
    } finally {
      await storage.close();
    }
  };

  it("every body carries its MD5, and no checksum that such servers store inside the file", async () => {
    answer = { status: 200 };
    await put();
    expect(seen).toEqual([
      {
        method: "PUT",
        md5: createHash("md5").update("content").digest("base64"),
        checksum: undefined,
        body: Buffer.from("content"),
      },
    ]);
  });

  it.each([
    [503, "unavailable"],
    [507, "full"],
    [403, "unavailable"],
    [500, "unavailable"],
  ])("an answer %d is a storage that is %s", async (status, kind) => {
    answer = { status };
    await expect(put()).rejects.toMatchObject({ name: "StorageError", kind });
  });

  it("a server that hangs up is unavailable", async () => {
    answer = "hang up";
    await expect(put()).rejects.toMatchObject({ kind: "unavailable" });
    const storage = await open();
    await expect(storage.check()).rejects.toMatchObject({ kind: "unavailable" });
    await expect(storage.stat("a/b")).rejects.toMatchObject({ kind: "unavailable" });
    await storage.close();
  });

  it("a file that is not there is missing", async () => {
    answer = { status: 404 };
    const storage = await open();
    await expect(storage.open("a/b")).rejects.toMatchObject({ kind: "missing" });
    await expect(storage.stat("a/b")).resolves.toBeUndefined();
    await storage.close();
  });
});
