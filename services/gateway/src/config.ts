import {
  appSecrets,
  appSecretVariables,
  baseUrl,
  baseUrls,
  connectSettings,
  connectVariables,
  count,
  type Env,
  egressRules,
  egressVariables,
  flag,
  httpUrl,
  insecureIsForDevelopment,
  megabytes,
  networks,
  operatorSettings,
  operatorVariables,
  parseServiceEnv,
  port,
  postgresUrl,
  processSettings,
  processVariables,
  secondsOrNone,
} from "@polls/config";
import { signUpModes } from "@polls/domain/access";
import { mailBudget } from "@polls/domain/mails";
import { amountRules, findCurrency } from "@polls/domain/payments";
import { capsVariables, mediaCaps } from "@polls/media";
import { storageCredentialsArePaired, storageLocation, storageVariables } from "@polls/storage";
import { z } from "zod";
import { deriveKeys } from "./derived-keys";
import { operatorLogo } from "./pages/operator-logo";
import { signInProblems, signInSettings, signInVariables } from "./sign-in-environment";

/** Domains of addresses, separated by commas. */
const domains = z.string().transform((text, context): readonly string[] => {
  const names = text.split(",").map((name) => name.trim().toLowerCase().replace(/^@/, ""));
  if (names.every((name) => /^[^\s@,/:]+\.[^\s@,/:]+$/.test(name))) return names;
  context.addIssue({
    code: "custom",
    message: "must be domains like example.org, separated by commas",
  });
  return z.NEVER;
});

const environment = z
  .object({
    ...processVariables,
    HOST: z.string().optional(),
    PORT: port.default(3000),
    SHUTDOWN_DELAY_SECONDS: secondsOrNone.optional(),
    METRICS_PORT: port.default(9095),
    DATABASE_CONNECTIONS: count(20),
    DATABASE_REPLICA_URL: postgresUrl.optional(),
    DATABASE_REPLICA_CONNECTIONS: count(10),
    BASE_URL: baseUrl,
    BASE_URLS: baseUrls.optional(),
    ...storageVariables,
    ...capsVariables,
    ...egressVariables,
    ...appSecretVariables,
    TRUSTED_PROXIES: networks.prefault(""),
    RATE_LIMIT_REQUESTS: count(6_000),
    RATE_LIMIT_CREATED_PARTICIPANTS: count(300),
    RATE_LIMIT_IMPORTS: count(30),
    RATE_LIMIT_PASSWORD_FAILURES: count(10),
    RATE_LIMIT_PASSWORD_FAILURES_PER_CLIENT: count(30),
    RATE_LIMIT_PASSWORD_FAILURES_PER_POLL: count(100),
    RATE_LIMIT_PASSWORDS_SET: count(60),
    RATE_LIMIT_PASSWORDS_SET_PER_POLL: count(10),
    MAIL_QUOTA_INVITATIONS: count(2_000),
    MAIL_QUOTA_OPT_INS: count(20_000),
    MAIL_QUOTA_ADDRESS: count(20),
    MAIL_QUOTA_SIGN_INS: count(20),
    MAIL_QUOTA_KEPT_PERCENT: z.coerce.number().int().min(0).max(100).default(50),
    ...connectVariables,
    PAYMENT_MINIMUM: z.coerce.number().int().min(1).optional(),
    PAYMENT_CURRENCY: z
      .string()
      .toLowerCase()
      .refine((code) => findCurrency(code) !== undefined, {
        error: "must be a currency of the payment provider, like eur",
      })
      .default("eur"),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .transform((text) => text.split(",").map((secret) => secret.trim()))
      .refine((secrets) => secrets.every((secret) => /^whsec_\w{16,}$/.test(secret)), {
        error: "must be signing secrets that begin with whsec_, separated by commas",
      })
      .optional(),
    KEEP_CLOSED_POLLS_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
    LOG_REQUESTS: z.enum(["all", "errors", "sampled"]).default("all"),
    SIGN_UP: z.enum(signUpModes).default("open"),
    SIGN_UP_DOMAINS: domains.optional(),
    ...signInVariables,
    OIDC_ONLY: flag.default(false),
    OPERATORS_NEED_TWO_FACTORS: flag.default(false),
    CONNECTIONS: count(10_000),
    CONNECTIONS_PER_CLIENT: count(2_000),
    REQUESTS_WAITING: count(128),
    REQUEST_WAIT_MS: count(1_000),
    UPLOADS: count(200),
    UPLOADS_PER_CLIENT: count(20),
    RESULT_STREAMS: count(1_000),
    RESULT_STREAMS_PER_CLIENT: count(50),
    DATA_URI_MAX_MB: megabytes.default(8_000_000),
    STORAGE_QUOTA_MB: megabytes.default(10_000_000_000),
    ...operatorVariables,
    OPERATOR_LOGO: operatorLogo.optional(),
    OPS_USER: z
      .string()
      .regex(/^[^:]{1,64}$/, { error: "must not contain a colon" })
      .default("operator"),
    OPS_PASSWORD: z.string().min(16).optional(),
    /** The URL of the inbox that `npm start` opens. */
    DEV_MAIL_URL: httpUrl.optional(),
  })
  .refine(...storageCredentialsArePaired)
  .refine(...insecureIsForDevelopment)
  .check(({ value: { PAYMENT_CURRENCY, PAYMENT_MINIMUM }, issues }) => {
    if (findCurrency(PAYMENT_CURRENCY) === undefined) return;
    const rules = amountRules(PAYMENT_CURRENCY, PAYMENT_MINIMUM);
    if (typeof rules !== "string") return;
    const name = PAYMENT_MINIMUM === undefined ? "PAYMENT_CURRENCY" : "PAYMENT_MINIMUM";
    issues.push({ code: "custom", path: [name], message: rules, input: undefined });
  })
  .refine((env) => (env.SIGN_UP === "domains") === (env.SIGN_UP_DOMAINS !== undefined), {
    path: ["SIGN_UP_DOMAINS"],
    error: "is needed with SIGN_UP=domains, and only with it",
  })
  .check(({ value, issues }) => {
    for (const [name, message] of signInProblems(value)) {
      issues.push({ code: "custom", path: [name], message, input: undefined });
    }
  })
  .refine((env) => env.OPERATOR_LOGO === undefined || env.OPERATOR_NAME !== undefined, {
    path: ["OPERATOR_LOGO"],
    error: "requires OPERATOR_NAME, the text alternative of the logo",
  })
  .refine((env) => env.NODE_ENV !== "production" || env.DEV_MAIL_URL === undefined, {
    path: ["DEV_MAIL_URL"],
    error: "is not allowed in production: all mails would be public",
  });

