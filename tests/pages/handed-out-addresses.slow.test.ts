// Covers docs/reference/pages.md: errors-on-pages

import { type MailKind, mailKinds } from "@polls/domain/mails";
import {
  createTestDatabase,
  type RequestOptions,
  startScriptedSmtp,
  type TakenMail,
} from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";
import {
  startGateway,
  TEST_BASE_URL,
  type TestGateway,
} from "../../services/gateway/testing/start-gateway";
import { storiesOf } from "../../services/gateway/testing/stories/stories";
import { longAnswersOnce, record } from "../../services/gateway/testing/stories/tell";
import { mailFacts } from "../../services/mail-worker/testing/mail-facts";
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
    const caused = await gateway.db.prisma.mail.findMany({ distinct: ["kind"] });
    expect(caused.map(({ kind }) => kind).sort()).toEqual([
      ...["comments", "creator", "invitation", "membership", "new_options", "opt_in"],
      ...["personal_link", "reminder", "sign_in", "sign_up"],
    ]);
    const address = "reader@example.org";
    const factsOf = mailFacts(mails, address);
    for (const kind of Object.keys(mailKinds) as MailKind[]) {
      if (caused.some((mail) => mail.kind === kind)) continue;
      const mail = { kind, address, language: "en", createdAt: mails.clock.now() };
      await gateway.db.prisma.mail.create({ data: { ...mail, ...(await factsOf[kind]("Lunch")) } });
    }

    const queued = await gateway.db.prisma.mail.findMany({ orderBy: { id: "asc" } });
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

function addressesOfMail(mail: TakenMail["mail"]): readonly string[] {
  const headers = mail?.headers.map(({ value }) => value) ?? [];
  return addressesIn([mail?.text, mail?.html, ...headers].join(" ").replaceAll("&amp;", "&"));
}
