import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { migrate } from "@polls/db/migrations";
import { findFfmpeg } from "../ffmpeg/find-ffmpeg";
import { startMailSink } from "../mail/start-mail-sink";
import { startFakeProvider } from "../payments/start-fake-provider";
import { portNear } from "../process/ports";
import { describeExit } from "../process/run-process";
import { findRedis } from "../redis/find-redis";
import { startRedis } from "../redis/start-redis";
import type { StackPart } from "../stack/part";
import { UserError } from "../user-error";
import { postgresPart } from "./postgres-part";

/** The secret for signed identifiers and links. It is created once, so that they stay valid. */
const secretPart: StackPart = {
  name: "secret",
  unless: ["APP_SECRET"],
  start: async ({ settings: { dataDir } }) => {
    const file = path.join(dataDir, "app-secret");
    if (!fs.existsSync(file)) {
      fs.writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
    }
    return { env: { APP_SECRET: fs.readFileSync(file, "utf8").trim() } };
  },
};

/** In development, webhooks may point to this machine, without encryption. */
export const webhooksPart: StackPart = {
  name: "webhooks",
  unless: ["WEBHOOK_ALLOW_NETWORKS"],
  start: async ({ env }) =>
    env.NODE_ENV === "production"
      ? {}
      : {
          env: { WEBHOOK_ALLOW_INSECURE: "1", WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8, ::1" },
          says: "Webhooks may call this machine, also without encryption; in production they may not.",
        },
};

/** A directory for files, unless a bucket is configured. */
const storagePart: StackPart = {
  name: "storage",
  unless: ["S3_BUCKET"],
  start: async ({ settings: { dataDir }, env }) => {
    const directory = env.STORAGE_DIR?.trim() || path.join(dataDir, "storage");
    fs.mkdirSync(directory, { recursive: true });
    return { env: { STORAGE_DIR: directory } };
  },
};

/** How often an idle server wakes for its own work, in a second. The usual ten times take half of its processor time. */
const OWN_WORK_HZ = "1";

const redisPart: StackPart = {
  name: "Redis",
  unless: ["REDIS_URL"],
  start: async ({ settings: { dataDir, root }, env }) => {
    const program = findRedis({ wanted: env.REDIS_SERVER_BIN, root });
    if (program === undefined) {
      return {
        says: "There is no Redis here (no redis-server, no valkey-server): the queues live in PostgreSQL.",
      };
    }
    const dir = path.join(dataDir, "redis");
    const redis = await startRedis({
      program,
      dir,
      usualPort: 63_799,
      args: ["--hz", OWN_WORK_HZ],
    });
    return {
      env: { REDIS_URL: redis.url },
      says: `Redis runs on port ${redis.port}.`,
      ended: redis.exited.then(describeExit),
      stop: () => redis.stop(),
    };
  },
};

const migrationsPart: StackPart = {
  name: "migrations",
  start: async ({ settings: { root }, env }) => {
    const applied = await migrate(
      env.DATABASE_URL ?? "",
      path.join(root, "prisma/migrations"),
    ).catch((error: unknown) => {
      throw new UserError(
        `The database of DATABASE_URL cannot be brought up to date: ${(error as Error).message || String((error as NodeJS.ErrnoException).code)}.`,
        { cause: error },
      );
    });
    if (applied.length === 0) return {};
    return { says: `The database is up to date (${applied.length} migration(s) applied).` };
  },
};

/** A fake payment provider, unless a provider key is set. */
const paymentsPart: StackPart = {
  name: "payments",
  unless: ["STRIPE_SECRET_KEY"],
  start: async ({ settings: { dataDir, port } }) => {
    const secret = `whsec_${randomBytes(24).toString("hex")}`;
    const fakeServer = await startFakeProvider({
      port: await portNear(12_111),
      stateFile: path.join(dataDir, "payments.json"),
      webhooks: { address: () => `http://127.0.0.1:${port}/webhooks/stripe`, secret },
    });
    return {
      env: {
        STRIPE_SECRET_KEY: "sk_test_standin",
        STRIPE_API_URL: fakeServer.url,
        STRIPE_WEBHOOK_SECRET: secret,
      },
      says: `Payments go to a fake provider at ${fakeServer.url}: no money moves.`,
      stop: () => fakeServer.stop(),
    };
  },
};

/** An inbox instead of a mail server. Every mail can be read at `/dev/mail`. */
export const mailPart: StackPart = {
  name: "mail inbox",
  unless: ["SMTP_URL", "SMTP_HOST"],
  start: async ({ settings: { baseUrl }, env }) => {
    if (env.NODE_ENV === "production") {
      throw new UserError("In production, mails need a real server: set SMTP_URL or SMTP_HOST.");
    }
    const sink = await startMailSink({
      smtpPort: await portNear(2_525),
      httpPort: await portNear(2_580),
    });
    return {
      env: { SMTP_URL: sink.smtpUrl, DEV_MAIL_URL: sink.url },
      says: `Mails are not delivered, but can be read at ${baseUrl}/dev/mail.`,
      stop: () => sink.stop(),
    };
  },
};

const origins = {
  environment: "of FFMPEG_PATH",
  system: "of this machine",
  npm: "from npm",
} as const;

const ffmpegPart: StackPart = {
  name: "ffmpeg",
  start: async ({ env }) => {
    const found = findFfmpeg({ ffmpeg: env.FFMPEG_PATH });
    if (found === undefined) {
      return { says: "There is no ffmpeg here: videos and audio files cannot be processed." };
    }
    const { ffmpeg, version, source } = found;
    return {
      env: { FFMPEG_PATH: ffmpeg },
      says: `ffmpeg is ${version} ${origins[source]}; \`npm run ops -- doctor\` lists what it cannot do.`,
    };
  },
};

/** Every part of the stack, in start order. */
export const parts: readonly StackPart[] = [
  secretPart,
  storagePart,
  ffmpegPart,
  postgresPart,
  migrationsPart,
  redisPart,
  paymentsPart,
  mailPart,
  webhooksPart,
];
