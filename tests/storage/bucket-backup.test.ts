import { createHash } from "node:crypto";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { migrate } from "@polls/db/migrations";
import { newOriginalKey, openStorage } from "@polls/storage";
import { atFileEnd, buildOption, buildPoll } from "@polls/testing";
import { describeWithS3, makeTestBucket } from "../../libs/storage/src/testing/test-bucket";
import { inDatabase, openDeployments } from "../backup/deployments";

const migrations = path.resolve(__dirname, "../../prisma/migrations");

describeWithS3("backups in a bucket", () => {
  test("files go from bucket to bucket, and to a directory", async () => {
    const [files, safe] = [await makeTestBucket(), await makeTestBucket()];
    const { prepare, run } = await openDeployments();
    const source = await prepare("source");
    await migrate(source.databaseUrl, migrations);
    const storage = await openStorage({ kind: "s3", ...files.options });
    atFileEnd("the bucket", () => storage.close());
    const storageKey = newOriginalKey();
    const content = Buffer.alloc(100_000, "a picture");
    const contentType = "image/png";
    await storage.put(storageKey, Readable.from([content]), { contentType });
    await inDatabase(source.databaseUrl, async (db) => {
      const { id: optionId } = await buildOption(db, await buildPoll(db));
      const sha256 = createHash("sha256").update(content).digest("hex");
      const byteSize = content.length;
      await db.prisma.attachment.create({
        data: { optionId, kind: "image", storageKey, contentType, byteSize, sha256 },
      });
    });

    const place = `s3://${safe.options.bucket}/of/polls`;
    const inBucket = { ...source, env: { ...source.env, ...files.env } };
    expect(await run(inBucket, "backup", "--to", place)).toMatchObject({
      code: 0,
      json: { files: 1, copied: 1, lost: [] },
    });
    expect(await run(inBucket, "backup", "--to", place, "--keep", "1")).toMatchObject({
      code: 0,
      json: { copied: 0, removed: [expect.any(String)] },
    });

    const target = await prepare("target");
    const { S3_BUCKET: _, ...server } = files.env;
    const toDirectory = { ...target, env: { ...target.env, ...server } };
    expect(await run(toDirectory, "restore", "--from", place)).toMatchObject({
      code: 0,
      json: { files: 1, copied: 1 },
    });
    const restored = await openStorage({ kind: "disk", directory: target.storageDir });
    expect((await buffer(await restored.open(storageKey))).equals(content)).toBe(true);
    expect(await inDatabase(target.databaseUrl, ({ prisma }) => prisma.option.count())).toBe(1);
  });
});
