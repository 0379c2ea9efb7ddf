// Covers docs/reference/translations.md: choosing
// Covers docs/reference/pages.md: addresses, frames-and-files, languages, links-to-a-poll

import http from "node:http";
import { Readable } from "node:stream";
import type { Poll } from "@polls/domain/polls";
import { derivativeKey } from "@polls/storage";
import {
  buildAttachment,
  buildOption,
  buildOptions,
  buildParticipant,
  buildPoll,
  createTestDatabase,
} from "@polls/testing";
import { signUp } from "../../../testing/sign-up";
import { startGateway, TEST_BASE_URL, type TestGateway } from "../../../testing/start-gateway";
import { storeVotes } from "../../../testing/store-votes";
import type { WebAssets } from "../../pages/web-assets";
import type { NewAccount } from "../accounts/create-account";

const bodies = {
  identity: Buffer.from("run();"),
  gzip: Buffer.from("gzip of it"),
  br: Buffer.from("brotli of it"),
};
const paths = {
  script: "/assets/poll-1.js",
  modules: ["/assets/start-2.js"],
  words: { en: ["/assets/en-3.js"], de: ["/assets/de-4.js"] },
  styles: ["/assets/s.css"],
} as const;
const webAssets: WebAssets = {
  entries: {
    poll: paths,
    results: paths,
    device: paths,
    option: paths,
    admin: paths,
    home: paths,
    survey: { ...paths, script: "/assets/survey-5.js" },
    pairwise: { ...paths, script: "/assets/pairwise-6.js" },
    table: { ...paths, script: "/assets/table-7.js" },
  },
  files: new Map([["poll-1.js", { contentType: "text/javascript; charset=utf-8", bodies }]]),
  font: "/assets/font-8.woff2",
};

let gateway: TestGateway;
let owner: NewAccount;
beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase(), { webAssets });
  owner = await signUp(gateway.db);
});
afterAll(() => gateway?.close());

const newPoll = (
  settings: Readonly<Record<string, unknown>> = {},
  more: Parameters<typeof buildPoll>[1] = {},
) => buildPoll(gateway.db, { ownerAccountId: owner.id, settings, ...more });

const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  gateway.request(`GET ${path}`, { headers });

/** The data that the script of a page starts with. */
// biome-ignore lint/suspicious/noExplicitAny: tests read data of any shape
const dataOf = (text: string): any => {
  const [, json = ""] = /<script type="application\/json"[^>]*>(.*)<\/script>/.exec(text) ?? [];
  return JSON.parse(json);
};

const exchange = (pollHash: string) =>
  gateway.request(`POST /session/token?poll=${pollHash}`, { headers: { Origin: TEST_BASE_URL } });

test("a page has a title, description, language and tags for link previews, and loads hashed files of this host", async () => {
  const poll = await newPoll({}, { title: "Lunch", description: "Where?" });
  const { status, text, headers } = await open(`/p/${poll.memberHash}`, {
    "Accept-Language": "de",
  });
  expect(status).toBe(200);
  expect(text).toContain('<html lang="de"');
  expect(text).toContain("<title>Lunch</title>");
  expect(text).toContain('<link rel="icon" href="data:image/svg+xml,');
  expect(text).toContain("<h1>Lunch</h1>");
  expect(text).toContain('<meta name="description" content="Where?">');
  expect(text).toContain('<meta property="og:title" content="Lunch">');
  expect(text).toContain(
    `<meta property="og:url" content="${TEST_BASE_URL}/p/${poll.memberHash}">`,
  );
  expect(text).toContain('<script type="module" src="/assets/poll-1.js">');
  expect(text).toContain('<link rel="modulepreload" href="/assets/de-4.js">');
  expect(text).not.toContain("/assets/en-3.js");
  expect(headers.get("vary")).toBe("Accept-Language, Cookie");
  expect(headers.get("set-cookie")).toBeNull();
});

