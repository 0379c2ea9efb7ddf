import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  type BucketRule,
  demandsDigests,
  type FakeBucket,
  firstTimes,
  ignoresRanges,
  losesAnswers,
  missingIsAnError,
  refuses,
  sendsBodies,
  startFakeBucket,
} from "@polls/testing";
import { openS3Storage } from "./s3-storage";
import type { Storage } from "./storage";
import { testStorageContract } from "./testing/storage-contract";

const options = { contentType: "text/plain" };
const MIB = 1024 * 1024;

let bucket: FakeBucket;
beforeAll(async () => {
  bucket = await startFakeBucket();
});

/** What buckets of the world do, and the storage must do with each of them. */
const rules: Readonly<Record<string, readonly BucketRule[]>> = {
  "does what S3 does": [],
  "demands an MD5 of every body": [demandsDigests],
  "answers a deletion of a missing file with 404": [missingIsAnError],
  "does not know deletions of many (501)": [refuses("DeleteObjects", 501, "NotImplemented")],
  "does not know deletions of many (405)": [refuses("DeleteObjects", 405, "MethodNotAllowed")],
  "refuses deletions of many (400)": [refuses("DeleteObjects", 400, "InvalidRequest")],
  "deletes one by one, and answers 404 to a missing file": [
    refuses("DeleteObjects", 501, "NotImplemented"),
    missingIsAnError,
  ],
  "ignores ranges": [ignoresRanges],
  "sends bodies without a length": [sendsBodies(() => ({ withoutLength: true }))],
  "loses the first answer to each operation": [
    losesAnswers("PutObject", 1),
    losesAnswers("CompleteUpload", 1),
    losesAnswers("DeleteObject", 1),
    losesAnswers("ListObjects", 1),
  ],
  "is slow for a while": [
    firstTimes(2, () => ({ status: 503, body: "<Error><Code>SlowDown</Code></Error>" })),
  ],
};

describe.each(Object.keys(rules))("storage in a bucket that %s", (name) => {
  testStorageContract(async () => {
    bucket.setRules(...(rules[name] ?? []));
    return openS3Storage(bucket.options);
  });
});

