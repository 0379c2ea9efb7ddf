// Covers docs/reference/mails.md: order
// Covers docs/reliability.md: mail-abuse

import type { Db } from "@polls/db/connection";
import {
  buildPoll,
  connectPatiently,
  type RequestOptions,
  sendRequest,
  startJourney,
  startScriptedSmtp,
  waitFor,
} from "@polls/testing";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";

const INVITATIONS = 1_000;
const OTHERS = 5;
const CONCURRENCY = 8;

test("a sign-in and an opt-in overtake 1,000 invitations of one account, and other accounts take turns with it", async () => {
  const smtp = await startScriptedSmtp();
  const journey = await startJourney({
    services: ["gateway", "mail-worker"],
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: "polls@example.org",
      MAIL_CONCURRENCY: String(CONCURRENCY),
      MAIL_RATE_PER_SECOND: "1000",
      MAIL_DOMAIN_RATE_PER_SECOND: "1000",
    },
  });
  const db: Db = connectPatiently(journey.databaseUrl, { max: 2 });
  try {
    const newAccount = (name: string) => signUp(db, { email: `${name}@example.org`, name });
    const [crowd, guest] = [await newAccount("crowd"), await newAccount("guest")];
    await newAccount("owner");
    const post = async (path: string, as: RequestOptions, body: object) => {
      const line = `POST /api/v1/${path}`;
      const answer = await sendRequest(journey.baseUrl, journey.baseUrl, line, { ...as, body });
      if (answer.status >= 300) throw new Error(`${path} answers ${answer.status}: ${answer.text}`);
    };
    const invite = async (owner: NewAccount, name: string, count: number) => {
      const { memberHash } = await buildPoll(db, { ownerAccountId: owner.id });
      const invitations = Array.from({ length: count }, (_, index) => ({
        email: `${name}${index}@example.net`,
      }));
      const as = { token: owner.privateToken };
      await post(`polls/${memberHash}/invitations`, as, { invitations });
    };
    const allQueued = () =>
      waitFor(async () => (await db.prisma.outbox.count({ where: { tries: 0 } })) === 0, {
        deadlineMs: 120_000,
        what: "all jobs in the queue",
      });

    const worker = journey.services["mail-worker"];
    await worker.kill();
    await invite(crowd, "crowd", INVITATIONS);
    await allQueued();
    const poll = await buildPoll(db, {
      ownerAccountId: guest.id,
      settings: { double_opt_in: true },
    });
    const anonymous = { token: guest.publicToken, identifier: "voter" };
    await worker.start();
    await waitFor(() => smtp.taken.length > 0, { what: "the first mail", deadlineMs: 60_000 });

    await Promise.all([
      invite(guest, "guest", OTHERS),
      post("account/sign_in", {}, { email: "owner@example.org" }),
      post(`polls/${poll.memberHash}/voters`, anonymous, {
        voter: { user_name: "Ada", optin_email: "voter@example.net" },
      }),
    ]);
    await allQueued();
    const sentBefore = smtp.taken.length;
    expect(sentBefore).toBeLessThan(INVITATIONS / 2);
    await waitFor(() => smtp.taken.length === INVITATIONS + OTHERS + 2, {
      deadlineMs: 400_000,
      what: "every mail",
    });

    const order = smtp.taken.map(({ to }) => (to[0] ?? "").split("@")[0] ?? "");
    expect(new Set(order).size).toBe(INVITATIONS + OTHERS + 2);
    // Only mails that were already being sent can arrive earlier.
    const late = (name: string) => order.indexOf(name) - sentBefore;
    for (const name of ["owner", "voter"]) expect(late(name)).toBeLessThan(2 * CONCURRENCY);
    const others = Array.from({ length: OTHERS }, (_, index) => late(`guest${index}`));
    expect(Math.max(...others)).toBeLessThan(3 * CONCURRENCY + OTHERS);
  } finally {
    await db.close();
  }
}, 600_000);
