// Covers docs/reliability.md: mail-server-failures

import path from "node:path";
import type { Db } from "@polls/db/connection";
import { fromSource } from "@polls/devstack";
import { spawn } from "@polls/devstack/children";
import type { Poll } from "@polls/domain/polls";
import {
  buildPoll,
  connectPatiently,
  describeWhere,
  type Journey,
  type ServiceProcess,
  sendRequest,
  startJourney,
  startServiceProcess,
  waitFor,
} from "@polls/testing";
import PostalMime from "postal-mime";
import { type NewAccount, signUp } from "../../../services/gateway/testing/sign-up";
import { loadConfig, openMailer } from "../../../services/mail-worker/testing";
import { lacksForPostfix } from "./find-postfix";
import { FORBIDDEN, GONE } from "./postfix-config";
import { type RunningPostfix, startPostfix } from "./start-postfix";

const root = path.resolve(__dirname, "../../..");
const lacks = lacksForPostfix();

describeWhere(lacks === undefined, lacks ?? "")("a real Postfix with STARTTLS and AUTH", () => {
  let postfix: RunningPostfix;
  let journey: Journey<"gateway">;
  let db: Db;
  let owner: NewAccount;
  let poll: Poll;
  let worker: ServiceProcess;
  const env = (smtpUrl: string) => ({
    DATABASE_URL: journey.databaseUrl,
    REDIS_URL: journey.redis?.url,
    BASE_URL: journey.baseUrl,
    APP_SECRET,
    SMTP_URL: smtpUrl,
    SMTP_TLS: "required",
    SMTP_TLS_CA: postfix.caFile,
    MAIL_FROM: "polls@example.org",
    MAIL_BOUNCES: "bounces@example.org",
  });
  const startWorker = (smtpUrl: string) =>
    startServiceProcess("mail-worker", { env: env(smtpUrl) });

  beforeAll(async () => {
    postfix = await startPostfix(["ada", "bea", "early"]);
    journey = await startJourney({ services: ["gateway"], env: { APP_SECRET } });
    db = connectPatiently(journey.databaseUrl, { max: 2 });
    owner = await signUp(db, { email: "owner@example.org", name: "Owner" });
    poll = await buildOptInPoll("Wohin? Grüße");
    worker = await startWorker(postfix.url);
  });
  afterAll(() => db?.close());

  const buildOptInPoll = (title: string) =>
    buildPoll(db, { title, ownerAccountId: owner.id, settings: { double_opt_in: true } });
  const call = async (method: string, address: string, body?: object) => {
    const line = `${method} /api/v1/polls/${address}`;
    const token = owner.privateToken;
    const answer = await sendRequest(journey.baseUrl, journey.baseUrl, line, { token, body });
    return answer.body as Readonly<Record<string, unknown>>;
  };
  /** Creates a participant with an address, and returns the state of its mail. */
  const takePart = async (name: string, where = poll) => {
    const { id } = await call("POST", `${where.memberHash}/voters`, {
      voter: { user_name: name, optin_email: `${name}@example.net` },
    });
    const mailState = async () =>
      (await call("GET", `${where.memberHash}/voters/${id}`)).mail_state;
    return {
      mailState,
      becomes: (state: string) =>
        waitFor(async () => (await mailState()) === state, {
          what: `the mail to ${name} to be ${state}`,
          everyMs: 100,
        }),
    };
  };
  const problemOf = async (name: string) =>
    (await db.prisma.mail.findFirstOrThrow({ where: { address: `${name}@example.net` } })).problem;
  const suppressed = (name: string) =>
    db.prisma.suppressedAddress.count({ where: { address: `${name}@example.net` } });

  test("with a wrong SMTP password the mail waits, and is sent with the right one", async () => {
    await worker.stop();
    const wrong = await startWorker(postfix.wrongUrl);
    const early = await takePart("early");
    await waitFor(() => wrong.log().some((line) => /not taken.*535/.test(line)), {
      what: "the refused login",
    });
    expect(await early.mailState()).toBe("queued");
    await wrong.stop();
    await worker.start();
    await early.becomes("sent");
  });

  test("a mail is sent over TLS with a login, and arrives unchanged in the mailbox", async () => {
    await (await takePart("ada")).becomes("sent");
    const [source = ""] = await waitFor(
      () => {
        const mails = postfix.mailbox("ada");
        return mails.length > 0 && mails;
      },
      { what: "the mail in the mailbox" },
    );
    expect(source).toMatch(/^\s*\(using TLSv1\.[23] with cipher/m);
    expect(source).toMatch(/^\s*\(Authenticated sender: polls@example\.org\)/m);
    expect(source).toMatch(/with ESMTPSA id/);
    const mail = await PostalMime.parse(source);
    const row = await db.prisma.mail.findFirstOrThrow({ where: { address: "ada@example.net" } });
    expect(mail.subject).toBe("Please confirm your participation: Wohin? Grüße");
    expect(mail.from).toEqual({ name: "Polls", address: "polls@example.org" });
    expect(mail.to).toEqual([{ name: "", address: "ada@example.net" }]);
    expect(mail.messageId).toMatch(new RegExp(`^<mail-${row.id}\\.[0-9a-z]+@example\\.org>$`));
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(headers.get("return-path")).toMatch(
      new RegExp(`^<bounces\\+${row.id}-[0-9a-f]{20}@example\\.org>$`),
    );
    const [link = ""] = /http\S+\/opt-in\/[\w-]{43}/.exec(mail.text ?? "") ?? [];
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).toContain("Wohin? Grüße");
    expect((await fetch(link, { method: "POST" })).status).toBe(200);
  });

  test("a mail fails because of the recipient or the content, and waits because of us; only an unknown mailbox is suppressed", async () => {
    const other = await buildOptInPoll(`A ${FORBIDDEN} in the title`);
    const [unknown, content, policy, full] = await Promise.all([
      takePart("stranger"),
      takePart("bea", other),
      takePart("policy"),
      takePart("full"),
    ]);
    await Promise.all([unknown, content].map((one) => one.becomes("failed")));
    const problems = { policy: /^550 5\.7\.1/, full: /^552 5\.2\.2/ };
    for (const [name, problem] of Object.entries(problems)) {
      await waitFor(async () => problem.test((await problemOf(name)) ?? ""), {
        what: `the refusal of ${name}`,
      });
    }
    expect([await policy.mailState(), await full.mailState()]).toEqual(["queued", "queued"]);
    expect(await problemOf("stranger")).toMatch(/^550 5\.1\.1 .*User unknown/);
    const names = ["stranger", "policy", "full", "bea"];
    expect(await Promise.all(names.map(suppressed))).toEqual([1, 0, 0, 0]);
  });

  test("a temporarily refused mail waits", async () => {
    const later = await takePart("later");
    await waitFor(() => worker.log().some((line) => /not taken.*450 4\.2\.0/.test(line)), {
      what: "the refusal for now",
    });
    expect([await later.mailState(), await suppressed("later")]).toEqual(["queued", 0]);
  });

  test("a bounce that is piped into the command is recorded", async () => {
    const gone = await takePart(GONE);
    await gone.becomes("sent");
    const [report = ""] = await waitFor(
      () => {
        const reports = postfix.mailbox("bounces");
        return reports.length > 0 && reports;
      },
      { what: "the report in the mailbox" },
    );
    const reading = spawn(
      process.execPath,
      [...fromSource, "services/mail-worker/src/cli/main.ts", "bounce"],
      {
        cwd: root,
        env: { ...process.env, ...env(postfix.url) },
        stdio: ["pipe", "ignore", "inherit"],
      },
    );
    reading.stdin.end(report);
    const code = await new Promise((resolve) => reading.once("close", resolve));
    expect([code, await gone.mailState(), await suppressed(GONE)]).toEqual([0, "bounced", 1]);
    expect(await problemOf(GONE)).toMatch(/^5\.1\.1/);
  });

  test("a server with an untrusted certificate gets neither the password nor the mail", async () => {
    const { smtp } = loadConfig({ ...env(postfix.url), SMTP_TLS_CA: undefined });
    if (smtp === undefined) throw new Error("there is no mail server");
    const mailer = openMailer(smtp);
    await expect(mailer.check()).rejects.toThrow(/certificate/);
    mailer.close();
  });
});

const APP_SECRET = "a secret of this run, of no use elsewhere";
