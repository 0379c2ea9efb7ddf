import type { BlockList } from "node:net";
import {
  appSecrets,
  appSecretVariables,
  type ConnectSettings,
  connectSettings,
  connectVariables,
  count,
  type EgressRules,
  type Env,
  egressRules,
  egressVariables,
  httpUrl,
  insecureIsForDevelopment,
  megabytes,
  networks,
  type Operator,
  operatorSettings,
  operatorVariables,
  parseServiceEnv,
  port,
  postgresUrl,
  processSettings,
  processVariables,
  secondsOrNone,
  type ToldVariables,
} from "@polls/config";
import type { Pooler } from "@polls/db";
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

/** The settings of a gateway, in the units of the code. */
export interface Config extends ToldVariables {
  readonly production: boolean;
  /** What production would refuse. */
  readonly unsafeSettings: readonly string[];
  readonly host: string | undefined;
  readonly port: number;
  /** For how long it answers on while it says that it ends (docs/operations.md#rolling-restarts). */
  readonly shutdownDelayMs: number;
  readonly metricsHost: string;
  readonly metricsPort: number;
  readonly logLevel: string;
  /** Which requests are logged beside those that failed or were slow. */
  readonly logRequests: "all" | "errors" | "sampled";
  readonly traces: TraceSettings | undefined;
  readonly exitWithParent: boolean;
  readonly databaseUrl: string;
  readonly databasePooler: Pooler;
  readonly databaseConnections: number;
  /** Large reads run on it. */
  readonly databaseReplica: { readonly url: string; readonly max: number } | undefined;
  /** Without Redis, queues are in PostgreSQL, and each process counts rate limits alone. */
  readonly redisUrl: string | undefined;
  /** The public address, without a path. */
  readonly baseUrl: URL;
  readonly storage: StorageLocation;
  readonly keys: DerivedKeys;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: BlockList;
  readonly rateLimits: RateLimits;
  /** Uploads above these are 413 (docs/reference/media.md#hard-caps). */
  readonly mediaCaps: MediaCaps;
  readonly uploads: UploadLimits;
  /** The pace of bodies without files. */
  readonly bodies: BodyPace;
  readonly connections: ConnectionLimits;
  /** Requests beyond these are refused at once (ADR 0027). */
  readonly load: LoadLimits;
  /** Undefined without a payment provider. */
  readonly payments: PaymentConfig | undefined;
  /** What fees, prices and purchases may be. */
  readonly amounts: AmountRules;
  readonly liveResults: LiveSettings;
  /** Addresses that webhooks may have (ADR 0014). */
  readonly egress: EgressRules;
  /** The bytes of originals that the polls of one owner may have (docs/reference/media.md#storage-quota). */
  readonly storageQuotaBytes: number;
  /** The largest JSON body that may hold a `data:` URI. */
  readonly dataUriMaxBytes: number;
  readonly mailQuotas: MailQuotas;
  /** Whether a mailed link may create an account (docs/reference/accounts.md#sign-up). */
  readonly signUp: "open" | "closed";
  /** Who runs the service, on its pages. */
  readonly operator: Operator;
  readonly operatorLogo: OperatorLogo | undefined;
  /** Undefined: there is no board of the queues. */
  readonly operatorLogin: OperatorCredentials | undefined;
  /** The inbox of a developer's machine. */
  readonly devMailUrl: string | undefined;
}

/** Requests a minute (docs/reference/requests.md#rate-limits). */
export interface RateLimits {
  readonly requests: number;
  readonly createdParticipants: number;
  /** Files with options or participants, of an account. */
  readonly imports: number;
  /** Wrong poll passwords, for one poll and client network. */
  readonly passwordFailures: number;
  /** Likewise of one client network over all polls, and of one poll over all clients. */
  readonly passwordFailuresOfClient: number;
  readonly passwordFailuresOfPoll: number;
  /** Poll passwords that an account sets, and that one poll is given. */
  readonly passwordsSet: number;
  readonly passwordsSetOfPoll: number;
}

/** The name and the password that the board of the queues asks for. */
export interface OperatorCredentials {
  readonly user: string;
  readonly password: string;
}

export interface PaymentConfig {
  /** ISO 4217, in lower case. */
  readonly currency: string;
  /** Several while one is being replaced. */
  readonly webhookSecrets: readonly string[];
  /** Undefined: the operator receives the money of all polls. */
  readonly connect: ConnectSettings | undefined;
}

/** Streams of results (ADR 0013). */
export interface LiveSettings {
  /** The shortest time between two events of a poll; changes are looked for twice in it. */
  readonly everyMs: number;
  /** The time between two heartbeats of a connection, each of which admits its client again. */
  readonly beatMs: number;
  /** Connections of the process, and of one client. */
  readonly connections: number;
  readonly connectionsOfClient: number;
}

export interface UploadLimits extends BodyPace {
  /** Files of one request. */
  readonly maxFiles: number;
  /** Uploads that may be open at a time in the process, and of one client. */
  readonly open: number;
  readonly openOfClient: number;
}

export interface ConnectionLimits {
  /** Connections of the process, and of one client that is no trusted proxy. */
  readonly most: number;
  readonly mostOfClient: number;
}

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
    BASE_URL: httpUrl.refine((text) => new URL(text).pathname === "/", {
      error: "must have no path",
    }),
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
    SIGN_UP: z.enum(["open", "closed"]).default("open"),
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
      .regex(/^[^:]{1,64}$/, { error: "must have no colon" })
      .default("operator"),
    OPS_PASSWORD: z.string().min(16).optional(),
    /** The inbox of `npm start`. */
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
  .refine((env) => env.OPERATOR_LOGO === undefined || env.OPERATOR_NAME !== undefined, {
    path: ["OPERATOR_LOGO"],
    error: "needs OPERATOR_NAME, which is read out in its place",
  })
  .refine((env) => env.NODE_ENV !== "production" || env.DEV_MAIL_URL === undefined, {
    path: ["DEV_MAIL_URL"],
    error: "is not for production: everybody could read all mails",
  });

function amountsOf(values: {
  readonly PAYMENT_CURRENCY: string;
  readonly PAYMENT_MINIMUM?: number | undefined;
}): AmountRules {
  const rules = amountRules(values.PAYMENT_CURRENCY, values.PAYMENT_MINIMUM);
  if (typeof rules === "string") throw new TypeError(rules);
  return rules;
}

/** Longer than the checks of load balancers take, and than they keep idle connections (deploy/). */
const PRODUCTION_SHUTDOWN_DELAY_MS = 10_000;

/** 1 kB a second, which the slowest lines have. */
const PACE = { windowMs: 10_000, leastBytes: 10_000 };

/** Reads the environment; throws `InvalidEnvironment` with every problem and no value. */
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
    baseUrl: new URL(values.BASE_URL),
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
    load: { waiting: values.REQUESTS_WAITING, waitMs: values.REQUEST_WAIT_MS },
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
      ...{ everyMs: 400, beatMs: 15_000 },
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
    signUp: values.SIGN_UP,
    operator: operatorSettings(values),
    operatorLogo: values.OPERATOR_LOGO,
    operatorLogin:
      values.OPS_PASSWORD === undefined
        ? undefined
        : { user: values.OPS_USER, password: values.OPS_PASSWORD },
    devMailUrl: values.DEV_MAIL_URL,
  };
}