test.each([
  ["Polls::AdventCalendar", "poll-1"],
  ["Polls::Survey", "survey-5"],
  ["Polls::PairwiseComparison", "pairwise-6"],
  ["Polls::Table", "table-7"],
])("a page of %s loads only the script %s", async (type, script) => {
  const { text } = await open(`/p/${(await newPoll({}, { type })).memberHash}`);
  const scripts = [...text.matchAll(/ src="\/assets\/([^"]+)\.js"/g)].map(([, name]) => name);
  expect(scripts).toEqual([script]);
});

test("the page of a comparison has a pair, which its visitor alone judges first after taking part", async () => {
  const comparison = async () => {
    const poll = await newPoll({}, { type: "Polls::PairwiseComparison" });
    for (let n = 0; n < 6; n++) await buildOption(gateway.db, poll);
    return poll;
  };
  const [poll, elsewhere] = [await comparison(), await comparison()];
  const { offer, options } = dataOf((await open(`/p/${poll.memberHash}`)).text);
  expect(options.items).toHaveLength(2);
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

  const token = owner.privateToken;
  const list = async ({ memberHash }: Poll, text: string) => {
    const query = { offer: text };
    const path = `/api/v1/polls/${memberHash}/options` as const;
    return idsOf((await gateway.request(`GET ${path}`, { token, query })).body);
  };
  expect(await list(elsewhere, offer)).toHaveLength(6);
  expect(await list(poll, `${offer}x`.slice(1))).toHaveLength(6);
  await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
  expect(await list(poll, offer)).toEqual(idsOf(options.items));

  const own = dataOf((await open(`/p/${poll.adminHash}/admin`)).text);
  expect(own).not.toHaveProperty("offer");
});

test("the offer of a pair ends after half an hour", async () => {
  const poll = await newPoll({}, { type: "Polls::PairwiseComparison" });
  // Of 200 options there are 19,900 pairs.
  await buildOptions(gateway.db, poll, 200);
  const { offer, options } = dataOf((await open(`/p/${poll.memberHash}`)).text);
  await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
  const url = gateway.deps.config.databaseUrl;
  const later = await startGateway({ url }, { clock: () => new Date(Date.now() + 31 * 60_000) });
  try {
    const path = `/api/v1/polls/${poll.memberHash}/options` as const;
    const { body } = await later.request(`GET ${path}`, {
      token: owner.privateToken,
      query: { offer },
    });
    expect(body).toHaveLength(2);
    expect(new Set(body.map(({ id }: { readonly id: string }) => id))).not.toEqual(
      new Set(options.items.map(({ id }: { readonly id: string }) => id)),
    );
  } finally {
    await later.close();
  }
});

test("the Content-Security-Policy of a page allows only this host, and no inline code", async () => {
  const poll = await newPoll();
  const { headers } = await open(`/p/${poll.memberHash}`);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|sha256/);
});

test("links in social media have the texts of the settings", async () => {
  const settings = { social_media_title: "Lunch & more", social_media_description: "Vote now" };
  const poll = await newPoll(settings, { title: "Lunch", description: "Where?" });
  const option = await buildOption(gateway.db, poll, { content: "Soup" });
  const { text } = await open(`/p/${poll.memberHash}`);
  expect(text).toContain("<title>Lunch</title>");
  expect(text).toContain('<meta name="description" content="Where?">');
  expect(text).toContain('<meta property="og:title" content="Lunch &amp; more">');
  expect(text).toContain('<meta property="og:description" content="Vote now">');
  const page = await open(`/p/${poll.memberHash}/o/${option.publicId}`);
  expect(page.text).toContain('<meta property="og:title" content="Soup – Lunch &amp; more">');
});

