// Covers docs/reliability.md: killed-processes, mail-server-failures

import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@polls/db/connection";
import {
  buildOption,
  buildPoll,
  connectPatiently,
  sendRequest,
  startJourney,
  startScriptedSmtp,
  tallyDrift,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";

// `npm run test:mail` is the whole run with 1,000 opt-ins; this is a short one.
const optIns = Number(process.env.MAIL_CRASH_OPT_INS ?? 60);
const kills = Math.max(3, Math.ceil(optIns / 50));
const deadlineMs = 60_000 + optIns * 400;
const presses = 10;

jest.setTimeout(deadlineMs * 2);

/** Runs work on all items with limited concurrency. */
async function eachOf<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
) {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

test(`${optIns} opt-ins, every tenth mail cut off after its content, the worker killed ${kills} times`, async () => {
  let contents = 0;
  let drops = 0;
  const smtp = await startScriptedSmtp({
    script: (step) => {
      if (step !== "data" || ++contents % 10 !== 0) return undefined;
      drops += 1;
      return "drop";
    },
  });
  const journey = await startJourney({
    services: ["gateway", "mail-worker"],
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: "polls@example.org",
      MAIL_CONCURRENCY: "1",
      MAIL_RATE_PER_SECOND: "1000",
      MAIL_DOMAIN_RATE_PER_SECOND: "40",
      RATE_LIMIT_REQUESTS: "10000000",
      RATE_LIMIT_CREATED_PARTICIPANTS: "10000000",
    },
  });
  const worker = journey.services["mail-worker"];
  const db: Db = connectPatiently(journey.databaseUrl, { max: 2 });
  try {
    const owner = await signUp(db, { email: "owner@example.org", name: "Owner" });
    const poll = await buildPoll(db, {
      ownerAccountId: owner.id,
      settings: { double_opt_in: true },
    });
    const option = await buildOption(db, poll);
    const post = async (path: string, identifier: string, body: unknown) => {
      const line = `POST /api/v1/polls/${poll.memberHash}/${path}`;
      return sendRequest(journey.baseUrl, journey.baseUrl, line, {
        token: owner.publicToken,
        identifier,
        body,
      });
    };
    const addresses = Array.from({ length: optIns }, (_, i) => `voter${i}@example.net`);
    const takePart = eachOf(addresses, 6, async (address) => {
      const { status, body } = await post("voters", address, {
        voter: { user_name: "Ada", optin_email: address },
      });
      expect(status).toBe(201);
      const held = await post("votes", address, {
        voter_id: body.id,
        option_id: option.publicId,
        vote: { vote: 1 },
      });
      expect(held.status).toBe(422);
    });

    let killed = 0;
    const unsent = () => db.prisma.mail.count({ where: { state: "queued" } });
    for (; killed < kills; killed += 1) {
      await pause(1_000);
      await worker.kill();
      await worker.start();
    }
    await takePart;
    await waitFor(async () => (await unsent()) === 0, {
      deadlineMs,
      what: "every mail to be sent",
      everyMs: 200,
    });

    const copies = new Map<string, number>();
    for (const { to } of smtp.taken) {
      expect(to).toHaveLength(1);
      copies.set(to[0] ?? "", (copies.get(to[0] ?? "") ?? 0) + 1);
    }
    expect([...copies.keys()].sort()).toEqual([...addresses].sort());
    const extra = smtp.taken.length - optIns;
    console.info(`${optIns} opt-ins, ${drops} drops, ${killed} kills: ${extra} extra copies`);
    expect(drops).toBeGreaterThan(0);
    expect(extra).toBeLessThanOrEqual(drops + killed);
    const ids = new Map<string, Set<string>>();
    for (const { to, mail } of smtp.taken) {
      const known = ids.get(to[0] ?? "") ?? new Set();
      ids.set(to[0] ?? "", known.add(`${mail.messageId} ${linkIn(mail.text)}`));
    }
    for (const known of ids.values()) expect(known.size).toBe(1);

    const links = [...new Set(smtp.taken.map(({ mail }) => linkIn(mail.text)))];
    await eachOf(links, 4, async (link) => {
      const pages = await Promise.all(
        Array.from({ length: presses }, () => fetch(link, { method: "POST" })),
      );
      for (const page of pages) {
        expect(page.status).toBe(200);
        await page.arrayBuffer();
      }
    });
    expect(await db.prisma.vote.count()).toBe(optIns);
    expect(await db.prisma.heldVote.count()).toBe(0);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  } finally {
    await db.close();
  }
});

const linkIn = (text: string | undefined): string =>
  /https?:\/\/\S+\/opt-in\/[\w-]+/.exec(text ?? "")?.[0] ?? "no link";
