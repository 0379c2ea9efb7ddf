// Covers docs/reliability.md: storage-failures

import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { HeadBucketCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { waitFor } from "@polls/testing";
import { connectS3, type S3Options } from "./s3-client";
import { openS3Storage } from "./s3-storage";
import type { SignedUrlOptions } from "./storage";
import { testStorageContract } from "./testing/storage-contract";
import { describeWithS3, makeTestBucket, type TestBucket } from "./testing/test-bucket";

const serverAt = (address: string): S3Options => ({
  bucket: "a-bucket",
  region: "us-east-1",
  endpoint: address,
  credentials: { accessKeyId: "none", secretAccessKey: "the secret" },
  forcePathStyle: true,
  checksums: "WHEN_REQUIRED",
});

const saving: SignedUrlOptions = {
  method: "GET",
  signedAt: new Date(),
  expiresInSeconds: 60,
  contentType: "application/octet-stream",
  disposition: 'attachment; filename="a.bin"',
  cacheControl: "private, no-store",
};

describeWithS3("storage in a bucket", () => {
  let bucket: TestBucket;
  const content = { contentType: "image/webp" };
  beforeAll(async () => {
    bucket = await makeTestBucket();
  });
  const openBucket = () => openS3Storage(bucket.options);

  testStorageContract(openBucket);

  test("addresses work in browsers and return the given content type", async () => {
    const storage = await openBucket();
    await storage.put("signed/file", Readable.from([Buffer.from("content")]), content);
    const url = await storage.signedUrl?.("signed/file", saving);
    const answer = await fetch(url ?? "");
    expect(await answer.text()).toBe("content");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="a.bin"',
      "cache-control": "private, no-store",
    });
    expect((await fetch((url ?? "").replace("signed/file", "signed/other"))).status).toBe(403);
    expect((await fetch((url ?? "").split("?")[0] ?? "")).status).toBe(403);

    const head = await storage.signedUrl?.("signed/file", { ...saving, method: "HEAD" });
    const told = await fetch(head ?? "", { method: "HEAD" });
    expect([told.status, told.headers.get("content-length")]).toEqual([200, "7"]);
    await storage.close();
  });

  test.each<[string, (cut: AbortController, content: Readable) => void]>([
    ["when its signal is aborted", (cut) => cut.abort()],
    [
      "when the client disconnects",
      (_, stream) => stream.destroy(new Error("the client has left")),
    ],
  ])("leaves neither file nor parts of an upload %s", async (_what, breakOff) => {
    const storage = await openBucket();
    const cut = new AbortController();
    let chunks = 0;
    // After these chunks the client sends nothing more.
    const stream = new Readable({
      read() {
        chunks += 1;
        if (chunks <= 20) this.push(Buffer.alloc(1024 * 1024));
      },
    });
    const put = storage.put("broken/off", stream, { ...content, signal: cut.signal });
    const outcome = put.then(
      () => "stored",
      () => "refused",
    );
    await waitFor(async () => (await bucket.unfinished()).includes("broken/off"), {
      everyMs: 50,
      what: "the first part of the upload",
    });

    breakOff(cut, stream);
    expect(await outcome).toBe("refused");
    expect(await bucket.unfinished()).toEqual([]);
    await expect(storage.stat("broken/off")).resolves.toBeUndefined();
    await storage.close();
  });

  test("aborts uploads of killed processes that are older than a given time", async () => {
    const bucket = await makeTestBucket();
    const storage = await openS3Storage(bucket.options);
    const [other, ...own] = ["backup/of-others", "derivatives/killed", "originals/killed"];
    for (const key of [other, ...own]) await bucket.begin(key);
    const removeAll = async (before: Date) => {
      for (const prefix of ["originals/", "derivatives/"]) {
        await storage.removeUnfinished(prefix, before);
      }
    };
    await removeAll(new Date(Date.now() - 24 * 3_600_000));
    expect(await bucket.unfinished()).toEqual([other, ...own]);
    await removeAll(new Date(Date.now() + 60_000));
    expect(await bucket.unfinished()).toEqual([other]);
    await storage.close();
  });

  test("removes more than one page of files", async () => {
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
  });

  test("a missing bucket cannot be used", async () => {
    const storage = await openS3Storage({ ...bucket.options, bucket: "no-such-bucket-here" });
    await expect(storage.check()).rejects.toMatchObject({ name: "StorageError" });
    await storage.close();
  });
});

