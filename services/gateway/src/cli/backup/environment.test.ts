import { readBackupEnvironment } from "./environment";

const env = { DATABASE_URL: "postgresql://ada@host/polls", STORAGE_DIR: "/files" };
const own = {
  S3_BUCKET: "own",
  S3_ENDPOINT: "http://own:1",
  S3_ACCESS_KEY_ID: "a",
  S3_SECRET_ACCESS_KEY: "b",
};

test("a directory is a valid place", () => {
  expect(readBackupEnvironment(env).placeOf("/backups/")).toEqual({
    location: { kind: "disk", directory: "/backups" },
    prefix: "",
  });
});

test.each([
  ["s3://safe", "safe", ""],
  ["s3://safe/", "safe", ""],
  ["s3://safe/of/polls", "safe", "of/polls/"],
])("%s is a folder of a bucket on the server of the files", (address, bucket, prefix) => {
  const { storage, placeOf } = readBackupEnvironment({ ...env, ...own });
  expect(storage).toMatchObject({ kind: "s3", bucket: "own" });
  expect(placeOf(address)).toMatchObject({
    location: {
      kind: "s3",
      bucket,
      endpoint: "http://own:1",
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
    },
    prefix,
  });
});

test("backups use a server of their own if BACKUP_S3_ variables name one", () => {
  const { storage, placeOf } = readBackupEnvironment({
    ...env,
    ...own,
    BACKUP_S3_ENDPOINT: "https://other",
    BACKUP_S3_ACCESS_KEY_ID: "c",
    BACKUP_S3_SECRET_ACCESS_KEY: "d",
  });
  expect(storage).toMatchObject({ endpoint: "http://own:1" });
  expect(placeOf("s3://safe").location).toMatchObject({
    bucket: "safe",
    endpoint: "https://other",
    credentials: { accessKeyId: "c", secretAccessKey: "d" },
  });
});

test("the folder of the files is not that of backups", () => {
  const { storage, placeOf } = readBackupEnvironment({ ...env, ...own, S3_PREFIX: "polls" });
  expect(storage).toMatchObject({ prefix: "polls/" });
  expect(placeOf("s3://safe/of/polls")).toMatchObject({
    location: { prefix: "" },
    prefix: "of/polls/",
  });
});

test.each(["s3://", "s3://Safe", "s3://safe/Folder", "s3://safe/../other", "ftp://safe/backups"])(
  "%s is not a valid place",
  (address) => {
    expect(() => readBackupEnvironment(env).placeOf(address)).toThrow(
      /place must be a directory, or/,
    );
  },
);
