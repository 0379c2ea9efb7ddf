// Covers docs/reference/pages.md: errors-on-pages

import { noteAnnouncement } from "@polls/db/polls";
import { inTransaction } from "@polls/db/sql";
import { newLink, newPublicId } from "@polls/db/tokens";
import { mailKinds } from "@polls/domain/mails";
import { queueNotice } from "@polls/jobs/outbox";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  createTestDatabase,
  type RequestOptions,
  startScriptedSmtp,
  type TakenMail,
} from "@polls/testing";
import { buildPasskey } from "../../services/gateway/testing/build-passkey";
import { signUp } from "../../services/gateway/testing/sign-up";
import {
  startGateway,
  TEST_BASE_URL,
  type TestGateway,
} from "../../services/gateway/testing/start-gateway";
import { storiesOf } from "../../services/gateway/testing/stories/stories";
import { longAnswersOnce, record } from "../../services/gateway/testing/stories/tell";
import { openMailFixture } from "../../services/mail-worker/testing/mail-fixture";

/** What Chromium sends when a person opens an address. */
const opened =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

/** The addresses of the service, and those that pages name by their paths. */
const addressesIn = (text: string): readonly string[] => [
  ...new Set(text.match(new RegExp(`${TEST_BASE_URL}/[^\\s"'<>\\\\)]+`, "g"))),
];
const pathsIn = (markup: string): readonly string[] => [
  ...new Set(
    [...markup.matchAll(/(?:(?:href|src|action|content)=|[:[,])"(\/[^"\s]*)"/g)].map(
      ([, path = ""]) => path.replaceAll("&amp;", "&"),
    ),
  ),
];

