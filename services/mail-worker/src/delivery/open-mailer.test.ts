// Covers docs/reliability.md: mail-injection, mail-server-failures

import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ScriptedSmtp,
  type SmtpFault,
  type SmtpStep,
  startScriptedSmtp,
} from "@polls/testing";
import { loadConfig } from "../config";
import { judgeFailure } from "./judge-failure";
import { type Mailer, openMailer, type SmtpTimeouts, smtpTimeouts } from "./open-mailer";

const opened: Mailer[] = [];
afterAll(() => {
  for (const mailer of opened) mailer.close();
});

function mailerFor(
  url: string,
  env: Readonly<Record<string, string>> = {},
  waits?: SmtpTimeouts,
): Mailer {
  const { smtp } = loadConfig({
    DATABASE_URL: "postgresql://polls@localhost/polls",
    BASE_URL: "https://polls.example",
    APP_SECRET: "a secret that only tests have, and no deployment",
    SMTP_URL: url,
    ...env,
  });
  if (smtp === undefined) throw new Error("there is no mail server");
  const mailer = openMailer(smtp, waits);
  opened.push(mailer);
  return mailer;
}

const message = {
  from: { name: "Polls", address: "polls@example.org" },
  to: "ada@example.net",
  envelopeFrom: "bounces@example.org",
  messageId: "<mail-1.x@example.org>",
  date: new Date("2030-01-01T00:00:00Z"),
  subject: "Lunch",
  text: "Text",
  html: "<p>Text</p>",
  headers: {},
};

const failure = async (mailer: Mailer, sent: Parameters<Mailer["deliver"]>[0] = message) =>
  judgeFailure(await mailer.deliver(sent).catch((error: unknown) => error), sent.to);

test("credentials are used, and wrong ones are a configuration problem", async () => {
  const smtp = await startScriptedSmtp({ login: { user: "polls", pass: "right" } });
  await mailerFor(`smtp://polls:right@127.0.0.1:${smtp.port}`).deliver(message);
  expect(smtp.taken).toHaveLength(1);
  const wrong = mailerFor(`smtp://polls:wrong@127.0.0.1:${smtp.port}`);
  expect(await failure(wrong)).toMatchObject({ kind: "later" });
});

test("with OAuth, a token of the provider signs in", async () => {
  const forms: string[] = [];
  const provider = createServer(async (request, response) => {
    let form = "";
    for await (const part of request.setEncoding("utf8")) form += part;
    forms.push(form);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ access_token: "of-today", expires_in: 3_600 }));
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const { port } = provider.address() as AddressInfo;
  const smtp = await startScriptedSmtp({
    login: { user: "polls@x.example", accessToken: "of-today" },
  });
  try {
    const mailer = mailerFor(`smtp://polls%40x.example@127.0.0.1:${smtp.port}`, {
      SMTP_OAUTH_CLIENT_ID: "id",
      SMTP_OAUTH_CLIENT_SECRET: "secret",
      SMTP_OAUTH_REFRESH_TOKEN: "for-long",
      SMTP_OAUTH_TOKEN_URL: `http://127.0.0.1:${port}/token`,
    });
    await mailer.deliver(message);
    expect(smtp.taken).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(forms[0]))).toEqual({
      client_id: "id",
      client_secret: "secret",
      refresh_token: "for-long",
      grant_type: "refresh_token",
    });
  } finally {
    provider.close();
  }
});

test("nothing is sent without STARTTLS where it is required", async () => {
  const smtp = await startScriptedSmtp();
  expect(await failure(mailerFor(smtp.url, { SMTP_TLS: "required" }))).toMatchObject({
    kind: "later",
  });
  expect([smtp.taken.length, smtp.seen.mail]).toEqual([0, 0]);
});

test("if the server does not listen, the mail is retried later", async () => {
  const smtp: ScriptedSmtp = await startScriptedSmtp();
  await smtp.close();
  expect(await failure(mailerFor(smtp.url))).toMatchObject({ kind: "later" });
});

test.each([
  ["a list", "a@example.net, b@example.net"],
  ["a header", "a@example.net\r\nBcc: evil@example.net"],
  ["a name", "Eve <evil@example.net>"],
  ["an SMTP command", "a@example.net>\r\nRCPT TO:<evil@example.net"],
])("%s instead of an address reaches no other address", async (_case, to) => {
  const smtp = await startScriptedSmtp();
  await mailerFor(smtp.url)
    .deliver({ ...message, to })
    .catch(() => undefined);
  const reached = smtp.taken.flatMap((mail) => mail.to);
  expect(reached).not.toContain("evil@example.net");
  expect(reached).not.toContain("b@example.net");
});

