// Covers docs/reliability.md: mail-server-failures

import type { Db } from "@polls/db/connection";
import type { Poll } from "@polls/domain/polls";
import {
  buildPoll,
  connectPatiently,
  type FaultProxy,
  type Journey,
  type ScriptedSmtp,
  startFaultProxy,
  startJourney,
  startScriptedSmtp,
  waitFor,
} from "@polls/testing";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";

const MAILS = 16;
const RATE = 2;
/** Far more than a request needs, and less than it would take if it waited for an unreachable mail server. */
const REQUEST_MS = 5_000;

let smtp: ScriptedSmtp;
let link: FaultProxy;
let journey: Journey<"gateway" | "mail-worker">;
let db: Db;
let owner: NewAccount;
let poll: Poll;
const takenAt: number[] = [];

beforeAll(async () => {
  smtp = await startScriptedSmtp({
    script: (step) => {
      if (step === "data") takenAt.push(performance.now());
      return undefined;
    },
  });
  link = await startFaultProxy(smtp.url);
  await link.set({ mode: "refuse" });
  journey = await startJourney({
    services: ["gateway", "mail-worker"],
    env: {
      SMTP_URL: link.url,
      MAIL_FROM: "polls@example.org",
      MAIL_DOMAIN_RATE_PER_SECOND: String(RATE),
    },
  });
  db = connectPatiently(journey.databaseUrl, { max: 2 });
  owner = await signUp(db, { email: "owner@example.org", name: "Owner" });
  poll = await buildPoll(db, { ownerAccountId: owner.id, settings: { double_opt_in: true } });
});
afterAll(async () => {
  await db?.close();
  await link?.close();
});

const takePart = async (name: string): Promise<number> => {
  const response = await fetch(`${journey.baseUrl}/api/v1/polls/${poll.memberHash}/voters`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${owner.publicToken}`,
      "X-SERVICE-USER-IDENTIFIER": name,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ voter: { user_name: name, optin_email: `${name}@example.net` } }),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  await response.arrayBuffer();
  return response.status;
};
const mailsThatAre = (state: string) => db.prisma.mail.count({ where: { state } });

test("no mail server for hours: people can take part, and the mails are sent at the usual rate afterwards", async () => {
  for (let i = 0; i < MAILS; i++) expect(await takePart(`voter${i}`)).toBe(201);
  const worker = journey.services["mail-worker"];
  await waitFor(() => worker.log().some((line) => /not taken.*ECONNREFUSED/.test(line)), {
    what: "a mail that is not taken",
  });
  expect([await mailsThatAre("queued"), smtp.taken.length]).toEqual([MAILS, 0]);
  // The outbox sends the jobs again that the queue has given up; their hours have passed.
  const wake = () =>
    db.prisma.outbox.updateMany({ where: { doneAt: null }, data: { nextCheckAt: new Date() } });
  await link.set({ mode: "pass" });
  await waitFor(async () => (await wake()) && (await mailsThatAre("sent")) === MAILS, {
    everyMs: 500,
    what: "every mail to be sent",
  });
  expect(new Set(smtp.taken.flatMap(({ to }) => to)).size).toBe(MAILS);
  const [first = 0, last = 0] = [takenAt[0], takenAt.at(-1)];
  // On a busy machine, the first and the last mail of the measurement may be late.
  expect(last - first).toBeGreaterThan(((MAILS - 1) / RATE - 2) * 1_000);
});
