// Covers docs/reference/pages.md: addresses, frames-and-files

import http from "node:http";
import { buildOption } from "@polls/testing";
import { bodies, dataOf, shareServedPages } from "../../../testing/served-pages";
import { TEST_BASE_URL } from "../../../testing/start-gateway";

const { gateway, owner, newPoll, open } = shareServedPages();

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

test("the Content-Security-Policy of a page allows only this host, and no inline code", async () => {
  const poll = await newPoll();
  const { headers } = await open(`/p/${poll.memberHash}`);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|sha256/);
});

// Settings: indexing
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

// Settings: allowed_hosts
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
