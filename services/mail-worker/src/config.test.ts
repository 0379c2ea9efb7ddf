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
  expect(loadConfig(production).smtp?.requireTls).toBe(true);
  expect(loadConfig({ ...production, SMTP_REQUIRE_TLS: "0" }).smtp?.requireTls).toBe(false);
  expect(loadConfig({ ...given, SMTP_URL: "smtp://mail.example" }).smtp?.requireTls).toBe(false);
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
