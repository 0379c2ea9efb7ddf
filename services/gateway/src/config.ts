import type { BlockList } from "node:net";
import {
  appSecrets,
  appSecretVariables,
  type BaseUrl,
  baseUrl,
  baseUrls,
  type ConnectSettings,
  connectSettings,
  connectVariables,
  count,
  type EgressRules,
  type Env,
  egressRules,
  egressVariables,
  flag,
  httpUrl,
  insecureIsForDevelopment,
  megabytes,
  networks,
  type Operator,
  type OutgoingProxy,
  operatorSettings,
  operatorVariables,
  parseServiceEnv,
  port,
  postgresUrl,
  processSettings,
  processVariables,
  type ReportedVariables,
  secondsOrNone,
} from "@polls/config";
import type { Pooler } from "@polls/db/connection";
import { type SignUp, signUpModes } from "@polls/domain/access";
import { mailBudget } from "@polls/domain/mails";
import { type AmountRules, amountRules, findCurrency } from "@polls/domain/payments";
import type { MailQuotas } from "@polls/jobs/outbox";
import { capsVariables, type MediaCaps, mediaCaps } from "@polls/media";
import {
  type StorageLocation,
  storageCredentialsArePaired,
  storageLocation,
  storageVariables,
} from "@polls/storage";
import type { TraceSettings } from "@polls/telemetry";
import { z } from "zod";
import { type DerivedKeys, deriveKeys } from "./derived-keys";
import type { LoadLimits } from "./http/limits/load";
import type { BodyPace } from "./http/request/body-pace";
import { type OperatorLogo, operatorLogo } from "./pages/operator-logo";
import {
  type SignInSettings,
  signInProblems,
  signInSettings,
  signInVariables,
} from "./sign-in-environment";

/** The settings of a gateway, in the units of the code. */
export interface Config extends ReportedVariables {
  readonly production: boolean;
  /** Settings that production does not allow. */
  readonly unsafeSettings: readonly string[];
  readonly host: string | undefined;
  readonly port: number;
  /**
   * How long the gateway keeps serving after it is told to end, while it reports not ready
   * (docs/operations.md#rolling-restarts).
   */
  readonly shutdownDelayMs: number;
  readonly metricsHost: string;
  readonly metricsPort: number;
  readonly logLevel: string;
  /** The requests that are logged besides failed and slow ones. */
  readonly logRequests: "all" | "errors" | "sampled";
  readonly traces: TraceSettings | undefined;
  readonly exitWithParent: boolean;
  readonly databaseUrl: string;
  readonly databasePooler: Pooler;
  readonly databaseConnections: number;
  /** The read replica for large reads. */
  readonly databaseReplica: { readonly url: string; readonly max: number } | undefined;
  /** Undefined: queues are in PostgreSQL, and each process counts rate limits alone. */
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  /** Certificates of private authorities that all connections trust. */
  readonly extraAuthorities: readonly string[];
  /** The proxy of outgoing `https:` connections. */
  readonly proxy: OutgoingProxy | undefined;
  /** The public address. Mails and links have it. */
  readonly baseUrl: BaseUrl;
  /** All public addresses without their paths, that of `baseUrl` first. */
  readonly baseUrls: readonly URL[];
  readonly storage: StorageLocation;
  readonly keys: DerivedKeys;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: BlockList;
  readonly rateLimits: RateLimits;
  /** Larger uploads are 413 (docs/reference/media.md#hard-caps). */
  readonly mediaCaps: MediaCaps;
  readonly uploads: UploadLimits;
  /** The least pace of bodies without files. */
  readonly bodies: BodyPace;
  readonly connections: ConnectionLimits;
  /** Requests above these limits are refused at once (ADR 0027). */
  readonly load: LoadLimits;
  /** Undefined: no payment provider is configured. */
  readonly payments: PaymentConfig | undefined;
  /** The rules for amounts of fees, prices and purchases. */
  readonly amounts: AmountRules;
  readonly liveResults: LiveSettings;
  /** The addresses that webhooks may have (ADR 0014). */
  readonly egress: EgressRules;
  /**
   * The largest total size of the original files in the polls of one owner
   * (docs/reference/media.md#storage-quota).
   */
  readonly storageQuotaBytes: number;
  /** The largest JSON body that may hold a `data:` URI. */
  readonly dataUriMaxBytes: number;
  readonly mailQuotas: MailQuotas;
  /**
   * Whether persons may create an account by a mailed link (docs/reference/accounts.md#sign-up).
   */
  readonly signUp: SignUp;
  /** The providers by which persons sign in, and whether mailed links do so too. */
  readonly signIn: SignInSettings;
  /** The operator of the service, named on its pages. */
  readonly operator: Operator;
  readonly operatorLogo: OperatorLogo | undefined;
  /** Undefined: the board of the queues is off. */
  readonly operatorLogin: OperatorCredentials | undefined;
  /** The URL of the inbox of a developer's machine. */
  readonly devMailUrl: string | undefined;
}

