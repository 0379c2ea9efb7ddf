import { z } from "zod";
import { storageLocation, storageVariables } from "./storage-environment";

const locationIn = (env: Readonly<Record<string, string>>) =>
  storageLocation(z.object(storageVariables).parse(env));

test.each<[string, Readonly<Record<string, string>>, object]>([
  ["nothing: a directory of the data", {}, { kind: "disk", directory: ".data/storage" }],
  ["a directory", { STORAGE_DIR: "/files" }, { kind: "disk", directory: "/files" }],
  [
    "a bucket of AWS, which checks what the SDK sends",
    { S3_BUCKET: "b", STORAGE_DIR: "/files" },
    { kind: "s3", bucket: "b", checksums: "WHEN_SUPPORTED", forcePathStyle: false },
  ],
  [
    "a bucket of a server of one's own, which may not",
    { S3_BUCKET: "b", S3_ENDPOINT: "http://s3.example" },
    { endpoint: "http://s3.example", checksums: "WHEN_REQUIRED", forcePathStyle: true },
  ],
  ["the whole bucket", { S3_BUCKET: "b" }, { prefix: "" }],
  ["a folder", { S3_BUCKET: "b", S3_PREFIX: "polls" }, { prefix: "polls/" }],
  ["a folder with slashes", { S3_BUCKET: "b", S3_PREFIX: "/of/polls/" }, { prefix: "of/polls/" }],
  [
    "what is set wins",
    {
      S3_BUCKET: "b",
      S3_ENDPOINT: "http://s3.example",
      S3_CHECKSUMS: "WHEN_SUPPORTED",
      S3_FORCE_PATH_STYLE: "false",
    },
    { checksums: "WHEN_SUPPORTED", forcePathStyle: false },
  ],
])("%s", (_what, env, location) => {
  expect(locationIn(env)).toMatchObject(location);
});

test.each(["Polls", "../polls", "a//b", "a b", "a/.hidden"])("%j is no folder", (S3_PREFIX) => {
  expect(() => locationIn({ S3_BUCKET: "b", S3_PREFIX })).toThrow(/must be words/);
});