describe("a bucket", () => {
  let storage: Storage;
  beforeEach(async () => {
    bucket.setRules();
    bucket.objects.clear();
    bucket.uploads.clear();
    storage = await openS3Storage(bucket.options);
  });
  afterEach(() => storage.close());
  const put = (key: string, content: Buffer | readonly Buffer[]) =>
    storage.put(key, Readable.from(Buffer.isBuffer(content) ? [content] : content), options);
  const film = (parts = 3) => Array.from({ length: parts * 8 }, () => randomBytes(MIB));

  test.each([
    ["length 0", "PutObject", Buffer.alloc(0)],
    ["some bytes", "PutObject", Buffer.from("content")],
    ["several parts", "UploadPart", Buffer.alloc(20 * MIB, 1)],
  ])("gets the MD5 of a body of %s", async (_what, operation, content) => {
    await put("a/b", content);
    const sent = bucket.requests.filter((request) => request.operation === operation);
    expect(sent.length).toBeGreaterThan(0);
    for (const { method, body, headers } of bucket.requests) {
      if (!["PUT", "POST"].includes(method)) continue;
      expect(headers["content-md5"]).toBe(createHash("md5").update(body).digest("base64"));
      expect(Object.keys(headers).filter((name) => name.startsWith("x-amz-checksum"))).toEqual([]);
    }
  });

  test("gets the MD5 of a deletion of many, and no newer digest beside it", async () => {
    await put("a/b", Buffer.from("x"));
    bucket.setRules(demandsDigests);
    await storage.removePrefix("a/");
    const [sent] = bucket.requests.filter(({ operation }) => operation === "DeleteObjects");
    expect(sent?.headers).not.toHaveProperty("x-amz-checksum-crc32");
    expect(bucket.objects.size).toBe(0);
  });

  test("that refuses to delete some of many files is asked for these again", async () => {
    for (const name of ["a", "b", "c"]) await put(`many/${name}`, Buffer.from(name));
    const refusesB: BucketRule = (request, serve) => {
      if (request.operation !== "DeleteObjects") return serve();
      bucket.objects.delete("many/a");
      bucket.objects.delete("many/c");
      const body =
        "<DeleteResult><Error><Key>many/b</Key><Code>SlowDown</Code></Error></DeleteResult>";
      return { status: 200, body };
    };
    bucket.setRules(refusesB);
    await storage.removePrefix("many/");
    expect([...bucket.objects.keys()]).toEqual([]);
    await put("many/b", Buffer.from("b"));
    bucket.setRules(refusesB, refuses("DeleteObject", 403, "AccessDenied"));
    await expect(storage.removePrefix("many/")).rejects.toMatchObject({
      name: "StorageError",
      message: "The storage server refused to remove a file (AccessDenied, 403)",
    });
  });

  test("with foreign names lists its own, and removes all below a prefix", async () => {
    await put("originals/one", Buffer.from("1"));
    const foreign = [
      "originals/",
      "originals/.DS_Store",
      "originals/Thumbs.db",
      "originals/a b+c\u0001%.txt",
    ];
    for (const name of foreign) {
      bucket.objects.set(name, { body: Buffer.from("x"), modifiedAt: new Date() });
    }
    const passedOver: string[] = [];
    const keys: string[] = [];
    for await (const { key } of storage.list("originals/", (name) => passedOver.push(name))) {
      keys.push(key);
    }
    expect(keys).toEqual(["originals/one"]);
    expect(passedOver.sort()).toEqual([...foreign].sort());
    await storage.removePrefix("originals/");
    expect([...bucket.objects.keys()].map((name) => name.length)).toEqual([]);
  });

  test.each<[string, () => BucketRule]>([
    ["cuts bodies off", () => sendsBodies((body) => ({ cutAfter: body.length >> 1 }))],
    ["stalls in bodies", () => sendsBodies((body) => ({ stallAfter: body.length >> 1 }))],
  ])("that %s is unavailable, for a file and for a part", async (_what, rule) => {
    await put("a/b", randomBytes(100_000));
    const impatient = await openS3Storage(bucket.options, { silenceMs: 500 });
    for (const range of [undefined, { start: 10, end: 90_000 }]) {
      bucket.setRules(rule());
      await expect(impatient.open("a/b", range).then(buffer)).rejects.toMatchObject({
        name: "StorageError",
        kind: "unavailable",
      });
    }
    await impatient.close();
  });

  test("that tells the length of a part and sends less is unavailable, without a length too", async () => {
    await put("a/b", randomBytes(100_000));
    bucket.setRules(sendsBodies((body) => ({ withoutLength: true, cutAfter: body.length - 1 })));
    const part = await storage.open("a/b", { start: 10, end: 90_000 });
    await expect(buffer(part)).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("it ended after 89990 of 89991 bytes"),
    });
  });

  test("that ignores ranges is not read to the end", async () => {
    await put("a/b", Buffer.from("abcdefghij".repeat(100_000)));
    bucket.setRules(ignoresRanges);
    const part = await storage.open("a/b", { start: 500_003, end: 500_005 });
    expect((await buffer(part)).toString()).toBe("def");
    const rest = await storage.open("a/b", { start: 999_998 });
    expect((await buffer(rest)).toString()).toBe("ij");
  });

  test("that sends another part than was requested is unavailable", async () => {
    await put("a/b", Buffer.from("abcdefghij"));
    bucket.setRules((_request, serve) => ({
      ...serve(),
      headers: { "Content-Range": "bytes 0-2/10" },
    }));
    await expect(storage.open("a/b", { start: 3, end: 5 })).rejects.toMatchObject({
      kind: "unavailable",
    });
  });

  test("that refuses to give up an upload does not hide the reason: the file is too large", async () => {
    bucket.setRules(refuses("AbortUpload", 500, "InternalError"));
    await expect(
      storage.put("a/b", Readable.from(film()), { ...options, maxBytes: 20 * MIB }),
    ).rejects.toMatchObject({ name: "StorageError", kind: "too_large" });
  });

  test("that refuses to give up an upload does not hide an error of the source", async () => {
    bucket.setRules(refuses("AbortUpload", 403, "AccessDenied"));
    const broken = Readable.from(
      (async function* () {
        yield* film();
        throw new Error("the client has left");
      })(),
    );
    await expect(storage.put("a/b", broken, options)).rejects.toThrow("the client has left");
  });

  test("that loses the answer to a completed upload has the file", async () => {
    const content = film();
    bucket.setRules(losesAnswers("CompleteUpload", 1));
    const { byteSize } = await put("a/b", content);
    expect(byteSize).toBe(24 * MIB);
    expect(bucket.objects.get("a/b")?.body.equals(Buffer.concat(content))).toBe(true);
    const completed = bucket.requests.filter(({ operation }) => operation === "CompleteUpload");
    expect(completed).toHaveLength(2);
  });

  test.each([
    ["nothing is there", undefined],
    ["another file is there", Buffer.from("another")],
  ])("that lost an upload is unavailable where %s", async (_what, other) => {
    if (other !== undefined) bucket.objects.set("a/b", { body: other, modifiedAt: new Date() });
    bucket.setRules(refuses("CompleteUpload", 404, "NoSuchUpload"));
    await expect(put("a/b", film())).rejects.toMatchObject({
      name: "StorageError",
      kind: "unavailable",
    });
    expect(bucket.uploads.size).toBe(0);
  });

  test("is not asked to continue before a large body", async () => {
    await put("a/b", film());
    expect(bucket.requests.filter(({ headers }) => headers.expect !== undefined)).toEqual([]);
  });

  test.each([
    ["HeadBucket", 400],
    ["HeadBucket", 301],
    ["ListObjects", 400],
  ] as const)("of another region names it (%s, %d)", async (operation, status) => {
    bucket.setRules((_request, _serve) => ({
      status,
      headers: { "x-amz-bucket-region": "eu-central-1" },
      body: "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-central-1</Region></Error>",
    }));
    const request =
      operation === "HeadBucket" ? storage.check() : storage.removePrefix("originals/");
    await expect(request).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("The bucket is in the region eu-central-1"),
    });
  });

  test("keeps no part of uploads that a killed process began, below one prefix", async () => {
    for (const key of ["backups/killed", "originals/other"]) {
      await fetch(`${bucket.options.endpoint}/${bucket.options.bucket}/${key}?uploads`, {
        method: "POST",
      });
    }
    await storage.removeUnfinished("backups/", new Date(Date.now() + 60_000));
    expect([...bucket.uploads.values()].map(({ key }) => key)).toEqual(["originals/other"]);
  });
});

describe("addresses signed by temporary credentials", () => {
  const signedAt = new Date("2030-01-31T12:00:00Z");
  test.each([
    ["an hour before they end", new Date("2030-01-31T13:00:00Z"), "3600"],
    ["long before they end", new Date("2030-02-28T12:00:00Z"), "21600"],
    ["that never end", undefined, "21600"],
  ])("end with them: %s", async (_what, expiration, seconds) => {
    const credentials = { ...bucket.options.credentials, ...(expiration && { expiration }) };
    const storage = await openS3Storage({ ...bucket.options, credentials });
    const address = await storage.signedUrl?.("a/b", {
      method: "GET",
      signedAt,
      expiresInSeconds: 6 * 3_600,
      contentType: "text/plain",
      disposition: "inline",
      cacheControl: "private",
    });
    expect(new URL(address ?? "").searchParams.get("X-Amz-Expires")).toBe(seconds);
    await storage.close();
  });
});