/** Limits of requests per minute (docs/reference/requests.md#rate-limits). */
export interface RateLimits {
  readonly requests: number;
  readonly createdParticipants: number;
  /** Imports of options or participants by one account. */
  readonly imports: number;
  /** Wrong passwords for one poll from one client network. */
  readonly passwordFailures: number;
  /** Wrong passwords from one client network for all polls, and for one poll from all clients. */
  readonly passwordFailuresOfClient: number;
  readonly passwordFailuresOfPoll: number;
  /** Poll passwords set by one account, and for one poll. */
  readonly passwordsSet: number;
  readonly passwordsSetOfPoll: number;
}

/** The name and password of the login to the board of the queues. */
export interface OperatorCredentials {
  readonly user: string;
  readonly password: string;
}

export interface PaymentConfig {
  /** ISO 4217 code in lower case. */
  readonly currency: string;
  /** More than one while a secret is being replaced. */
  readonly webhookSecrets: readonly string[];
  /** Undefined: the operator receives the money of all polls. */
  readonly connect: ConnectSettings | undefined;
}

/** Streams of results (ADR 0013). */
export interface LiveSettings {
  /** The shortest time between two events of a poll. Changes are looked for twice in this time. */
  readonly everyMs: number;
  /**
   * The time between two heartbeats of a connection. Each heartbeat checks the access of the client
   * again.
   */
  readonly beatMs: number;
  /** The largest number of connections of the process, and of one client. */
  readonly connections: number;
  readonly connectionsOfClient: number;
}

export interface UploadLimits extends BodyPace {
  /** The largest number of files in one request. */
  readonly maxFiles: number;
  /** The largest number of concurrent uploads in the process, and of one client. */
  readonly open: number;
  readonly openOfClient: number;
}

export interface ConnectionLimits {
  /**
   * The largest number of connections of the process, and of one client that is no trusted proxy.
   */
  readonly most: number;
  readonly mostOfClient: number;
}

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

function amountsOf(values: {
  readonly PAYMENT_CURRENCY: string;
  readonly PAYMENT_MINIMUM?: number | undefined;
}): AmountRules {
  const rules = amountRules(values.PAYMENT_CURRENCY, values.PAYMENT_MINIMUM);
  if (typeof rules === "string") throw new TypeError(rules);
  return rules;
}

/** Longer than the interval of the health checks of haproxy, and than the idle timeout of nginx (deploy/). */
const PRODUCTION_SHUTDOWN_DELAY_MS = 10_000;

/** 1 kB per second, which even the slowest connections reach. */
const PACE = { windowMs: 10_000, leastBytes: 10_000 };