describe("signed addresses, which are computed without a request", () => {
  const signed = async (changes: Partial<SignedUrlOptions & S3Options> = {}) => {
    const storage = await openS3Storage({ ...serverAt("https://s3.example"), ...changes });
    const address = new URL((await storage.signedUrl?.("a/b", { ...saving, ...changes })) ?? "");
    await storage.close();
    return address;
  };
  const signedAt = new Date("2030-01-31T12:00:00Z");

  test("contain their validity and the headers of the response", async () => {
    const address = await signed({ signedAt });
    expect(address.origin + address.pathname).toBe("https://s3.example/a-bucket/a/b");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      "X-Amz-Date": "20300131T120000Z",
      "X-Amz-Expires": "60",
      "X-Amz-SignedHeaders": "host",
      "X-Amz-Signature": expect.stringMatching(/^[0-9a-f]{64}$/),
      "response-content-type": "application/octet-stream",
      "response-content-disposition": 'attachment; filename="a.bin"',
      "response-cache-control": "private, no-store",
    });
    expect(address.href).not.toContain("the secret");
  });

  test("have the bucket as part of the host if configured", async () => {
    const { host, pathname } = await signed({ forcePathStyle: false });
    expect([host, pathname]).toEqual(["a-bucket.s3.example", "/a/b"]);
  });

  test.each<[string, Partial<SignedUrlOptions & S3Options>, boolean]>([
    ["of the same moment", {}, true],
    ["of a later moment", { signedAt: new Date(signedAt.getTime() + 1_000) }, false],
    ["for the head alone", { method: "HEAD" }, false],
    ["to be shown and not saved", { disposition: "inline" }, false],
    [
      "with another secret",
      { credentials: { accessKeyId: "none", secretAccessKey: "other" } },
      false,
    ],
  ])("are signed with all their parts: one %s", async (_what, changes, same) => {
    const signatureOf = ({ searchParams }: URL) => searchParams.get("X-Amz-Signature");
    const first = signatureOf(await signed({ signedAt }));
    expect(signatureOf(await signed({ signedAt, ...changes })) === first).toBe(same);
  });
});

