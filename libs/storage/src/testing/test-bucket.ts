import { randomBytes } from "node:crypto";
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
} from "@aws-sdk/client-s3";
import { type Describe, describeWhere } from "@polls/testing";
import { connectS3, type S3Options } from "../s3-client";

// The script that starts the server sets these variables.
const {
  S3_TEST_ENDPOINT: endpoint,
  S3_TEST_KEY: accessKeyId = "",
  S3_TEST_SECRET: secretAccessKey = "",
  // biome-ignore lint/style/noProcessEnv: the test runner speaks by the environment
} = process.env;

/** `describe` if an S3 server is configured. Otherwise the tests are skipped. */
export const describeWithS3: Describe = describeWhere(
  endpoint !== undefined,
  "no S3 server is named by S3_TEST_ENDPOINT (npm run test:s3 starts one)",
);

/** An empty bucket of a real S3 server, for one test. */
export interface TestBucket {
  readonly options: S3Options;
  readonly env: Readonly<Record<string, string>>;
  /** The keys of unfinished multipart uploads. */
  readonly unfinished: () => Promise<readonly string[]>;
  readonly begin: (key: string) => Promise<void>;
}

/** Creates a bucket, for tests under `describeWithS3`. */
export async function makeTestBucket(): Promise<TestBucket> {
  if (endpoint === undefined) throw new Error("no S3 server is named by S3_TEST_ENDPOINT");
  const options: S3Options = {
    bucket: `storage-${randomBytes(6).toString("hex")}`,
    region: "us-east-1",
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    checksums: "WHEN_REQUIRED",
  };
  await asking(options, (client) =>
    client.send(new CreateBucketCommand({ Bucket: options.bucket })),
  );
  return {
    options,
    env: {
      S3_BUCKET: options.bucket,
      S3_REGION: options.region,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    begin: (Key) =>
      asking(options, async (client) => {
        await client.send(new CreateMultipartUploadCommand({ Bucket: options.bucket, Key }));
      }),
    unfinished: () =>
      asking(options, async (client) => {
        const listing = new ListMultipartUploadsCommand({ Bucket: options.bucket });
        const { Uploads = [] } = await client.send(listing);
        return Uploads.map(({ Key = "" }) => Key);
      }),
  };
}

async function asking<Answer>(
  options: S3Options,
  ask: (client: ReturnType<typeof connectS3>) => Promise<Answer>,
): Promise<Answer> {
  const client = connectS3(options);
  try {
    return await ask(client);
  } finally {
    client.destroy();
  }
}