describe("the picture of links to a poll", () => {
  const pictureIn = (text: string) => /property="og:image" content="([^"]+)"/.exec(text)?.[1];
  const pictureOf = async (path: string) => pictureIn((await open(path)).text);
  const rowOf = (pollId: bigint) =>
    gateway.db.prisma.linkPicture.findUniqueOrThrow({ where: { pollId } });
  const jobsOf = (pollId: bigint) =>
    gateway.db.prisma.outbox.count({
      where: {
        job: "media.draw-link-picture",
        payload: { path: ["pollId"], equals: String(pollId) },
      },
    });
  /** Stores a file as the media worker does. */
  async function draw(pollId: bigint) {
    const { source } = await rowOf(pollId);
    const storageKey = derivativeKey(source, {
      name: "social",
      sha256: "0".repeat(64),
      extension: "jpg",
    });
    await gateway.deps.storage.put(storageKey, Readable.from([Buffer.from("x")]), {
      contentType: "image/jpeg",
    });
    const data = { storageKey, byteSize: 1 };
    await gateway.db.prisma.linkPicture.update({ where: { pollId }, data });
    return `${TEST_BASE_URL}/files/${storageKey}`;
  }

  test("is drawn once, and again when the poll changes", async () => {
    const poll = await newPoll({ theme: "teal" }, { title: "Lunch" });
    const page = `/p/${poll.memberHash}`;
    const shown = await Promise.all([pictureOf(page), pictureOf(page), pictureOf(page)]);
    expect(shown).toEqual([undefined, undefined, undefined]);
    expect(await pictureOf(`/p/${poll.adminHash}/admin`)).toBeUndefined();
    expect(await jobsOf(poll.id)).toBe(1);
    expect(await rowOf(poll.id)).toMatchObject({ title: "Lunch", brand: null, color: "#007a6a" });
    const url = await draw(poll.id);
    expect(await pictureOf(page)).toBe(url);
    expect(await pictureOf(`${page}/results`)).toBe(url);
    const { text } = await open(page);
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
    const file = await gateway.request(`GET ${url}`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { title: "Dinner" } });
    expect(await pictureOf(page)).toBeUndefined();
    expect(await rowOf(poll.id)).toMatchObject({ title: "Dinner", storageKey: null });
    expect(await jobsOf(poll.id)).toBe(2);
    expect((await gateway.request(`GET ${url}`)).status).toBe(404);
  });

  test("of a poll that hides its content has no title, and that of another poll another address", async () => {
    const hidden = await newPoll({ restrict_view_access: true }, { title: "Secret" });
    const other = await newPoll({ restrict_view_access: true }, { title: "Secret" });
    for (const { memberHash } of [hidden, other]) await open(`/p/${memberHash}`);
    expect(await rowOf(hidden.id)).toMatchObject({ title: null, brand: null });
    expect((await rowOf(hidden.id)).source).not.toBe((await rowOf(other.id)).source);
  });

  test("is gone with its poll", async () => {
    const poll = await newPoll();
    await open(`/p/${poll.memberHash}`);
    const url = await draw(poll.id);
    const setPoll = (data: object) =>
      gateway.db.prisma.poll.update({ where: { id: poll.id }, data });
    await setPoll({ deletedAt: new Date(0), takenDownAt: new Date(0), takenDownReason: "spam" });
    expect((await gateway.request(`GET ${url}`)).status).toBe(410);
    await setPoll({ takenDownAt: null });
    expect((await gateway.request(`GET ${url}`)).status).toBe(404);
  });

  test("an option with a picture has its own", async () => {
    const poll = await newPoll(
      { option_type: "Options::ImageOption" },
      { type: "Polls::ImageGallery" },
    );
    const option = await buildOption(gateway.db, poll, { type: "Options::ImageOption" });
    await open(`/p/${poll.memberHash}`);
    const url = await draw(poll.id);
    const page = `/p/${poll.memberHash}/o/${option.publicId}`;
    expect(await pictureOf(page)).toBe(url);
    await buildAttachment(gateway.db, option, { derivatives: ["social"] });
    const own = await pictureOf(page);
    expect(own).toContain("/files/derivatives/");
    expect(own).not.toBe(url);
  });
});

