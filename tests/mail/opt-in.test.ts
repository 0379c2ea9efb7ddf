// Covers docs/reference/opt-in.md: confirming
// Covers docs/reliability.md: opt-in-links

import type { Db } from "@polls/db/connection";
import { type MailMessage, type RunningMailSink, startMailSink } from "@polls/devstack";
import {
  atFileEnd,
  buildOption,
  buildPoll,
  connectPatiently,
  type Journey,
  sendRequest,
  startJourney,
  tallyDrift,
  waitFor,
} from "@polls/testing";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";

let sink: RunningMailSink;
let journey: Journey<"gateway" | "mail-worker">;
let db: Db;
let owner: NewAccount;

beforeAll(async () => {
  sink = await startMailSink();
  atFileEnd("mail sink", () => sink.stop());
  journey = await startJourney({
    services: ["gateway", "mail-worker"],
    env: { SMTP_URL: sink.smtpUrl, MAIL_FROM: "polls@example.org" },
  });
  db = connectPatiently(journey.databaseUrl, { max: 2 });
  owner = await signUp(db, { email: "owner@example.org", name: "Owner" });
});
afterAll(() => db?.close());

const call = (method: string, path: string, identifier: string, body?: unknown) =>
  sendRequest(journey.baseUrl, journey.baseUrl, `${method} /api/v1${path}`, {
    token: owner.publicToken,
    identifier,
    headers: { "Accept-Language": "de" },
    body,
  });

const mailTo = (address: string): Promise<MailMessage> =>
  waitFor(() => sink.messages().find(({ to }) => to.toLowerCase() === address), {
    what: `a mail to ${address}`,
  });

test("a vote is held, only the button of the linked page confirms, and the vote counts once", async () => {
  const poll = await buildPoll(db, {
    ownerAccountId: owner.id,
    title: "Wohin <b>essen</b>?",
    settings: { double_opt_in: true },
  });
  const option = await buildOption(db, poll);
  const path = `/polls/${poll.memberHash}`;
  const joined = await call("POST", `${path}/voters`, "u1", {
    voter: { user_name: "Ada", optin_email: "Ada@Example.org" },
  });
  expect(joined.status).toBe(201);
  const voted = await call("POST", `${path}/votes`, "u1", {
    voter_id: joined.body.id,
    option_id: option.publicId,
    vote: { vote: 1 },
  });
  expect([voted.status, voted.body.code]).toEqual([422, "opt_in_pending"]);

  const mail = await mailTo("ada@example.org");
  expect(mail.subject).toBe("Bitte bestätigen Sie Ihre Teilnahme: Wohin <b>essen</b>?");
  expect(mail.html).toContain("Wohin &lt;b&gt;essen&lt;/b&gt;?");
  const [link = ""] = mail.links;
  expect(link).toMatch(new RegExp(`^${journey.baseUrl}/opt-in/[\\w-]{43}$`));

  for (const method of ["GET", "HEAD", "OPTIONS", "GET"]) {
    expect((await fetch(link, { method })).status).toBeLessThan(300);
  }
  expect(await db.prisma.vote.count({ where: { pollId: poll.id } })).toBe(0);

  const pressed = await Promise.all(
    Array.from({ length: 10 }, () => fetch(link, { method: "POST" })),
  );
  expect(pressed.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const votes = await db.prisma.vote.findMany({ where: { pollId: poll.id } });
  expect(votes).toHaveLength(1);
  expect(await db.prisma.heldVote.count()).toBe(0);
  expect(await tallyDrift(db, poll.id)).toBe(0);
  const read = await call("GET", `${path}/votes/${votes[0]?.publicId}`, "u1");
  expect([read.status, read.body.vote]).toEqual([200, 1]);

  const dump = JSON.stringify(
    await db.prisma
      .$queryRaw`SELECT row_to_json(o)::text FROM opt_ins o UNION ALL SELECT row_to_json(m)::text FROM mails m UNION ALL SELECT row_to_json(x)::text FROM outbox x`,
  );
  expect(dump).not.toContain(link.split("/").at(-1));
  const logs = [...journey.services.gateway.log(), ...journey.services["mail-worker"].log()];
  expect(logs.join("\n")).not.toContain(link.split("/").at(-1));
});
