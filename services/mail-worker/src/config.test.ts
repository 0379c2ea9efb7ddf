import { InvalidEnvironment } from "@polls/config";
import { loadConfig } from "./config";

const given = {
  DATABASE_URL: "postgresql://polls@localhost/polls",
  BASE_URL: "https://polls.example",
  APP_SECRET: "a secret that this file has, published nowhere else",
};

test("production requires a mail server and a sender", () => {
  let problem: unknown;
  try {
    loadConfig({ ...given, NODE_ENV: "production" });
  } catch (error) {
    problem = error;
  }
  expect(problem).toBeInstanceOf(InvalidEnvironment);
  expect((problem as Error).message).toMatch(/SMTP_URL is missing/);
  expect((problem as Error).message).toMatch(/MAIL_FROM is missing/);
});

test.each<[string, string, object]>([
  [
    "a submission server",
    "smtp://u%40x:p%3Aw@mail.example",
    { host: "mail.example", port: 587, secure: false, login: { user: "u@x", pass: "p:w" } },
  ],
  [
    "TLS from the first byte",
    "smtps://mail.example",
    { port: 465, secure: true, login: undefined },
  ],
  ["a port of its own", "smtp://127.0.0.1:2525", { host: "127.0.0.1", port: 2525 }],
  ["IPv6", "smtp://[::1]:25", { host: "::1", port: 25 }],
])("%s is understood", (_case, url, smtp) => {
  expect(loadConfig({ ...given, SMTP_URL: url }).smtp).toMatchObject(smtp);
});

test("production requires TLS unless configured otherwise", () => {
  const production = {
    ...given,
    NODE_ENV: "production",
    SMTP_URL: "smtp://mail.example",
    MAIL_FROM: "a@example.org",
  };
  const tls = (env: Readonly<Record<string, string>>) => loadConfig(env).smtp?.tls;
  expect(tls(production)).toBe("required");
  expect(tls({ ...production, SMTP_REQUIRE_TLS: "0" })).toBe("opportunistic");
  expect(tls({ ...production, SMTP_TLS: "off" })).toBe("off");
  expect(tls({ ...given, SMTP_URL: "smtp://mail.example" })).toBe("opportunistic");
});

test("the parts beside the address are taken as they are", () => {
  const parts = { SMTP_HOST: "mail.example", SMTP_USER: "u@x", SMTP_PASSWORD: "100%#/?@:" };
  expect(loadConfig({ ...given, ...parts, SMTP_NAME: "polls.example" }).smtp).toMatchObject({
    host: "mail.example",
    port: 587,
    secure: false,
    login: { user: "u@x", pass: "100%#/?@:" },
    name: "polls.example",
  });
  expect(loadConfig({ ...given, ...parts, SMTP_PORT: "465" }).smtp).toMatchObject({ secure: true });
});

const url = { SMTP_URL: "smtp://u:p@mail.example" };
const host = { SMTP_HOST: "mail.example" };
const oauth = {
  SMTP_OAUTH_CLIENT_ID: "id",
  SMTP_OAUTH_CLIENT_SECRET: "secret",
  SMTP_OAUTH_REFRESH_TOKEN: "token",
  SMTP_OAUTH_TOKEN_URL: "https://accounts.example/token",
};

test("OAuth replaces the password", () => {
  const env = { ...given, ...host, ...oauth, SMTP_USER: "polls@mail.example" };
  expect(loadConfig(env).smtp?.login).toEqual({
    type: "OAuth2",
    user: "polls@mail.example",
    clientId: "id",
    clientSecret: "secret",
    refreshToken: "token",
    accessUrl: "https://accounts.example/token",
  });
});

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ["a percent sign", { SMTP_URL: "smtp://u:100%@mail.example" }, /SMTP_URL .* write % as %25/],
  ["a hash sign", { SMTP_URL: "smtp://u:12#34@mail.example" }, /SMTP_URL .*# as %23/],
  ["a question mark", { SMTP_URL: "smtp://u:12?34@mail.example" }, /SMTP_URL .*\? as %3F/],
  ["a parameter", { SMTP_URL: "smtp://mail.example/?pool=true" }, /SMTP_URL .*without a query/],
  ["both forms", { ...url, ...host }, /SMTP_URL must not be set together with SMTP_HOST/],
  ["a host with a port", { SMTP_HOST: "mail.example:25" }, /SMTP_HOST must be the name/],
  ["a password alone", { ...host, SMTP_PASSWORD: "p" }, /SMTP_USER is missing/],
  ["a user alone", { SMTP_USER: "u" }, /SMTP_HOST is missing/],
  ["a part of OAuth", { ...host, SMTP_OAUTH_CLIENT_ID: "id" }, /SMTP_OAUTH_CLIENT_ID must be set/],
  ["OAuth without a user", { ...host, ...oauth }, /SMTP_OAUTH_CLIENT_ID needs SMTP_USER/],
  ["both names", { ...url, SMTP_TLS: "off", SMTP_REQUIRE_TLS: "1" }, /SMTP_REQUIRE_TLS is the/],
  ["TLS and none", { SMTP_URL: "smtps://mail.example", SMTP_TLS: "off" }, /SMTP_TLS must not/],
  ["a missing file", { ...host, SMTP_TLS_CA: "/no/such/file" }, /SMTP_TLS_CA must be the path/],
])("%s is refused with what to do, without the value", (_case, env, expected) => {
  expect(() => loadConfig({ ...given, ...env })).toThrow(expected);
});

test.each([
  ["SMTP_URL", "mail.example:25"],
  ["SMTP_URL", "http://mail.example"],
  ["MAIL_FROM", "Polls <polls@example.org>"],
  ["DKIM_DOMAIN", "example.org"],
  ["APP_SECRET", "short"],
])("%s=%s is refused, and the message has the name without the value", (name, value) => {
  expect(() => loadConfig({ ...given, [name]: value })).toThrow(
    name.startsWith("DKIM") ? /DKIM/ : new RegExp(name),
  );
});
