import { rootCertificates } from "node:tls";
import { authorities, count, flag, httpUrl, port } from "@polls/config";
import { z } from "zod";

const SUBMISSION_PORT = 587;
const SUBMISSION_TLS_PORT = 465;

const ENCODE =
  "in its user and password, write % as %25, # as %23, / as %2F, ? as %3F and @ as %40, or use SMTP_HOST, SMTP_USER and SMTP_PASSWORD";

interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
}

/**
 * An address such as `smtp://user:password@mail.example.com:587`. What could be a password that is
 * not encoded is refused.
 */
const smtpUrl = z.string().transform((text, context): SmtpServer => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === "smtps:";
  const isSmtp = secure || url?.protocol === "smtp:";
  const isWhole = /^\/?$/.test(url?.pathname ?? "") && url?.search === "" && url.hash === "";
  const user = decoded(url?.username);
  const password = decoded(url?.password);
  if (isSmtp && isWhole && url.hostname !== "" && user !== undefined && password !== undefined) {
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    return { host, port: Number(url.port) || portOf(secure), secure, user, password };
  }
  const message = `must be an address like smtp://user:password@mail.example.com:587 without a query; ${ENCODE}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const portOf = (secure: boolean): number => (secure ? SUBMISSION_TLS_PORT : SUBMISSION_PORT);

function decoded(text: string | undefined): string | undefined {
  try {
    return decodeURIComponent(text ?? "");
  } catch {
    return undefined;
  }
}

/** The variables of the mail server (docs/mail.md#variables-of-the-mail-worker). */
export const smtpVariables = {
  SMTP_URL: smtpUrl.optional(),
  SMTP_HOST: z
    .string()
    .refine((text) => /^[^\s/@:]+$|^[\da-f:]+$/i.test(text), {
      error: "must be the name or address of a server alone",
    })
    .optional(),
  SMTP_PORT: port.optional(),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  /** The name in EHLO. */
  SMTP_NAME: z
    .string()
    .regex(/^[\w.:[\]-]+$/, { error: "must be a host name" })
    .optional(),
  SMTP_TLS: z.enum(["required", "opportunistic", "off"]).optional(),
  /** The earlier name of `SMTP_TLS`. */
  SMTP_REQUIRE_TLS: flag.optional(),
  /** Added to the authorities of Node. */
  SMTP_TLS_CA: authorities.transform((found) => [...rootCertificates, ...found]).optional(),
  SMTP_OAUTH_CLIENT_ID: z.string().optional(),
  SMTP_OAUTH_CLIENT_SECRET: z.string().optional(),
  SMTP_OAUTH_REFRESH_TOKEN: z.string().optional(),
  SMTP_OAUTH_TOKEN_URL: httpUrl.optional(),
  MAIL_RATE_PER_SECOND: count(10, { max: 1_000 }),
  MAIL_CONNECTIONS: count(4, { max: 64 }),
};

type SmtpValues = z.output<z.ZodObject<typeof smtpVariables>> & { readonly NODE_ENV: string };

const oauthNames = [
  "SMTP_OAUTH_CLIENT_ID",
  "SMTP_OAUTH_CLIENT_SECRET",
  "SMTP_OAUTH_REFRESH_TOKEN",
  "SMTP_OAUTH_TOKEN_URL",
] as const;

/** The problems of variables that contradict each other or lack another: the variable, and why. */
export function smtpProblems(env: SmtpValues): readonly (readonly [name: string, why: string])[] {
  const has = (name: keyof SmtpValues) => env[name] !== undefined;
  const oauth = oauthNames.filter(has);
  const parts = (["SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASSWORD"] as const).filter(has);
  const problems: readonly (readonly [boolean, string, string])[] = [
    [
      env.NODE_ENV === "production" && !has("SMTP_URL") && !has("SMTP_HOST"),
      "SMTP_URL",
      "or SMTP_HOST is required in production: without it no mail is sent",
    ],
    [
      has("SMTP_URL") && parts.some((name) => name !== "SMTP_USER" || oauth.length === 0),
      "SMTP_URL",
      "must not be set together with SMTP_HOST, SMTP_PORT, SMTP_USER or SMTP_PASSWORD",
    ],
    [parts.length > 0 && !has("SMTP_HOST") && !has("SMTP_URL"), "SMTP_HOST", "is missing"],
    [
      has("SMTP_PASSWORD") && !has("SMTP_USER"),
      "SMTP_USER",
      "must be set together with SMTP_PASSWORD",
    ],
    [
      oauth.length > 0 && oauth.length < oauthNames.length,
      oauth[0] ?? "",
      `must be set together with ${oauthNames.join(", ")}`,
    ],
    [
      oauth.length > 0 && (has("SMTP_PASSWORD") || userOf(env) === ""),
      "SMTP_OAUTH_CLIENT_ID",
      "needs SMTP_USER without SMTP_PASSWORD",
    ],
    [
      has("SMTP_TLS") && has("SMTP_REQUIRE_TLS"),
      "SMTP_REQUIRE_TLS",
      "is the earlier name of SMTP_TLS: remove it",
    ],
    [
      env.SMTP_TLS === "off" && serverOf(env)?.secure === true,
      "SMTP_TLS",
      "must not be off for a server with TLS from the first byte (smtps:, port 465)",
    ],
  ];
  return problems.flatMap(([isProblem, name, why]) => (isProblem ? [[name, why] as const] : []));
}

const userOf = (env: SmtpValues): string => env.SMTP_USER ?? env.SMTP_URL?.user ?? "";

function serverOf(env: SmtpValues): SmtpServer | undefined {
  if (env.SMTP_URL !== undefined) return env.SMTP_URL;
  if (env.SMTP_HOST === undefined) return undefined;
  const secure = env.SMTP_PORT === SUBMISSION_TLS_PORT;
  return {
    host: env.SMTP_HOST,
    port: env.SMTP_PORT ?? SUBMISSION_PORT,
    secure,
    user: userOf(env),
    password: env.SMTP_PASSWORD ?? "",
  };
}

/** The mail server. Undefined: mails wait. Not allowed in production. */
export function smtpSettings(env: SmtpValues) {
  const server = serverOf(env);
  if (server === undefined) return undefined;
  const { host, port: number, secure } = server;
  return {
    host,
    port: number,
    secure,
    login: loginOf(env, server.password),
    name: env.SMTP_NAME,
    tls: env.SMTP_TLS ?? tlsOf(env),
    certificates: env.SMTP_TLS_CA,
    connections: env.MAIL_CONNECTIONS,
    ratePerSecond: env.MAIL_RATE_PER_SECOND,
  };
}

const tlsOf = ({ SMTP_REQUIRE_TLS: required, NODE_ENV }: SmtpValues) =>
  (required ?? NODE_ENV === "production") ? "required" : "opportunistic";

function loginOf(env: SmtpValues, pass: string) {
  const user = userOf(env);
  const {
    SMTP_OAUTH_CLIENT_ID: clientId,
    SMTP_OAUTH_CLIENT_SECRET: clientSecret,
    SMTP_OAUTH_REFRESH_TOKEN: refreshToken,
    SMTP_OAUTH_TOKEN_URL: accessUrl,
  } = env;
  if (user === "") return undefined;
  return clientId && clientSecret && refreshToken && accessUrl
    ? ({ type: "OAuth2", user, clientId, clientSecret, refreshToken, accessUrl } as const)
    : { user, pass };
}
