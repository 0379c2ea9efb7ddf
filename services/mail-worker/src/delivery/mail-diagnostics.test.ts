import { checkReadiness, diagnose } from "@polls/runtime";
import {
  describeWhere,
  installedProgram,
  startScriptedSmtp,
  startTlsServer,
  type TlsServer,
} from "@polls/testing";
import { loadConfig } from "../config";
import { mailDiagnostics, mailServerCheck } from "./mail-diagnostics";
import { type Mailer, openMailer } from "./open-mailer";

const opened: Mailer[] = [];
afterAll(() => {
  for (const mailer of opened) mailer.close();
});

const required = {
  DATABASE_URL: "postgresql://polls@localhost/polls",
  BASE_URL: "https://polls.example",
  APP_SECRET: "a secret that only tests have, and no deployment",
};

async function look(env: Readonly<Record<string, string>>, deadlineMs?: number) {
  const config = loadConfig({ ...required, ...env });
  const mailer = config.smtp && openMailer(config.smtp);
  if (mailer !== undefined) opened.push(mailer);
  const [server, sender] = await diagnose(mailDiagnostics(config, mailer), deadlineMs);
  return { server, sender };
}

test("probes log in to the mail server once a minute", async () => {
  const check = jest.fn(async () => undefined);
  const readiness = [mailServerCheck({ check })];
  const probe = () => checkReadiness(readiness);
  expect(await Promise.all([probe(), probe()])).toMatchObject([{ ready: true }, { ready: true }]);
  await probe();
  expect(check).toHaveBeenCalledTimes(1);
});

test("the worker logs in, and a wrong password is reported without its value", async () => {
  const { port } = await startScriptedSmtp({ login: { user: "polls", pass: "right" } });
  const right = await look({ SMTP_URL: `smtp://polls:right@127.0.0.1:${port}` });
  expect(right.server).toMatchObject({ state: "ok", found: `logs in to 127.0.0.1:${port}` });
  const wrong = await look({ SMTP_URL: `smtp://polls:wrong-one@127.0.0.1:${port}` });
  expect(wrong.server).toMatchObject({
    state: "failed",
    found: expect.stringContaining("535"),
    remedy: "correct the user and the password in SMTP_URL, or SMTP_USER and SMTP_PASSWORD",
  });
  expect(JSON.stringify(wrong)).not.toContain("wrong-one");
});

test("a server that is unavailable or does not respond fails before the deadline", async () => {
  const { url, close } = await startScriptedSmtp();
  const silent = await startScriptedSmtp({
    script: (step) => (step === "connect" ? "hang" : undefined),
  });
  expect((await look({ SMTP_URL: silent.url }, 50)).server).toMatchObject({
    state: "failed",
    found: "no answer within 0.05 s",
  });
  await close();
  expect((await look({ SMTP_URL: url })).server).toMatchObject({
    state: "failed",
    remedy: "start the mail server, or open the way to its port",
  });
});

const openssl = installedProgram("openssl");

describeWhere(openssl !== undefined, "openssl is not installed")("a certificate", () => {
  let server: TlsServer;
  beforeAll(async () => {
    server = await startTlsServer(String(openssl), ["mail.example"], () => undefined);
  });

  const lookWith = async (certificates: string[]) => {
    const { smtp, sender } = loadConfig({
      ...required,
      SMTP_URL: `smtps://127.0.0.1:${server.port}`,
    });
    if (smtp === undefined) throw new Error("the server is set");
    const mailer = openMailer({ ...smtp, certificates });
    opened.push(mailer);
    return (await diagnose(mailDiagnostics({ smtp, sender }, mailer)))[0];
  };

  test("of an authority that is not trusted, or for another name, is told with what to do", async () => {
    expect(await lookWith([])).toMatchObject({
      state: "failed",
      found: `127.0.0.1:${server.port}: self-signed certificate`,
      remedy: "name the authority of its certificate in SMTP_TLS_CA",
    });
    expect(await lookWith([server.certificate])).toMatchObject({
      state: "failed",
      remedy: "use a name of the certificate in SMTP_URL or SMTP_HOST, or renew the certificate",
    });
  });
});

test("a certificate that has expired is renewed, and the server not started", async () => {
  const expired = { code: "ESOCKET", originalCode: "CERT_HAS_EXPIRED" };
  const config = loadConfig({ ...required, SMTP_URL: "smtps://mail.example" });
  const check = () => Promise.reject(Object.assign(new Error("certificate has expired"), expired));
  const [server] = await diagnose(mailDiagnostics(config, { check }));
  expect(server).toMatchObject({
    found: "mail.example:465: certificate has expired",
    remedy: "renew the certificate of the mail server, or correct the clock of this machine",
  });
});

test("a worker without a server or a sender is a warning", async () => {
  const { server, sender } = await look({});
  expect(server).toMatchObject({
    state: "warning",
    found: "SMTP_URL and SMTP_HOST are not set: mails wait",
  });
  expect(sender).toMatchObject({ state: "warning", remedy: "set MAIL_FROM" });
  const own = await look({ MAIL_FROM: "polls@example.org" });
  expect(own.sender).toMatchObject({
    state: "ok",
    found: "mails come from example.org, without DKIM here",
  });
});
