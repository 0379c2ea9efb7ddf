import {
  appSecrets,
  appSecretVariables,
  baseUrl,
  count,
  deriveKeyRing,
  type Env,
  operatorSettings,
  operatorVariables,
  parseServiceEnv,
  port,
  processSettings,
  processVariables,
  type ReportedVariables,
  sharedPurposes,
} from "@polls/config";
import { isEmail } from "@polls/domain/input";
import { z } from "zod";
import { smtpProblems, smtpSettings, smtpVariables } from "./smtp-environment";

const mailbox = z.string().refine((text) => isEmail(text), { error: "must be an e-mail address" });

const schema = z
  .object({
    ...processVariables,
    BASE_URL: baseUrl,
    ...appSecretVariables,
    ...operatorVariables,
    METRICS_PORT: port.default(9092),
    ...smtpVariables,
    MAIL_FROM: mailbox.optional(),
    /** The default is the name of the operator. */
    MAIL_FROM_NAME: z.string().max(100).optional(),
    /** The address for bounces, `bounces@…`. Each mail has a tag, `bounces+17-…@…`. */
    MAIL_BOUNCES: mailbox.optional(),
    MAIL_DOMAIN_RATE_PER_SECOND: count(5, { max: 1_000 }),
    MAIL_CONCURRENCY: count(16, { max: 256 }),
    DKIM_DOMAIN: z.string().optional(),
    DKIM_SELECTOR: z.string().optional(),
    DKIM_PRIVATE_KEY: z.string().optional(),
  })
  .superRefine((env, context) => {
    for (const [name, message] of smtpProblems(env)) {
      context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .refine((env) => env.NODE_ENV !== "production" || env.MAIL_FROM !== undefined, {
    path: ["MAIL_FROM"],
    error: "is required in production: the address that mails come from",
  })
  .refine(
    (env) =>
      new Set(
        [env.DKIM_DOMAIN, env.DKIM_SELECTOR, env.DKIM_PRIVATE_KEY].map(
          (each) => each === undefined,
        ),
      ).size === 1,
    {
      path: ["DKIM_PRIVATE_KEY"],
      error: "must be set together with DKIM_DOMAIN and DKIM_SELECTOR",
    },
  )
  .transform((env) => ({ env, server: smtpSettings(env) }))
  .transform(({ env, server }) => ({
    ...processSettings(env),
    baseUrl: env.BASE_URL,
    operator: operatorSettings(env),
    keys: {
      /** The initial value of the stored key of addresses. */
      initialAddresses: deriveKeyRing(appSecrets(env), sharedPurposes.addresses),
      mailLinks: deriveKeyRing(appSecrets(env), sharedPurposes.mailLinks),
      invitations: deriveKeyRing(appSecrets(env), sharedPurposes.invitations),
      stored: deriveKeyRing(appSecrets(env), sharedPurposes.stored),
    },
    metricsPort: env.METRICS_PORT,
    /** If undefined, mails wait. */
    smtp: server && { ...server, dkim: dkimOf(env) },
    sender: {
      from: {
        name: env.MAIL_FROM_NAME ?? env.OPERATOR_NAME ?? "Polls",
        address: env.MAIL_FROM ?? "polls@localhost.localdomain",
      },
      bounces: env.MAIL_BOUNCES,
    },
    domainRatePerSecond: env.MAIL_DOMAIN_RATE_PER_SECOND,
    concurrency: env.MAIL_CONCURRENCY,
  }));

export type Config = z.output<typeof schema> & ReportedVariables;

/** Reads the environment of the mail worker. Throws `InvalidEnvironment` with all problems. */
export const loadConfig = (env: Env): Config => parseServiceEnv(schema, env);

const dkimOf = (env: {
  readonly DKIM_DOMAIN?: string | undefined;
  readonly DKIM_SELECTOR?: string | undefined;
  readonly DKIM_PRIVATE_KEY?: string | undefined;
}) =>
  env.DKIM_DOMAIN === undefined ||
  env.DKIM_SELECTOR === undefined ||
  env.DKIM_PRIVATE_KEY === undefined
    ? undefined
    : {
        domain: env.DKIM_DOMAIN,
        selector: env.DKIM_SELECTOR,
        // Values in environment files have one line, so "\n" stands for a line break.
        privateKey: env.DKIM_PRIVATE_KEY.replaceAll("\\n", "\n"),
      };
