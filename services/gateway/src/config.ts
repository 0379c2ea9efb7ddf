import type { BlockList } from "node:net";
import {
  appSecret,
  count,
  type EgressRules,
  type Env,
  egressRules,
  egressVariables,
  httpUrl,
  insecureIsForDevelopment,
  megabytes,
  networks,
  parseEnv,
  port,
  processSettings,
  processVariables,
} from "@polls/config";
import { capsVariables, type MediaCaps, mediaCaps } from "@polls/media";
import {
  type StorageLocation,
  storageCredentialsArePaired,
  storageLocation,
  storageVariables,
} from "@polls/storage";
import { z } from "zod";
import { type DerivedKeys, deriveKeys } from "./derived-keys";

/** What a gateway is told by its environment, in the units the code works with. */
export interface Config {
  readonly production: boolean;
  readonly host: string | undefined;
  readonly port: number;
  readonly logLevel: string;
  readonly exitWithParent: boolean;
  readonly databaseUrl: string;
  readonly databaseConnections: number;
  /** Absent: queues live in PostgreSQL, and each process counts its rate limits for itself. */
  readonly redisUrl: string | undefined;
  /** The public address without a path: what links, `Link` headers and `allowed_hosts` go by. */
  readonly baseUrl: URL;
  readonly storage: StorageLocation;
  readonly keys: DerivedKeys;
  /** Only these may say in `X-Forwarded-For` whom they speak for. */
  readonly trustedProxies: BlockList;
  readonly rateLimits: RateLimits;
  /** Hard caps above which an upload is 413 (decisions 11). */
  readonly mediaCaps: MediaCaps;
  readonly uploads: UploadLimits;
  /** Absent: the deployment has no payment provider, and takes no money. */
  readonly payments: PaymentConfig | undefined;
  /** The least amount a payment may have, in the minor unit of the currency (decisions 10). */
  readonly paymentMinimum: number;
  readonly liveResults: LiveSettings;
  /** Where webhooks may point (ADR 0014). */
  readonly egress: EgressRules;
  /** Largest JSON body where it may carry a `data:` URI. */
  readonly dataUriMaxBytes: number;
  /** Whether anybody may make an account by a link that is mailed to them (decisions 13). */
  readonly signUp: "open" | "closed";
  /** Where mails that nobody gets can be read, on a developer's machine only. */
  readonly devMailUrl: string | undefined;
}

/** Requests a minute (decisions 2). */
export interface RateLimits {
  readonly requests: number;
  readonly createdParticipants: number;
  readonly passwordFailures: number;
}

export interface PaymentConfig {
  /** ISO 4217, in small letters. */
  readonly currency: string;
  /** What webhooks are signed with; several while one is being replaced. */
  readonly webhookSecrets: readonly string[];
}

/** Results that are followed as they change (ADR 0013). */
export interface LiveSettings {
  /** News of a poll are told once in so many milliseconds at most. */
  readonly everyMs: number;
  /** So often an idle connection shows that it lives, and is let in anew. */
  readonly beatMs: number;
  /** Connections of this process, and of one client to it. */
  readonly connections: number;
  readonly connectionsOfClient: number;
}

export interface UploadLimits {
  /** Files of one request. */
  readonly maxFiles: number;
  /** An upload that sends nothing for so long is broken off. */
  readonly idleTimeoutMs: number;
}

const environment = z
  .object({
    ...processVariables,
    HOST: z.string().optional(),
    PORT: port.default(3000),
    DATABASE_CONNECTIONS: count(20),
    BASE_URL: httpUrl.refine((text) => new URL(text).pathname === "/", {
      error: "must have no path",
    }),
    ...storageVariables,
    ...capsVariables,
    ...egressVariables,
    APP_SECRET: appSecret,
    TRUSTED_PROXIES: networks.prefault(""),
    RATE_LIMIT_REQUESTS: count(6_000),
    RATE_LIMIT_CREATED_PARTICIPANTS: count(300),
    RATE_LIMIT_PASSWORD_FAILURES: count(10),
    PAYMENT_MINIMUM: count(50),
    PAYMENT_CURRENCY: z
      .string()
      .toLowerCase()
      .regex(/^[a-z]{3}$/, { error: "must be a currency like eur" })
      .default("eur"),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .transform((text) => text.split(",").map((secret) => secret.trim()))
      .refine((secrets) => secrets.every((secret) => /^whsec_\w{16,}$/.test(secret)), {
        error: "must be signing secrets that begin with whsec_, separated by commas",
      })
      .optional(),
    SIGN_UP: z.enum(["open", "closed"]).default("open"),
    RESULT_STREAMS: count(1_000),
    RESULT_STREAMS_PER_CLIENT: count(50),
    DATA_URI_MAX_MB: megabytes.default(8_000_000),
    /** The inbox of `npm start`. */
    DEV_MAIL_URL: httpUrl.optional(),
  })
  .refine(...storageCredentialsArePaired)
  .refine(...insecureIsForDevelopment)
  .refine((env) => env.NODE_ENV !== "production" || env.DEV_MAIL_URL === undefined, {
    path: ["DEV_MAIL_URL"],
    error: "is not for production: everybody could read all mails",
  });

/** Reads the environment; throws `InvalidEnvironment` with every problem and no value. */
export function loadConfig(env: Env): Config {
  const values = parseEnv(environment, env);
  return {
    ...processSettings(values),
    host: values.HOST,
    port: values.PORT,
    databaseConnections: values.DATABASE_CONNECTIONS,
    baseUrl: new URL(values.BASE_URL),
    storage: storageLocation(values),
    keys: deriveKeys(values.APP_SECRET),
    trustedProxies: values.TRUSTED_PROXIES,
    rateLimits: {
      requests: values.RATE_LIMIT_REQUESTS,
      createdParticipants: values.RATE_LIMIT_CREATED_PARTICIPANTS,
      passwordFailures: values.RATE_LIMIT_PASSWORD_FAILURES,
    },
    mediaCaps: mediaCaps(values),
    uploads: { maxFiles: 100, idleTimeoutMs: 30_000 },
    payments:
      values.STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : { currency: values.PAYMENT_CURRENCY, webhookSecrets: values.STRIPE_WEBHOOK_SECRET },
    paymentMinimum: values.PAYMENT_MINIMUM,
    liveResults: {
      ...{ everyMs: 1_000, beatMs: 15_000 },
      connections: values.RESULT_STREAMS,
      connectionsOfClient: values.RESULT_STREAMS_PER_CLIENT,
    },
    egress: egressRules(values),
    dataUriMaxBytes: values.DATA_URI_MAX_MB,
    signUp: values.SIGN_UP,
    devMailUrl: values.DEV_MAIL_URL,
  };
}