/** The first segment below the base, which is the kind of the address. */
const kindOf = (base: string, address: string): string =>
  address.slice(base.length).split(/[/?#]/)[1] ?? "";

interface Walk {
  /**
   * Fetches addresses at once, because later requests may delete their objects. An address that leads nowhere is
   * fetched again when it is returned again: an option that waits for approval is visible only to its author.
   */
  readonly follow: (
    addresses: readonly string[],
    source: string,
    as?: RequestOptions,
  ) => Promise<void>;
  readonly kinds: Set<string>;
  readonly dead: Map<string, string>;
  /** Addresses that are not below the base. */
  readonly outside: Set<string>;
}

/**
 * Pages and files are opened without a token, addresses of the API with the token of the request. Where one leads on, as
 * a visitor's account to the sign-in, it is the next address that has to work.
 */
function walkOf(gateway: TestGateway, base: string): Walk {
  const alive = new Set<string>();
  const kinds = new Set<string>();
  const dead = new Map<string, string>();
  const outside = new Set<string>();
  const { pathname } = new URL(`${base}/`);
  const seePage = (markup: string) => {
    // The sign-in sends back `returnTo`, which is a path below the base.
    const links = markup.replace(/"returnTo":"[^"]*"/, "");
    for (const path of pathsIn(links)) if (!path.startsWith(pathname)) outside.add(path);
  };
  const follow: Walk["follow"] = async (addresses, source, as = {}) => {
    for (const address of addresses) {
      if (alive.has(address)) continue;
      if (!address.startsWith(`${base}/`)) outside.add(address);
      const kind = kindOf(base, address);
      kinds.add(kind);
      const { token, identifier, organization, password } = as;
      const answer = await gateway.request(
        `GET ${address}`,
        kind === "api"
          ? { token, identifier, organization, password }
          : { headers: { Accept: opened } },
      );
      if (answer.headers.get("content-type")?.startsWith("text/html")) seePage(answer.text);
      const next = answer.status === 303 ? answer.headers.get("location") : null;
      if (next !== null) await follow([new URL(next, address).href], source, as);
      if (next !== null || answer.status === 200) {
        alive.add(address);
        dead.delete(address);
      } else dead.set(address, `${answer.status}, of ${source}`);
    }
  };
  return { follow, kinds, dead, outside };
}

/** Requests are sent as by a proxy that leaves the path as it is. */
const bases = [[TEST_BASE_URL], [`${TEST_BASE_URL}/polls`]];

test.each(bases)(
  "below %s every address in an API response works when it is returned",
  async (base) => {
    const gateway = await startGateway(await createTestDatabase(), {
      env: { RATE_LIMIT_REQUESTS: "1000000", BASE_URL: base },
    });
    try {
      const { follow, kinds, dead, outside } = walkOf(gateway, base);
      const request: TestGateway["request"] = async (line, options = {}) => {
        const answer = await gateway.request(line, options);
        const links = answer.headers.get("link") ?? "";
        await follow(addressesIn(`${JSON.stringify(answer.body ?? "")} ${links}`), line, options);
        return answer;
      };
      const walked = { ...gateway, request };
      const isShown = longAnswersOnce();
      for (const story of storiesOf(walked)) await record(walked, story, isShown);
      expect([...dead]).toEqual([]);
      expect([...outside]).toEqual([]);
      expect([...kinds].sort()).toEqual(["api", "connect", "files", "p", "pay"]);
    } finally {
      await gateway.close();
    }
  },
  300_000,
);

test.each(bases)("below %s every address in a mail leads to a page", async (base) => {
  const smtp = await startScriptedSmtp();
  const mails = await openMailFixture(smtp.url, { BASE_URL: base });
  const database = { url: mails.databaseUrl };
  const gateway = await startGateway(database, {
    clock: mails.clock.now,
    env: { BASE_URL: base },
  });
  try {
    const { follow, kinds, dead, outside } = walkOf(gateway, base);
    const owner = await signUp(gateway.db, { email: "owner@example.org" });
    const ask = async (line: string, body: object, token = owner.privateToken) => {
      const answer = await gateway.request(line, { token, body });
      expect([line, Math.floor(answer.status / 100)]).toEqual([line, 2]);
      return answer.body;
    };
    for (const email of ["owner@example.org", "new@example.org"]) {
      await ask("POST /api/v1/account/sign_in", { email });
    }
    const submissions = { allow_new_options: true, notify_new_options: true };
    await ask("POST /api/v1/polls", {
      poll: { title: "Named", creator_email: "creator@example.org", ...submissions },
    });
    const poll = await ask("POST /api/v1/polls", {
      poll: { title: "Lunch", double_opt_in: true, require_author_name: false, ...submissions },
    });
    const api = `/api/v1/polls/${poll.member_hash}`;
    await ask(`POST ${api}/invitations`, { invitations: [{ email: "guest@example.org" }] });
    await ask(`POST ${api}/reminders`, {});
    await ask(`POST ${api}/voters`, {
      voter: { user_name: "Ada", optin_email: "ada@example.org" },
    });
    await ask(`POST ${api}/options`, { option: { content: "Soup" } }, owner.publicToken);

    const ideas = await ask("POST /api/v1/polls", {
      poll: { title: "Ideas", allow_comments: true },
    });
    const idea = await ask(`POST /api/v1/polls/${ideas.member_hash}/options`, {
      option: { content: "Tea" },
    });
    const asVisitor = async (target: string, body: object) => {
      const as = { token: owner.publicToken, identifier: "visitor-of-ideas" };
      const line = `POST /api/v1/polls/${ideas.member_hash}/${target}`;
      const answer = await gateway.request(line, { ...as, body });
      expect([line, Math.floor(answer.status / 100)]).toEqual([line, 2]);
      return answer.body;
    };
    const bob = await asVisitor("voters", { voter: { user_name: "Bob" } });
    await asVisitor(`voters/${bob.id}/link`, { optin_email: "bob@example.org" });
    await asVisitor(`options/${idea.id}/comments`, {
      voter_id: bob.id,
      comment: { content: "Good" },
    });

    const { id: club } = await ask("POST /api/v1/organizations", {
      organization: { name: "Club" },
    });
    await ask(`POST /api/v1/organizations/${club}/members`, {
      member: { email: "member@example.org", role: "member" },
    });
    await queuePollNotices(gateway, mails.clock.now());
    await queueDecision(gateway, mails.clock.now());

    await gateway.db.prisma.connectedAccount.create({
      data: {
        ...{ accountId: owner.id, token: newPublicId(), state: "restricted" },
        ...{ createdAt: mails.clock.now(), updatedAt: mails.clock.now() },
      },
    });
    const now = mails.clock.now();
    const { id: accountId } = owner;
    const mail = { accountId, address: "owner@example.org", language: "en", now } as const;
    const { createdAt: since } = await buildPasskey(gateway.db, accountId);
    await inTransaction(gateway.db, async (tx) => {
      await queueNotice(tx, "account_refused", accountId, mail);
      await queueNotice(tx, "passkey_added", accountId, { ...mail, since });
    });

    const queued = await gateway.db.prisma.mail.findMany({ orderBy: { id: "asc" } });
    expect(queued.map(({ kind }) => kind).sort()).toEqual(Object.keys(mailKinds).sort());
    for (const { id, kind } of queued) {
      await mails.run(id);
      expect([kind, await mails.stateOf(id)]).toEqual([kind, "sent"]);
    }
    for (const { mail } of smtp.taken) {
      const found = addressesOfMail(mail);
      expect([mail?.subject, found.length > 0]).toEqual([mail?.subject, true]);
      await follow(found, `the mail “${mail.subject}”`);
    }
    expect([...dead]).toEqual([]);
    expect([...outside]).toEqual([]);
    expect([...kinds].sort()).toEqual(
      [
        ...["account", "connect", "creator", "join", "opt-in", "opt-out"],
        ...["p", "sign-in", "sign-up", "unsubscribe"],
      ].sort(),
    );
  } finally {
    await gateway.close();
    await mails.close();
    await smtp.close();
  }
});

/** Queues a mail of each kind that maintenance queues. */
async function queuePollNotices({ db, deps }: TestGateway, now: Date): Promise<void> {
  const address = "voter@example.org";
  const poll = await buildPoll(db, {
    type: "Polls::Collection",
    settings: {
      ...{ notify_votes: "daily", notify_result: true, notify_state_changes: true },
      deadline_voting: new Date(now.getTime() - 1_000).toISOString(),
    },
  });
  const option = await buildOption(db, poll, { state: "in_implementation" });
  const { id: participantId } = await buildParticipant(db, poll, {
    optinEmail: address,
    confirmedAt: now,
  });
  const { nonce } = newLink(deps.config.keys.mailLinks.signing, "unsubscribe", address);
  for (const kind of ["votes", "result", "state_change"]) {
    const optionId = kind === "state_change" ? option.id : null;
    const { id: pollNoticeId } = await db.prisma.pollNotice.create({
      data: { pollId: poll.id, kind, optionId, ballots: 1, fresh: 1 },
    });
    await db.prisma.mail.create({
      data: {
        ...{ kind, address, pollNoticeId, language: "en", createdAt: now },
        ...(kind === "votes" ? { nonce } : { participantId }),
      },
    });
  }
  const deletion = { toldAt: now, deletesAt: new Date(now.getTime() + 60_000) };
  const pollNoticeId = await noteAnnouncement(db, poll.id, deletion);
  const mail = { kind: "deletion", address, language: "en", createdAt: now };
  await db.prisma.mail.create({ data: { ...mail, pollNoticeId, since: now } });
}

/** Queues the mails about final dates, of which one holds and one was dropped, and about a free place. */
async function queueDecision({ db }: TestGateway, now: Date): Promise<void> {
  const address = "guest-of-dates@example.org";
  const type = "Options::DateOption";
  const poll = await buildPoll(db, { settings: { option_type: type, participant_limit: 1 } });
  const { id: pollId } = poll;
  const { id: participantId } = await buildParticipant(db, poll, {
    optinEmail: address,
    confirmedAt: now,
  });
  await db.prisma.decision.create({
    data: { pollId, revision: 1, decidedAt: now, changedAt: now, reopens: true },
  });
  const mail = { address, language: "en", createdAt: now, participantId };
  for (const [kind, day, canceled] of [
    ["decision", "2030-06-20", false],
    ["decision_canceled", "2030-06-21", true],
  ] as const) {
    const startDate = new Date(`${day}T00:00Z`);
    const { id: optionId } = await buildOption(db, poll, { type, startDate });
    await db.prisma.decidedDate.create({
      data: { uid: `${kind}-${pollId}`, pollId, optionId, sequence: 1, canceled },
    });
    const { id: pollNoticeId } = await db.prisma.pollNotice.create({ data: { pollId, kind } });
    await db.prisma.mail.create({ data: { ...mail, kind, pollNoticeId, since: now } });
  }
  await db.prisma.mail.create({ data: { ...mail, kind: "moved_up" } });
}

function addressesOfMail(mail: TakenMail["mail"]): readonly string[] {
  const headers = mail?.headers.map(({ value }) => value) ?? [];
  return addressesIn([mail?.text, mail?.html, ...headers].join(" ").replaceAll("&amp;", "&"));
}