/** Reads the environment. Throws `InvalidEnvironment`, which names every problem but no value. */
export function loadConfig(env: Env): Config {
  const { unknownVariables, ...values } = parseServiceEnv(environment, env);
  return {
    ...processSettings(values),
    unknownVariables,
    logRequests: values.LOG_REQUESTS,
    host: values.HOST,
    port: values.PORT,
    shutdownDelayMs:
      values.SHUTDOWN_DELAY_SECONDS ??
      (values.NODE_ENV === "production" ? PRODUCTION_SHUTDOWN_DELAY_MS : 0),
    metricsPort: values.METRICS_PORT,
    databaseConnections: values.DATABASE_CONNECTIONS,
    databaseReplica:
      values.DATABASE_REPLICA_URL === undefined
        ? undefined
        : { url: values.DATABASE_REPLICA_URL, max: values.DATABASE_REPLICA_CONNECTIONS },
    baseUrl: values.BASE_URL,
    baseUrls: [new URL(values.BASE_URL.origin), ...(values.BASE_URLS ?? [])],
    storage: storageLocation(values),
    keys: deriveKeys(appSecrets(values)),
    trustedProxies: values.TRUSTED_PROXIES,
    rateLimits: {
      requests: values.RATE_LIMIT_REQUESTS,
      createdParticipants: values.RATE_LIMIT_CREATED_PARTICIPANTS,
      imports: values.RATE_LIMIT_IMPORTS,
      passwordFailures: values.RATE_LIMIT_PASSWORD_FAILURES,
      passwordFailuresOfClient: values.RATE_LIMIT_PASSWORD_FAILURES_PER_CLIENT,
      passwordFailuresOfPoll: values.RATE_LIMIT_PASSWORD_FAILURES_PER_POLL,
      passwordsSet: values.RATE_LIMIT_PASSWORDS_SET,
      passwordsSetOfPoll: values.RATE_LIMIT_PASSWORDS_SET_PER_POLL,
    },
    mediaCaps: mediaCaps(values),
    bodies: { ...PACE, deadlineMs: 30_000 },
    uploads: {
      ...PACE,
      deadlineMs: 3_600_000,
      maxFiles: 100,
      open: values.UPLOADS,
      openOfClient: values.UPLOADS_PER_CLIENT,
    },
    connections: { most: values.CONNECTIONS, mostOfClient: values.CONNECTIONS_PER_CLIENT },
    load: {
      waiting: values.REQUESTS_WAITING,
      waitMs: values.REQUEST_WAIT_MS,
      queueTimeoutMs: 4_000,
    },
    payments:
      values.STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : {
            currency: values.PAYMENT_CURRENCY,
            webhookSecrets: values.STRIPE_WEBHOOK_SECRET,
            connect: connectSettings(values),
          },
    amounts: amountsOf(values),
    liveResults: {
      everyMs: 400,
      beatMs: 15_000,
      connections: values.RESULT_STREAMS,
      connectionsOfClient: values.RESULT_STREAMS_PER_CLIENT,
    },
    egress: egressRules(values),
    storageQuotaBytes: values.STORAGE_QUOTA_MB,
    dataUriMaxBytes: values.DATA_URI_MAX_MB,
    mailQuotas: {
      invitationsOfAccount: values.MAIL_QUOTA_INVITATIONS,
      ofAddress: {
        polls: mailBudget(values.MAIL_QUOTA_ADDRESS, values.MAIL_QUOTA_KEPT_PERCENT),
        sign_in: mailBudget(values.MAIL_QUOTA_SIGN_INS, values.MAIL_QUOTA_KEPT_PERCENT),
      },
    },
    signIn: signInSettings(values),
    signUp: { mode: values.SIGN_UP, domains: values.SIGN_UP_DOMAINS ?? [] },
    operator: operatorSettings(values),
    operatorLogo: values.OPERATOR_LOGO,
    operatorLogin:
      values.OPS_PASSWORD === undefined
        ? undefined
        : { user: values.OPS_USER, password: values.OPS_PASSWORD },
    devMailUrl: values.DEV_MAIL_URL,
  };
}
