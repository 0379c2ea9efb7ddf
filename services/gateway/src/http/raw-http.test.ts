// Covers docs/reference/errors.md: bodies, codes-of-requests, request-id
// Covers docs/reference/requests.md: headers
// Covers docs/reliability.md: broken-connections, ending-a-process, error-answers, mail-injection, malformed-http, overload, tokens-and-ids

import { once } from "node:events";
import { BlockList, connect } from "node:net";
import { waitFor } from "@polls/testing";
import { shareGateway } from "../../testing/share-gateway";
import { signUp } from "../../testing/sign-up";
import { createListener } from "../app";
import { listen } from "./server/listen";

/** These requests are written byte by byte, because no client library sends them. */
describe("raw HTTP", () => {
  let token: string;
  let poll: string;
  const connections: (() => void)[] = [];

  const gateway = shareGateway({ env: { LOG_LEVEL: "silent" } });
  beforeAll(async () => {
    const account = await signUp(gateway.db);
    token = account.privateToken;
    poll = (await account.buildPoll()).memberHash;
  });
  afterEach(() => {
    for (const end of connections.splice(0)) end();
  });

  function open(text: string, port = gateway.port) {
    const socket = connect(port, "127.0.0.1");
    connections.push(() => socket.destroy());
    let answer = "";
    let closed = false;
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      closed = true;
    });
    socket.write(text);
    return {
      socket,
      answer: () => answer,
      hears: (what: string) =>
        waitFor(() => answer.includes(what), { what: `the answer has ${what}` }),
      isClosed: () => waitFor(() => closed, { what: "the connection is closed" }),
    };
  }

  const head = (line: string, ...headers: readonly string[]) =>
    [line, "Host: polls.example", ...headers, "", ""].join("\r\n");

  test.each<readonly [string, string, string]>([
    [
      "Content-Length and Transfer-Encoding together",
      head("POST /api/v1/polls HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked"),
      "400",
    ],
    [
      "two lengths",
      head("POST /api/v1/polls HTTP/1.1", "Content-Length: 5", "Content-Length: 6"),
      "400",
    ],
    [
      "the same length twice",
      head("POST /api/v1/polls HTTP/1.1", "Content-Length: 5", "Content-Length: 5"),
      "400",
    ],
    [
      "a header that continues on the next line",
      head("GET /healthz HTTP/1.1", "X-A: 1", " 2"),
      "400",
    ],
    [
      "a length whose name ends with a space",
      head("GET /healthz HTTP/1.1", "Content-Length : 5"),
      "400",
    ],
    // The parser of Node 20.19.0 takes the space as a part of the name.
    ...(Number.parseInt(process.versions.llhttp ?? "", 10) < 9
      ? []
      : [["a header name with a space", head("GET /healthz HTTP/1.1", "X A: 1"), "400"] as const]),
    ["no Host", "GET /healthz HTTP/1.1\r\n\r\n", "400"],
    ["a broken request line", "GET\r\n\r\n", "400"],
    [
      "a chunk without a size",
      `${head("POST /api/v1/polls HTTP/1.1", "Transfer-Encoding: chunked", "Content-Type: application/json", "Authorization: Bearer TOKEN")}xyz\r\n`,
      "400",
    ],
    ["headers above 16 kB", head("GET /healthz HTTP/1.1", `X-A: ${"a".repeat(20_000)}`), "431"],
  ])("%s is refused", async (_case, text, status) => {
    const { hears } = open(text.replace("TOKEN", token));
    await hears(`HTTP/1.1 ${status}`);
  });

  test.each<[string, string, string, object]>([
    [
      "a malformed request",
      "GET\r\n\r\n",
      "400 Bad Request",
      { error: "The request is malformed", code: "bad_request" },
    ],
    [
      "headers that are too large",
      head("GET /healthz HTTP/1.1", `X-A: ${"a".repeat(20_000)}`),
      "431 Request Header Fields Too Large",
      { error: "The headers are too large", code: "headers_too_large" },
    ],
    [
      "a request with more than 100 headers",
      head("GET /healthz HTTP/1.1", ...Array(100).fill("X-A: 1")),
      "431 Request Header Fields Too Large",
      { error: "There are more than 100 headers", code: "headers_too_large" },
    ],
    [
      "an upload with more than 100 headers",
      head(
        "POST /api/v1/polls HTTP/1.1",
        "Expect: 100-continue",
        "Content-Length: 9",
        ...Array(98).fill("X-A: 1"),
      ),
      "431 Request Header Fields Too Large",
      { error: "There are more than 100 headers", code: "headers_too_large" },
    ],
    [
      "an unknown method",
      head("FETCH /healthz HTTP/1.1"),
      "400 Bad Request",
      { error: "The request is malformed", code: "bad_request" },
    ],
    [
      "an unknown version",
      head("GET /healthz HTTP/9.9"),
      "400 Bad Request",
      { error: "The request is malformed", code: "bad_request" },
    ],
    [
      "a request without a host",
      "GET /healthz HTTP/1.1\r\n\r\n",
      "400 Bad Request",
      { error: "Host is missing", code: "bad_request" },
    ],
    [
      "an upload without a host",
      "POST /api/v1/polls HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
      "400 Bad Request",
      { error: "Host is missing", code: "bad_request" },
    ],
    [
      "an unknown expectation",
      head("POST /api/v1/polls HTTP/1.1", "Expect: a-cake", "Content-Length: 9"),
      "400 Bad Request",
      { error: "Expect can only be 100-continue", code: "bad_request" },
    ],
    ...["gzip, chunked", "identity, chunked"].map((codings): [string, string, string, object] => [
      `a body in the coding ${codings}`,
      head("POST /api/v1/polls HTTP/1.1", `Transfer-Encoding: ${codings}`),
      "400 Bad Request",
      { error: "Transfer-Encoding can only be chunked, in HTTP/1.1", code: "bad_request" },
    ]),
    [
      "a chunked body in HTTP/1.0",
      head("POST /api/v1/polls HTTP/1.0", "Transfer-Encoding: chunked", "Connection: keep-alive"),
      "400 Bad Request",
      { error: "Transfer-Encoding can only be chunked, in HTTP/1.1", code: "bad_request" },
    ],
    [
      "a CONNECT request",
      head("CONNECT other.example:443 HTTP/1.1"),
      "400 Bad Request",
      { error: "CONNECT is not served", code: "bad_request" },
    ],
  ])(
    "%s gets an error body like every error, and the connection is closed",
    async (_case, text, status, body) => {
      const { isClosed, answer } = open(text);
      await isClosed();
      const [headers = "", content = ""] = answer().split("\r\n\r\n");
      expect(headers).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
      expect(headers).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
      expect(headers).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
      expect(headers).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/);
      expect(JSON.parse(content)).toEqual(body);
    },
  );

  test.each([
    ["without a host", "GET /healthz HTTP/1.1\r\n"],
    [
      "with an unknown expectation",
      "GET /healthz HTTP/1.1\r\nHost: polls.example\r\nExpect: a-cake\r\n",
    ],
    ["with CONNECT", "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\n"],
  ])("a request %s gets its own X-Request-Id back", async (_case, text) => {
    const { isClosed, answer } = open(`${text}X-Request-Id: mine.1\r\n\r\n`);
    await isClosed();
    expect(answer()).toContain("\r\nX-Request-Id: mine.1\r\n");
  });

  test("100 headers are read to the last one", async () => {
    const { isClosed, answer } = open(
      head("GET /healthz HTTP/1.1", ...Array(98).fill("X-A: 1"), "Connection: close"),
    );
    await isClosed();
    expect(answer()).toContain(" 200 ");
  });

  test("HTTP/1.0 works without Host", async () => {
    const { isClosed, answer } = open("GET /healthz HTTP/1.0\r\n\r\n");
    await isClosed();
    expect(answer()).toContain(" 200 ");
  });

  describe.each([
    "Authorization",
    "X-SERVICE-USER-IDENTIFIER",
    "X-SERVICE-USER-IDENTIFIER-ENCODED",
    "X-SERVICE-POLL-PASSWORD",
    "X-SERVICE-POLL-PASSWORD-ENCODED",
    "Origin",
    "Idempotency-Key",
    "Sec-Fetch-Site",
    "Stripe-Signature",
    "X-Personal-Link",
  ])("%s twice", (name) => {
    test.each([
      ["a change", () => `PATCH /api/v1/polls/${poll}`],
      ["a read that does not use it", () => "GET /api/v1/polls"],
      ["a page", () => `GET /p/${poll}`],
      ["an unknown path", () => "GET /api/v1/unknown"],
    ])("in %s is 400", async (_, line) => {
      const value = name === "Authorization" ? `Bearer ${token}` : "a";
      const own = name === "Authorization" ? [] : [`Authorization: Bearer ${token}`];
      const { hears, answer } = open(
        `${head(`${line()} HTTP/1.1`, ...own, `${name}: ${value}`, `${name}: b`, "Content-Type: application/json", "Content-Length: 2")}{}`,
      );
      await hears("HTTP/1.1 400");
      expect(answer()).toContain(`${name} is given more than once`);
    });
  });

  test.each([
    ["Host", "GET /healthz", "Host: evil.example"],
    ["Host in an API request", "GET /api/v1/polls", "Host: polls.example"],
    ["Host in a request for a file", "GET /files/a", "Host: evil.example"],
    ["Content-Type", "POST /api/v1/polls", "Content-Type: application/json"],
    [
      "Content-Type of a payment provider's event",
      "POST /webhooks/stripe",
      "Content-Type: text/plain",
    ],
  ])("a request with two headers %s is 400", async (name, line, second) => {
    const first = name.startsWith("Host") ? [] : ["Content-Type: application/json"];
    const { hears, answer } = open(
      `${head(`${line} HTTP/1.1`, `Authorization: Bearer ${token}`, ...first, second, "Content-Length: 2")}{}`,
    );
    await hears("HTTP/1.1 400");
    expect(answer()).toContain(`${name.split(" ")[0]} is given more than once`);
    expect(answer()).toContain("X-Request-Id");
  });

  test("the host of an absolute URL in the request line is ignored", async () => {
    const { hears, answer } = open(
      head(
        `GET http://evil.example/api/v1/polls?per_page=1 HTTP/1.1`,
        `Authorization: Bearer ${token}`,
      ),
    );
    await hears("HTTP/1.1 200");
    expect(answer()).toContain("Link: <https://polls.example/api/v1/polls?per_page=1&page=1>");
    expect(answer()).not.toContain("evil.example");
  });

  test("links begin with the configured base URL, not with Host or X-Forwarded-Host", async () => {
    const { hears, answer } = open(
      "GET /api/v1/polls HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n" +
        `Authorization: Bearer ${token}\r\n\r\n`,
    );
    await hears("HTTP/1.1 200");
    expect(answer()).toContain(`https://polls.example/p/${poll}`);
    expect(answer()).not.toContain("evil.example");
  });

  test("a path that begins with two slashes is 404", async () => {
    const { hears } = open(
      head("GET //evil.example/api/v1/polls HTTP/1.1", `Authorization: Bearer ${token}`),
    );
    await hears("HTTP/1.1 404");
  });

  test("a body with too large a Content-Length is refused before it arrives", async () => {
    const { hears } = open(
      head(
        "POST /api/v1/polls HTTP/1.1",
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        "Content-Length: 999999999",
      ),
    );
    await hears("HTTP/1.1 413");
  });

  test("a chunked body is refused as soon as it is too large, and the client gets the response", async () => {
    const { socket, hears } = open(
      head(
        "PATCH /api/v1/account HTTP/1.1",
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
      ),
    );
    for (let i = 0; i < 8; i++) socket.write(`8000\r\n${" ".repeat(0x8000)}\r\n`);
    await hears("HTTP/1.1 413");
  });

  test.each([
    [
      "an upload without a valid token",
      head(
        "POST /api/v1/polls/none/options HTTP/1.1",
        ...["Authorization: Bearer none", "Content-Type: multipart/form-data; boundary=x"],
        "Content-Length: 20000000",
      ),
      401,
    ],
    [
      "an upload with too many headers",
      head("POST /api/v1/polls HTTP/1.1", "Content-Length: 20000000", ...Array(99).fill("X-A: 1")),
      431,
    ],
    ["a malformed request", "GET\r\n\r\n", 400],
  ])("a client of %s that goes on sending is not reset", async (_case, text, status) => {
    const socket = connect({ port: gateway.port, host: "127.0.0.1", allowHalfOpen: true });
    connections.push(() => socket.destroy());
    socket.on("error", () => {});
    socket.setEncoding("utf8").write(text);
    const [answer] = await once(socket, "data");
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain("Connection: close");
    await once(socket, "end");
    for (let n = 0; n < 20; n++) {
      await new Promise<void>((resolve, reject) => {
        socket.write(Buffer.alloc(100_000), (error) => (error ? reject(error) : resolve()));
      });
    }
    socket.end();
    expect(await once(socket, "close")).toEqual([false]);
  });

  test.each<[string, string, boolean]>([
    ["one without Host", "POST /first HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", false],
    [
      "an unknown expectation",
      `${head("POST /first HTTP/1.1", "Expect: none", "Content-Length: 5")}hello`,
      false,
    ],
    ["too many headers", head("GET /first HTTP/1.1", ...Array(100).fill("X-A: 1")), false],
    [
      "a response that is the last",
      `${head("POST /first HTTP/1.1", "Content-Length: 5")}hello`,
      true,
    ],
  ])("the connection of %s begins no further request", async (_case, first, isBegun) => {
    const begun: (string | undefined)[] = [];
    const server = await listen(
      {
        ...createListener(gateway.deps),
        handler: (request, response) => {
          begun.push(request.url);
          response.shouldKeepAlive = false;
          response.end();
        },
      },
      gateway.deps.config,
    );
    try {
      const { isClosed } = open(first + head("GET /second HTTP/1.1"), server.port);
      await isClosed();
      expect(begun).toEqual(isBegun ? ["/first"] : []);
    } finally {
      await server.close(0);
    }
  });

  test("a refused request with a body does not disturb the next one on the same connection", async () => {
    const { socket, hears } = open(
      `${head("POST /api/v1/polls HTTP/1.1", "Content-Type: application/json", "Content-Length: 2")}{}`,
    );
    await hears("HTTP/1.1 401");
    socket.write(head("GET /healthz HTTP/1.1"));
    await hears('{"status":"ok"}');
  });

  test("pipelined requests are answered in order", async () => {
    const { hears, answer } = open(
      head("GET /healthz HTTP/1.1") + head("GET /nowhere HTTP/1.1") + head("GET /healthz HTTP/1.1"),
    );
    await waitFor(() => answer().split("HTTP/1.1 ").length === 4, {
      what: "three answers",
    });
    await hears("HTTP/1.1 404");
    expect(
      answer()
        .split("HTTP/1.1 ")
        .map((part) => part.slice(0, 3)),
    ).toEqual(["", "200", "404", "200"]);
  });

  test("a client that sends headers slowly is disconnected, and other clients are served meanwhile", async () => {
    const slow = await listen(createListener(gateway.deps), {
      ...gateway.deps.config,
      headersTimeoutMs: 200,
    });
    try {
      const { isClosed, answer, socket } = open("GET /healthz HTTP/1.1\r\n", slow.port);
      const drops = setInterval(() => socket.write("X-A: 1\r\n"), 20);
      expect((await fetch(`http://127.0.0.1:${slow.port}/healthz`)).status).toBe(200);
      await isClosed();
      clearInterval(drops);
      expect(answer()).toContain("HTTP/1.1 408");
    } finally {
      await slow.close(0);
    }
  });

  describe("connections above the limit", () => {
    const openLimited = async (connections: { most: number; mostOfClient: number }) => {
      const { config } = gateway.deps;
      const server = await listen(createListener(gateway.deps), { ...config, connections });
      const idle = async () => {
        const { hears } = open(head("GET /healthz HTTP/1.1"), server.port);
        await hears('{"status":"ok"}');
      };
      return { server, idle };
    };

    test.each([
      ["of all clients", { most: 3, mostOfClient: 100 }],
      ["of one client", { most: 100, mostOfClient: 3 }],
    ])("%s are closed, and an idle connection is closed for a new one", async (_case, limits) => {
      const { server, idle } = await openLimited(limits);
      try {
        for (let i = 0; i < 3; i++) await idle();
        const { isClosed, answer } = open(head("GET /healthz HTTP/1.1"), server.port);
        await isClosed();
        expect(answer()).toBe("");
        await idle();
      } finally {
        await server.close(0);
      }
    });

    test("of a trusted proxy do not count against the limit of one client", async () => {
      const trustedProxies = new BlockList();
      trustedProxies.addAddress("127.0.0.1");
      const server = await listen(createListener(gateway.deps), {
        ...gateway.deps.config,
        trustedProxies,
        connections: { most: 100, mostOfClient: 1 },
      });
      try {
        for (let i = 0; i < 3; i++) {
          await open(head("GET /healthz HTTP/1.1"), server.port).hears('{"status":"ok"}');
        }
      } finally {
        await server.close(0);
      }
    });
  });

  test("closing the server waits for the running request, and the connection ends with its response", async () => {
    const ending = new AbortController();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered = () => {};
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const app = createListener({
      ...gateway.deps,
      ending: ending.signal,
      readiness: [
        {
          part: "slow",
          needed: true,
          check: async () => {
            entered();
            await held;
          },
        },
      ],
    });
    const server = await listen(app, gateway.deps.config);
    const { hears, answer } = open(head("GET /readyz HTTP/1.1"), server.port);
    await inside;
    const closed = server.close(5_000);
    release();
    await hears('"ready":true');
    await closed;
    expect(answer()).toContain("HTTP/1.1 200");
    await expect(fetch(`http://127.0.0.1:${server.port}/healthz`)).rejects.toThrow();
  });
});
