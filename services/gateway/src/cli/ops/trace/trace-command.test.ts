// Covers docs/reliability.md: secrets-in-logs

import { outboxStore } from "@polls/db/outbox";
import type { Poll } from "@polls/domain/polls";
import { prepareBackend, type QueueBackend } from "@polls/jobs";
import { openPublisher, relayOnce } from "@polls/jobs/outbox";
import { buildWebhook } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../../testing/share-gateway";
import { runCommand } from "../../command/run-command";
import { traceCommand } from "./trace-command";

const address = "ada@example.org";
const userText = "a title that a user wrote";
const adminHash = "AAAAbbbbCCCC1dddEEEEff";

const gateway = shareGateway();
const { db } = gateway;
const owner = shareAccount(gateway, { email: address });
let backend: QueueBackend;
let webhookUrl: string;
let poll: Poll;

beforeAll(async () => {
  const { config, log } = gateway.deps;
  backend = { kind: "postgres", url: config.databaseUrl };
  poll = await owner.buildPoll({ title: userText, adminHash });
  webhookUrl = (await buildWebhook(db, { ownerAccountId: owner.id })).url;
  await prepareBackend(backend, { strict: false, log, signal: new AbortController().signal });
});
beforeEach(() => db.pool.query("TRUNCATE outbox, webhook_events, mails CASCADE"));

async function relay(): Promise<void> {
  const { log, metrics } = gateway.deps;
  const publisher = openPublisher(backend, () => undefined);
  await relayOnce({ store: outboxStore(db), publisher, log, metrics });
  await publisher.close();
}

async function trace(...words: readonly string[]) {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const code = await runCommand(
    ["ops", "trace", ...words],
    [traceCommand(() => ({ backend, services: [], unknownVariables: [] }))],
    () => ({ ...db, close: async () => undefined }),
    { print: keep, printError: keep },
  );
  return { code, text: lines.join("\n") };
}

let changes = 0;
const change = (id: string) =>
  gateway.request(`PATCH /api/v1/polls/${adminHash}`, {
    token: owner.privateToken,
    headers: { "X-Request-Id": id },
    body: { poll: { title: `${userText} ${++changes}` } },
  });
const signIn = (id: string) =>
  gateway.as({ headers: { "X-Request-Id": id } }, "POST /api/v1/account/sign_in", {
    email: address,
  });

test("trace shows the job of a request, and the delivery that it caused", async () => {
  const answer = await change("change-1");
  expect(answer.status).toBe(200);
  await change("of-another-request");
  const follow = async () => JSON.parse((await trace("change-1", "--json")).text);

  const waiting = await follow();
  const job = { job: "webhook.deliver", state: "waiting", tries: 0, in_queue: null };
  expect(waiting).toMatchObject({
    request_id: "change-1",
    more_jobs: false,
    mails: [],
    unavailable_queues: [],
  });
  expect(waiting.jobs).toMatchObject([job]);
  expect(waiting.deliveries).toMatchObject([{ event: "poll.updated", state: "pending" }]);

  await relay();
  const [sent] = (await follow()).jobs;
  expect(sent).toMatchObject({ state: "sent", tries: 1, in_queue: { state: "waiting" } });
  expect(new Date(sent.sent_at).getTime()).not.toBeNaN();

  await outboxStore(db).finish(sent.id);
  const [done] = (await follow()).jobs;
  expect(done).toMatchObject({ state: "done", ended_at: expect.any(String) });
});

test("trace shows a mail, and where to look when a job is dead", async () => {
  await signIn("sign-in-1");
  const [{ id }] = JSON.parse((await trace("sign-in-1", "--json")).text).jobs;
  await outboxStore(db).fail(id, 1, "broken");
  const { code, text } = await trace("sign-in-1");
  expect(code).toBe(0);
  expect(text).toMatch(/^id +job +state +tries +created +sent +ended +in the queue +of$/m);
  expect(text).toMatch(/mail\.send-mail +dead +1 .* gone, 0 starts +mailId=\d+$/m);
  expect(text).toMatch(/^\d+ +sign_in +queued +\d{4}-/m);
  expect(text).toContain("`ops outbox list`");
});

test("trace finds the jobs of a request that shared a transaction", async () => {
  await change("change-1");
  await db.prisma.outbox.updateMany({ data: { requestId: "first,second" } });
  for (const id of ["first", "second"]) {
    expect(JSON.parse((await trace(id, "--json")).text).jobs).toHaveLength(1);
  }
  for (const id of ["fir", "econd"]) expect((await trace(id)).text).toMatch(/^No job of request/);
});

test("no secret, address or text of a user is shown", async () => {
  await Promise.all([change("all"), signIn("all")]);
  await relay();
  const told = { problem: `no such mailbox: ${address}`, state: "failed" };
  await db.prisma.mail.updateMany({ data: told });
  await db.prisma.webhookDelivery.updateMany({ data: { problem: `refused: ${webhookUrl}` } });
  await db.prisma.outbox.updateMany({ data: { lastError: `${userText} of ${address}` } });
  await db.pool.query(
    `UPDATE outbox SET payload = payload || jsonb_build_object('title', $1::text)
     WHERE job = 'webhook.deliver'`,
    [userText],
  );
  for (const words of [["all"], ["all", "--json"]]) {
    const { text } = await trace(...words);
    expect(text).toContain("webhook.deliver");
    expect(text).toContain("mail.send-mail");
    const secrets = [
      address,
      userText,
      adminHash,
      poll.memberHash,
      webhookUrl,
      owner.privateToken,
      "mailbox",
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});

test("an outage of the queue is reported, and the rows are still shown", async () => {
  await change("change-1");
  await relay();
  const inPostgres = backend;
  backend = { kind: "redis", url: "redis://127.0.0.1:1" };
  const { code, text } = await trace("change-1");
  backend = inPostgres;
  expect(code).toBe(1);
  expect(text).toMatch(/webhook\.deliver +sent +1 .* unknown +deliveryId=/);
  expect(text).toContain("Queues that do not respond: webhook.");
});

test.each([
  ["with spaces", [" a b"]],
  ["too long", ["x".repeat(65)]],
  ["missing", []],
])("an id that is %s is wrong usage", async (_case, words) => {
  expect((await trace(...words)).code).toBe(2);
});