/** Longer than the interval of the health checks of haproxy, and than the idle timeout of nginx (deploy/). */
const PRODUCTION_SHUTDOWN_DELAY_MS = 10_000;

/** 1 kB per second, which even the slowest connections reach. */
const PACE = { windowMs: 10_000, leastBytes: 10_000 };

/** Reads the environment. Throws `InvalidEnvironment`, which names every problem but no value. */
export function loadConfig(env: Env) {
  const { unknownVariables, ...values } = parseServiceEnv(environment, env);
  const amounts = amountRules(values.PAYMENT_CURRENCY, values.PAYMENT_MINIMUM);
  if (typeof amounts === "string") throw new TypeError(amounts);
  return {
    ...processSettings(values),
    unknownVariables,
    logRequests: values.LOG_REQUESTS,
    host: values.HOST,
    port: values.PORT,
    /** How long it keeps serving, not ready, after it is told to end (docs/operations.md#rolling-restarts). */
    shutdownDelayMs:
      values.SHUTDOWN_DELAY_SECONDS ??
      (values.NODE_ENV === "production" ? PRODUCTION_SHUTDOWN_DELAY_MS : 0),
    metricsPort: values.METRICS_PORT,
    databaseConnections: values.DATABASE_CONNECTIONS,
    /** For large reads. */
    databaseReplica:
      values.DATABASE_REPLICA_URL === undefined
        ? undefined
        : { url: values.DATABASE_REPLICA_URL, max: values.DATABASE_REPLICA_CONNECTIONS },
    /** The public address. Mails and links have it. */
    baseUrl: values.BASE_URL,
    /** All public addresses without their paths, that of `baseUrl` first. */
    baseUrls: [new URL(values.BASE_URL.origin), ...(values.BASE_URLS ?? [])] as readonly URL[],
    storage: storageLocation(values),
    keys: deriveKeys(appSecrets(values)),
    /** Their `X-Forwarded-For` is trusted. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** Per minute (docs/reference/requests.md#rate-limits). */
    rateLimits: {
      requests: values.RATE_LIMIT_REQUESTS,
      createdParticipants: values.RATE_LIMIT_CREATED_PARTICIPANTS,
      /** By one account. */
      imports: values.RATE_LIMIT_IMPORTS,
      /** Wrong ones for one poll from one client network; from one network for all polls; for one poll from all. */
      passwordFailures: values.RATE_LIMIT_PASSWORD_FAILURES,
      passwordFailuresOfClient: values.RATE_LIMIT_PASSWORD_FAILURES_PER_CLIENT,
      passwordFailuresOfPoll: values.RATE_LIMIT_PASSWORD_FAILURES_PER_POLL,
      /** By one account, and for one poll. */
      passwordsSet: values.RATE_LIMIT_PASSWORDS_SET,
      passwordsSetOfPoll: values.RATE_LIMIT_PASSWORDS_SET_PER_POLL,
    },
    /** Larger uploads are 413 (docs/reference/media.md#hard-caps). */
    mediaCaps: mediaCaps(values),
    /** The least pace of bodies without files. */
    bodies: { ...PACE, deadlineMs: 30_000 },
    uploads: {
      ...PACE,
      deadlineMs: 3_600_000,
      /** Of one request. */
      maxFiles: 100,
      /** At a time in the process, and of one client. */
      open: values.UPLOADS,
      openOfClient: values.UPLOADS_PER_CLIENT,
    },
    /** Of the process, and of one client that is no trusted proxy. */
    connections: { most: values.CONNECTIONS, mostOfClient: values.CONNECTIONS_PER_CLIENT },
    /** Requests above these limits are refused at once (ADR 0027). */
    load: {
      waiting: values.REQUESTS_WAITING,
      waitMs: values.REQUEST_WAIT_MS,
      queueTimeoutMs: 4_000,
    },
    /** Undefined: no payment provider is configured. */
    payments:
      values.STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : {
            /** ISO 4217 code in lower case. */
            currency: values.PAYMENT_CURRENCY,
            /** More than one while a secret is being replaced. */
            webhookSecrets: values.STRIPE_WEBHOOK_SECRET,
            /** Undefined: the operator receives the money of all polls. */
            connect: connectSettings(values),
          },
    amounts,
    /** Streams of results (ADR 0013). */
    liveResults: {
      /** The shortest time between two events of a poll. Changes are looked for twice in this time. */
      everyMs: 400,
      /** Each heartbeat of a connection checks the access of the client again. */
      beatMs: 15_000,
      /** Of the process, and of one client. */
      connections: values.RESULT_STREAMS,
      connectionsOfClient: values.RESULT_STREAMS_PER_CLIENT,
    },
    /** The addresses that webhooks may have (ADR 0014). */
    egress: egressRules(values),
    /** Of the original files in the polls of one owner (docs/reference/media.md#storage-quota). */
    storageQuotaBytes: values.STORAGE_QUOTA_MB,
    /** The largest JSON body that may hold a `data:` URI. */
    dataUriMaxBytes: values.DATA_URI_MAX_MB,
    mailQuotas: {
      invitationsOfAccount: values.MAIL_QUOTA_INVITATIONS,
      optInsOfAccount: mailBudget(values.MAIL_QUOTA_OPT_INS, values.MAIL_QUOTA_KEPT_PERCENT),
      ofAddress: {
        polls: mailBudget(values.MAIL_QUOTA_ADDRESS, values.MAIL_QUOTA_KEPT_PERCENT),
        sign_in: mailBudget(values.MAIL_QUOTA_SIGN_INS, values.MAIL_QUOTA_KEPT_PERCENT),
      },
    },
    /** Undefined: the service deletes none by itself. */
    keepClosedPollsDays: values.KEEP_CLOSED_POLLS_DAYS,
    signIn: signInSettings(values),
    /** Who may create an account by a mailed link (docs/reference/accounts.md#sign-up). */
    signUp: { mode: values.SIGN_UP, domains: values.SIGN_UP_DOMAINS ?? [] },
    operator: operatorSettings(values),
    operatorLogo: values.OPERATOR_LOGO,
    /** Undefined: the board of the queues is off. */
    operatorLogin:
      values.OPS_PASSWORD === undefined
        ? undefined
        : { user: values.OPS_USER, password: values.OPS_PASSWORD },
    /** The URL of the inbox of a developer's machine. */
    devMailUrl: values.DEV_MAIL_URL,
  };
}

/** The settings of a gateway, in the units of the code. */
export type Config = ReturnType<typeof loadConfig>;
export type RateLimits = Config["rateLimits"];
export type LiveSettings = Config["liveResults"];
export type PaymentConfig = NonNullable<Config["payments"]>;
export type OperatorCredentials = NonNullable<Config["operatorLogin"]>;