describe("a bucket whose server misbehaves", () => {
  let server: Server;
  interface Answer {
    readonly status: number;
    readonly body?: string;
  }
  let answer: Answer | "hang up" | "never" | ((path: string) => Answer);
  const seen: {
    method: string;
    path: string;
    md5: string | undefined;
    checksum: string | undefined;
    body: Buffer;
  }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const path = request.url ?? "";
        const { "content-md5": md5, "x-amz-checksum-crc32": checksum } = request.headers;
        seen.push({
          method: request.method ?? "",
          path,
          md5: md5 === undefined ? undefined : String(md5),
          checksum: checksum === undefined ? undefined : String(checksum),
          body: Buffer.concat(chunks),
        });
        if (answer === "hang up") request.socket.destroy();
        if (answer === "hang up" || answer === "never") return;
        const { status, body } = typeof answer === "function" ? answer(path) : answer;
        response.writeHead(status, { "Content-Type": "application/xml" });
        response.end(request.method === "HEAD" ? undefined : body);
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

  test("a body has an MD5 header, and no checksum that such servers would store in the file", async () => {
    answer = { status: 200 };
    await put();
    expect(seen).toEqual([
      {
        method: "PUT",
        path: expect.stringMatching(/^\/a-bucket\/a\/b\?/),
        md5: createHash("md5").update("content").digest("base64"),
        checksum: undefined,
        body: Buffer.from("content"),
      },
    ]);
  });

  test("a list of uploads without a marker of its next page ends", async () => {
    const body =
      "<ListMultipartUploadsResult><IsTruncated>true</IsTruncated></ListMultipartUploadsResult>";
    answer = { status: 200, body };
    const storage = await open();
    await storage.removeUnfinished("originals/", new Date());
    await storage.close();
    expect(seen).toHaveLength(1);
  });

  test.each([
    [503, "unavailable"],
    [507, "full"],
    [403, "unavailable"],
    [500, "unavailable"],
  ])("with the status %d the storage is %s", async (status, kind) => {
    answer = { status };
    await expect(put()).rejects.toMatchObject({ name: "StorageError", kind });
  });

  test.each([1, 300])(
    "an answer 507 to a part is a full storage for a file of %d chunks of 64 KiB",
    async (chunks) => {
      answer = { status: 507 };
      const storage = await open();
      const content = Readable.from(Array.from({ length: chunks }, () => Buffer.alloc(65_536, 1)));
      const stored = storage.put("a/b", content, { contentType: "text/plain" });
      await expect(stored).rejects.toMatchObject({ name: "StorageError", kind: "full" });
      await storage.close();
    },
  );

  test("an error of the source stream is reported as it is, not as a failure of the server", async () => {
    answer = { status: 200 };
    const storage = await open();
    const content = Readable.from(
      (async function* () {
        yield Buffer.alloc(65_536);
        throw new Error("the client has left");
      })(),
    );
    const stored = storage.put("a/b", content, { contentType: "text/plain" });
    await expect(stored).rejects.toThrow("the client has left");
    await storage.close();
  });

  test("a server that closes the connection is unavailable", async () => {
    answer = "hang up";
    await expect(put()).rejects.toMatchObject({ kind: "unavailable" });
    const storage = await open();
    await expect(storage.check()).rejects.toMatchObject({ kind: "unavailable" });
    await expect(storage.stat("a/b")).rejects.toMatchObject({ kind: "unavailable" });
    await storage.close();
  });

  test("a server that never responds is unavailable after the timeout", async () => {
    answer = "never";
    const { port } = server.address() as AddressInfo;
    const client = connectS3(serverAt(`http://127.0.0.1:${port}`), 100);
    const asked = client.send(new HeadBucketCommand({ Bucket: "a-bucket" }));
    await expect(asked).rejects.toMatchObject({ name: "TimeoutError" });
    client.destroy();
  });

  test.each([
    ["head", "HTTP/1.1 200 OK\r\nX-Slow: "],
    ["body", "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n<?xml "],
  ])("an answer whose %s comes byte by byte ends, with its connection", async (_part, begun) => {
    const slow = createServer(({ socket }) => {
      socket.write(begun);
      const timer = setInterval(() => socket.write("x"), 20);
      socket.once("close", () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const { port } = slow.address() as AddressInfo;
    const client = connectS3(serverAt(`http://127.0.0.1:${port}`), 5_000, () => 200);
    const asked = client.send(new ListObjectsV2Command({ Bucket: "a-bucket" }));
    await expect(asked).rejects.toThrow();
    const connections = promisify(slow.getConnections.bind(slow));
    await waitFor(async () => (await connections()) === 0, { what: "no connection is left" });
    client.destroy();
    slow.close();
  });

  const saying = (code: string) => `<Error><Code>${code}</Code><Message>none</Message></Error>`;

  test.each([saying("NoSuchKey"), ""])("an unknown key is a missing file: %j", async (body) => {
    answer = (path) => (path.startsWith("/a-bucket/a/b") ? { status: 404, body } : { status: 200 });
    const storage = await open();
    await expect(storage.open("a/b")).rejects.toMatchObject({ kind: "missing" });
    await expect(storage.stat("a/b")).resolves.toBeUndefined();
    await storage.close();
  });

  test.each([saying("NoSuchBucket"), "<p>Not found</p>", ""])(
    "a bucket that does not exist is unavailable, and its files are not missing: %j",
    async (body) => {
      answer = { status: 404, body };
      const storage = await open();
      const unavailable = { name: "StorageError", kind: "unavailable" };
      await expect(put()).rejects.toMatchObject(unavailable);
      await expect(storage.check()).rejects.toMatchObject(unavailable);
      await expect(storage.open("a/b")).rejects.toMatchObject(unavailable);
      await expect(storage.stat("a/b")).rejects.toMatchObject(unavailable);
      await expect(storage.remove("a/b")).rejects.toMatchObject(unavailable);
      await expect(storage.removePrefix("a/")).rejects.toMatchObject(unavailable);
      await storage.close();
    },
  );

  test("a file without a time counts as new", async () => {
    const began = Date.now();
    answer = {
      status: 200,
      body: "<ListBucketResult><Contents><Key>a/b</Key><Size>7</Size></Contents></ListBucketResult>",
    };
    const storage = await open();
    const found = [];
    for await (const file of storage.list("a/")) found.push(file);
    expect(found).toMatchObject([{ key: "a/b", byteSize: 7 }]);
    expect(found[0]?.modifiedAt.getTime()).toBeGreaterThanOrEqual(began);
    const file = await storage.stat("a/b");
    expect(file?.modifiedAt.getTime()).toBeGreaterThanOrEqual(began);
    await storage.close();
  });
});