test("a reader that names no language gets that of the poll: previews of German polls are German", async () => {
  const poll = await newPoll({ option_type: "Options::DateOption" }, { title: "Treffen" });
  const startDate = new Date("2030-01-31T00:00:00Z");
  const option = await buildOption(gateway.db, poll, {
    type: "Options::DateOption",
    content: "",
    startDate,
  });
  await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { language: "de" } });
  const page = `/p/${poll.memberHash}/o/${option.publicId}`;
  const { text } = await open(page);
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('<meta property="og:locale" content="de_DE">');
  expect(text).toMatch(/og:title" content="[^"]*Januar/);
  const english = await open(page, { "Accept-Language": "en" });
  expect(english.text).toContain('<meta property="og:locale" content="en_US">');
  expect(english.text).toMatch(/og:title" content="[^"]*January/);
  const british = await open(page, { "Accept-Language": "en-GB" });
  expect(british.text).toMatch(/og:title" content="[^"]*31 January/);
});

test("search engines may list the pages of a poll with indexing, and no page of its admins", async () => {
  const robotsOf = async (path: string) => {
    const { text, headers } = await open(path);
    const [, meta] = /<meta name="robots" content="([^"]+)">/.exec(text) ?? [];
    expect(headers.get("x-robots-tag")).toBe(meta);
    return meta;
  };
  const listed = await newPoll({ indexing: true });
  for (const path of ["", "/results"]) {
    expect(await robotsOf(`/p/${listed.memberHash}${path}`)).toBe("index, nofollow");
  }
  expect(await robotsOf(`/p/${listed.adminHash}/admin`)).toBe("noindex, nofollow");
  for (const settings of [{ indexing: false }, { indexing: true, restrict_view_access: true }]) {
    const unlisted = await newPoll(settings);
    for (const path of ["", "/results"]) {
      expect(await robotsOf(`/p/${unlisted.memberHash}${path}`)).toBe("noindex, nofollow");
    }
  }
});

test.each([
  ["any page", [], "frame-ancestors *"],
  [
    "only pages of listed hosts",
    ["example.org", "*.example.com"],
    "frame-ancestors 'self' example.org:* *.example.com:*",
  ],
])("%s may frame a poll with these allowed_hosts", async (_case, allowed_hosts, expected) => {
  const poll = await newPoll({ allowed_hosts });
  const { headers } = await open(`/p/${poll.memberHash}`);
  expect(headers.get("content-security-policy")).toContain(expected);
  const admin = await open(`/p/${poll.adminHash}/admin`);
  const policy = admin.headers.get("content-security-policy");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("frame-src 'self';");
  expect(headers.get("content-security-policy")).not.toContain("frame-src");
});

test("texts of users cannot end an element of the page", async () => {
  const evil = `</script><script>alert(1)</script><!--"><img src=x onerror=alert(1)>`;
  const poll = await newPoll({}, { title: evil, description: evil });
  await buildOption(gateway.db, poll, { content: evil });
  const { text } = await open(`/p/${poll.memberHash}`);
  expect(text.match(/<script/g)?.length).toBe(2);
  expect(text).not.toMatch(/<img|<!--/);
  expect(dataOf(text).options.items[0].content).toBe(evil);
});

describe("the first data equal the responses of the API to this visitor", () => {
  test("for a first visit: the poll and the first page of options", async () => {
    const poll = await newPoll({ options_per_page: 2 });
    for (const content of ["Soup", "Rice", "Cake"])
      await buildOption(gateway.db, poll, { content });
    const asReader = { token: owner.publicToken };
    const api = `/api/v1/polls/${poll.memberHash}`;
    const data = dataOf((await open(`/p/${poll.memberHash}`)).text);
    expect(data.poll).toEqual((await gateway.request(`GET ${api}`, asReader)).body);
    expect(data.options.total).toBe(3);
    expect(data.options.items).toEqual(
      (await gateway.request(`GET ${api}/options`, asReader)).body,
    );
    expect(data).not.toHaveProperty("participant");
  });

  test("on the results page: the first page of results, if the visitor may read them", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const option = await buildOption(gateway.db, poll, { content: "Soup" });
    await storeVotes(gateway.db, poll, [{ on: option, value: 1 }]);
    const asReader = { token: owner.publicToken };
    const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/results`, asReader);
    const { text } = await open(`/p/${poll.memberHash}/results`);
    expect(dataOf(text)).toMatchObject({ readsResults: true, results: shown.body });
    expect(shown.body.options[0].voter_count).toBe(1);
    const hidden = [
      [{ hide_results: true }, false],
      [{ hide_votes: true }, false],
      [{ results_visible: "after_own_vote" }, false],
      [{ restrict_view_access: true, jury_mode: true }, undefined],
    ] as const;
    for (const [settings, readsResults] of hidden) {
      const other = await newPoll(settings);
      await buildOption(gateway.db, other, { content: "Soup" });
      const data = dataOf((await open(`/p/${other.memberHash}/results`)).text);
      expect([settings, data.readsResults]).toEqual([settings, readsResults]);
      expect(data).not.toHaveProperty("results");
    }
  });

  test("for a returning visitor: the own votes, and no others", async () => {
    const poll = await newPoll();
    const option = await buildOption(gateway.db, poll, { content: "Soup" });
    const { body, headers } = await exchange(poll.memberHash);
    const api = `/api/v1/polls/${poll.memberHash}`;
    const auth = { token: body.token };
    const voter = await gateway.request(`POST ${api}/voters`, {
      ...auth,
      body: { voter: { user_name: "Ada" } },
    });
    const vote = await gateway.request(`POST ${api}/votes`, {
      ...auth,
      body: { voter_id: voter.body.id, option_id: option.publicId, vote: { vote: 1 } },
    });
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    const again = dataOf((await open(`/p/${poll.memberHash}`, { Cookie: cookie })).text);
    expect(again.participant.id).toBe(voter.body.id);
    expect(again.votes).toEqual([vote.body]);
    const other = dataOf((await open(`/p/${poll.memberHash}`)).text);
    expect(other).not.toHaveProperty("votes");
  });

  test("with a restricted view: no options for visitors who are not admitted", async () => {
    const poll = await newPoll({ restrict_view_access: true, jury_mode: true }, { title: "Lunch" });
    const { publicId } = await buildOption(gateway.db, poll, { content: "Secret soup" });
    for (const path of [`/p/${poll.memberHash}`, `/p/${poll.memberHash}/o/${publicId}`]) {
      const { status, text } = await open(path);
      expect([status, text.includes("Secret soup")]).toEqual([200, false]);
      expect(dataOf(text)).not.toHaveProperty("options");
    }
  });

  test("an admin page contains what an admin hash may read, and a participant's page never does", async () => {
    const poll = await newPoll();
    const admin = dataOf((await open(`/p/${poll.adminHash}/admin`)).text);
    expect(admin.poll.admin_url).toBe(`${TEST_BASE_URL}/p/${poll.adminHash}/admin`);
    const { text } = await open(`/p/${poll.memberHash}`);
    expect(text).not.toContain(poll.adminHash);
  });
});

test("every URL that the API returns for a poll and its options leads to a page", async () => {
  const poll = await newPoll();
  await buildOption(gateway.db, poll, { content: "Soup" });
  const asOwner = { token: owner.privateToken };
  const api = `/api/v1/polls/${poll.adminHash}`;
  const shown = (await gateway.request(`GET ${api}`, asOwner)).body;
  const [option] = (await gateway.request(`GET ${api}/options`, asOwner)).body;
  const addresses = [shown.public_url, shown.admin_url, option.public_url, option.admin_url];
  for (const address of [...addresses, `${shown.public_url}/results`]) {
    const { status, headers } = await gateway.request(`GET ${address}`);
    expect([address, status, headers.get("content-type")]).toEqual([
      address,
      200,
      "text/html; charset=utf-8",
    ]);
  }
});

describe("a poll with translations", () => {
  const translated = () =>
    newPoll(
      {
        language: "en",
        social_media_title: "Vote now",
        translations: { de: { title: "Essen", social_media_title: "Jetzt abstimmen" }, fr: {} },
      },
      { title: "Lunch" },
    );
  const shown = async (path: string, headers: Readonly<Record<string, string>>) => {
    const { text, headers: answer } = await open(path, headers);
    const { language, poll } = dataOf(text);
    const cookie = answer.get("set-cookie");
    return { text, cookie, words: language, title: poll.title, texts: poll.settings.language };
  };

  test.each<[string, string, Readonly<Record<string, string>>, object]>([
    ["the browser", "", { "Accept-Language": "de" }, { title: "Essen", texts: "de", words: "de" }],
    [
      "the address, before the browser",
      "?language=en",
      { "Accept-Language": "de" },
      { title: "Lunch", texts: "en", words: "en" },
    ],
    [
      "an earlier choice, before the browser",
      "",
      { "Accept-Language": "de", Cookie: "other=1; language=fr" },
      { title: "Lunch", texts: "fr", words: "de" },
    ],
    [
      "the poll, for a reader that names none",
      "",
      {},
      { title: "Lunch", texts: "en", words: "en" },
    ],
    [
      "an address with a language that the poll does not have",
      "?language=it",
      { "Accept-Language": "de" },
      { title: "Essen", texts: "de", words: "de" },
    ],
  ])("is in the language of %s", async (_case, query, headers, expected) => {
    const { memberHash } = await translated();
    expect(await shown(`/p/${memberHash}${query}`, headers)).toMatchObject(expected);
  });

  test("keeps a choice for a year, and sets no cookie without one", async () => {
    const { memberHash } = await translated();
    const browser = { "Accept-Language": "en" };
    const { cookie, text } = await shown(`/p/${memberHash}?language=de`, browser);
    expect(cookie).toBe("language=de; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
    expect(text).toContain('property="og:title" content="Jetzt abstimmen"');
    expect((await shown(`/p/${memberHash}`, browser)).cookie).toBeNull();
    const plain = await newPoll();
    expect((await shown(`/p/${plain.memberHash}?language=de`, browser)).cookie).toBeNull();
    const results = await shown(`/p/${memberHash}/results`, { Cookie: "language=de" });
    expect(results).toMatchObject({ title: "Essen", cookie: null });
  });
});

test("an unknown page, and a page with another path, is a 404 page", async () => {
  const poll = await newPoll({ public_admin_link: false });
  const open404 = await newPoll();
  const pages = [
    "/p/no-such-poll",
    "/p/no-such-poll/results",
    `/p/${open404.memberHash}/o/no-such-option`,
    `/p/${open404.memberHash}/admin`,
    `/p/${open404.adminHash}`,
    `/p/${open404.adminHash}/results`,
    `/p/${poll.adminHash}/admin`,
  ];
  for (const path of pages) {
    const { status, headers, text } = await open(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toContain("Page not found");
  }
});

describe("files of the pages", () => {
  test.each([
    ["br, gzip", "br", bodies.br],
    ["gzip", "gzip", bodies.gzip],
    ["identity", null, bodies.identity],
  ])("can be cached forever, and are sent in the encoding %s", async (accepted, coding, body) => {
    const response = await new Promise<{ headers: Record<string, unknown>; body: Buffer }>(
      (resolve, reject) => {
        http
          .get(
            `${gateway.url}/assets/poll-1.js`,
            { headers: { "Accept-Encoding": accepted } },
            (answer) => {
              const chunks: Buffer[] = [];
              answer.on("data", (chunk: Buffer) => chunks.push(chunk));
              answer.on("end", () =>
                resolve({ headers: answer.headers, body: Buffer.concat(chunks) }),
              );
            },
          )
          .on("error", reject);
      },
    );
    expect(response.headers["content-encoding"] ?? null).toBe(coding);
    expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(response.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(response.body).toEqual(body);
  });

  test.each(["/assets/none.js", "/assets/..%2f..%2fpackage.json", "/assets/"])(
    "%s is 404",
    async (path) => {
      expect((await open(path)).status).toBe(404);
    },
  );
});
