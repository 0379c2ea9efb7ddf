import { loadConfig } from "./config";

const DATABASE_URL = "postgresql://polls@127.0.0.1/polls";

test("only the database is required", () => {
  expect(loadConfig({ DATABASE_URL })).toMatchObject({
    storage: { kind: "disk", directory: ".data/storage", minFreeBytes: 200_000_000 },
    concurrency: 2,
    videoConcurrency: 1,
    sweepEveryMs: 3_600_000,
    tools: {
      caps: { imageMaxPixels: 100_000_000, videoMaxDurationMs: 7_200_000 },
      programs: { ffmpeg: "ffmpeg" },
      pictureLimits: { wallMs: 180_000, cpuSeconds: 60, memoryBytes: 2 ** 30 },
    },
  });
});

test("files are in a bucket if one is configured; servers other than AWS get no checksums that they cannot store", () => {
  const bucket = {
    DATABASE_URL,
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "k",
    S3_SECRET_ACCESS_KEY: "s",
  };
  expect(loadConfig(bucket).storage).toEqual({
    kind: "s3",
    bucket: "files",
    prefix: "",
    region: "us-east-1",
    forcePathStyle: false,
    checksums: "WHEN_SUPPORTED",
    credentials: { accessKeyId: "k", secretAccessKey: "s" },
  });
  expect(loadConfig({ ...bucket, S3_ENDPOINT: "http://ceph:7480" }).storage).toMatchObject({
    endpoint: "http://ceph:7480",
    forcePathStyle: true,
    checksums: "WHEN_REQUIRED",
  });
});

test.each([
  [{}, "DATABASE_URL is missing"],
  [{ DATABASE_URL, MEDIA_CONCURRENCY: "0" }, "MEDIA_CONCURRENCY"],
  [{ DATABASE_URL, PICTURE_MEMORY_MB: "10" }, "PICTURE_MEMORY_MB"],
  [{ DATABASE_URL, S3_BUCKET: "b", S3_ACCESS_KEY_ID: "k" }, "must be set together"],
])("%j is reported by name and without its value", (env, message) => {
  expect(() => loadConfig(env)).toThrow(message);
});