test("files and URLs are not read instead of a text", async () => {
  const smtp = await startScriptedSmtp();
  const html = { path: "/etc/hostname" } as unknown as string;
  await mailerFor(smtp.url)
    .deliver({ ...message, html })
    .catch(() => undefined);
  expect(smtp.taken).toHaveLength(0);
});

test("the signature covers both unsubscribe headers", async () => {
  const smtp = await startScriptedSmtp();
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const signing = mailerFor(smtp.url, {
    DKIM_DOMAIN: "example.org",
    DKIM_SELECTOR: "polls",
    DKIM_PRIVATE_KEY: privateKey.replaceAll("\n", "\\n"),
  });
  await signing.deliver({
    ...message,
    headers: {
      "List-Unsubscribe": "<https://polls.example/unsubscribe/1/x>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  const { source = "" } = smtp.taken[0] ?? {};
  const signature =
    /^DKIM-Signature:(?:.|\r\n[ \t])+/im.exec(source)?.[0].replace(/\s+/g, "") ?? "";
  expect(signature).toContain("d=example.org");
  expect(/;h=([^;]+);/.exec(signature)?.[1]?.toLowerCase().split(":")).toEqual(
    expect.arrayContaining(["from", "to", "subject", "list-unsubscribe", "list-unsubscribe-post"]),
  );
});

// The other timeouts need a server that responds.
test.each<[SmtpStep, keyof typeof smtpTimeouts, RegExp]>([
  ["connect", "greeting", /timeout|greeting/i],
  ["mail", "answer", /timeout/i],
  ["rcpt", "answer", /timeout/i],
  ["data", "answer", /timeout/i],
])(
  "a server that hangs at %s times out, and the mail is tried again later",
  async (at, wait, problem) => {
    const smtp = await startScriptedSmtp({ script: (step) => (step === at ? "hang" : undefined) });
    const waits = { ...smtpTimeouts, [wait]: 300 };
    const verdict = await failure(mailerFor(smtp.url, {}, waits));
    expect(verdict).toMatchObject({ kind: "later", problem: expect.stringMatching(problem) });
  },
);

test("the timeouts are 10 s for connecting and the greeting, 30 s for silence, 5 min for a mail", () => {
  expect(smtpTimeouts).toEqual({
    connection: 10_000,
    greeting: 10_000,
    answer: 30_000,
    delivery: 300_000,
  });
});

test.each<SmtpStep>(["mail", "data"])(
  "a server that answers %s without an end keeps no connection: the mail and those behind it are tried again",
  async (at) => {
    let slow = true;
    const smtp = await startScriptedSmtp({
      script: (step) => (slow && step === at ? "trickle" : undefined),
    });
    const waits = { ...smtpTimeouts, answer: 400, delivery: 1_000 };
    const mailer = mailerFor(smtp.url, { MAIL_CONNECTIONS: "1" }, waits);
    expect(await failure(mailer)).toMatchObject({
      ...{ kind: "later", fault: "us", problem: "the mail server answers too slowly" },
    });
    slow = false;
    await mailer.deliver(message);
    expect([smtp.taken.length, smtp.seen.connect]).toEqual([1, 2]);
  },
);

test("the pool reuses its connections and limits its rate", async () => {
  let underWay = 0;
  let most = 0;
  const smtp = await startScriptedSmtp({
    script: async (step) => {
      if (step !== "data") return undefined;
      underWay += 1;
      most = Math.max(most, underWay);
      // Lets clients that connected in the meantime become visible.
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return undefined;
    },
  });
  const mailer = mailerFor(smtp.url, { MAIL_CONNECTIONS: "2", MAIL_RATE_PER_SECOND: "5" });
  const began = performance.now();
  await Promise.all(Array.from({ length: 11 }, () => mailer.deliver(message)));
  expect(performance.now() - began).toBeGreaterThan(1_900);
  expect([smtp.taken.length, smtp.seen.connect]).toEqual([11, 2]);
  expect(most).toBeLessThanOrEqual(2);
});

test.each<[string, SmtpFault]>([["it says later", { code: 451, text: "4.7.1 later" }]])(
  "%s, and the next mail is sent",
  async (_case, deed) => {
    let refusals = 1;
    const smtp = await startScriptedSmtp({
      script: (step) => (step === "rcpt" && refusals-- > 0 ? deed : undefined),
    });
    const mailer = mailerFor(smtp.url);
    expect(await failure(mailer)).toMatchObject({ kind: "later" });
    await mailer.deliver(message);
    expect(smtp.taken).toHaveLength(1);
  },
);
