// Covers docs/reference/requests.md: open-uploads, slow-bodies
// Covers docs/reliability.md: malformed-http, overload

import { connect, type Socket } from "node:net";
import { png, waitFor } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { TEST_WEBHOOK_SECRET } from "../../../testing/start-gateway";

const WINDOW_MS = 300;
const pace = { windowMs: WINDOW_MS, leastBytes: 300, deadlineMs: 4_000 };
const FORM_HEAD = `--b\r\nContent-Disposition: form-data; name="option_attachments[]"; filename="x"\r\n\r\n`;
const BODY_BYTES = 60_000;
const BEGINNING = png(30, 20, 100_000).subarray(0, 6_000).toString("latin1");

describe("slow bodies", () => {
  let token: string;
  let options: string;
  const sockets: Socket[] = [];

  const gateway = shareGateway({
    env: { LOG_LEVEL: "silent", STRIPE_WEBHOOK_SECRET: TEST_WEBHOOK_SECRET },
    config: { bodies: pace, uploads: { ...pace, maxFiles: 3, open: 3, openOfClient: 2 } },
  });
  beforeAll(async () => {
    const account = await signUp(gateway.db);
    token = account.privateToken;
    const poll = await account.buildPoll({
      type: "Polls::PhotoGallery",
      settings: { allow_new_options: true },
    });
    options = `/api/v1/polls/${poll.memberHash}/options`;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  interface Sending {
    readonly path: string;
    readonly type: string;
    readonly head?: string;
    readonly bearer?: string;
  }

  /** Sends the head of a request, then `bytes` of its body every `everyMs`. */
  function send(
    { path, type, head = "", bearer = token }: Sending,
    bytes: number,
    everyMs: number,
  ) {
    const socket = connect(gateway.port, "127.0.0.1");
    sockets.push(socket);
    let answer = "";
    const began = performance.now();
    let endedAt: number | undefined;
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: ${BODY_BYTES}\r\n\r\n${head}`,
      "latin1",
    );
    let sentBytes = head.length;
    const drops = setInterval(() => {
      socket.write(" ".repeat(bytes));
      sentBytes += bytes;
    }, everyMs);
    socket.on("close", () => {
      clearInterval(drops);
      endedAt = performance.now() - began;
    });
    return {
      socket,
      answer: () => answer,
      sentBytes: () => sentBytes,
      endedAfter: async () => {
        await waitFor(() => endedAt !== undefined, { what: "the connection is closed" });
        return endedAt ?? Number.NaN;
      },
    };
  }

  const kinds: readonly (readonly [string, () => Sending])[] = [
    ["JSON", () => ({ path: "/api/v1/polls", type: "application/json" })],
    ["JSON that may hold a file", () => ({ path: options, type: "application/json" })],
    [
      "a form with a file",
      () => ({
        path: options,
        type: "multipart/form-data; boundary=b",
        head: FORM_HEAD + BEGINNING,
      }),
    ],
    ["an event of the provider", () => ({ path: "/webhooks/stripe", type: "application/json" })],
    ["sign-in", () => ({ path: "/api/v1/account/sign_in", type: "application/json" })],
  ];

  /** Sends a body of each kind at once. */
  const sendEach = async (bytes: number) =>
    Promise.all(
      kinds.map(async ([kind, sending]) => {
        const slow = send(sending(), bytes, 20);
        const endedAfterMs = await slow.endedAfter();
        return { kind, answer: slow.answer(), endedAfterMs, sentBytes: slow.sentBytes() };
      }),
    );
  const refused = (kind: string) => ({
    kind,
    endedAfterMs: expect.any(Number),
    sentBytes: expect.any(Number),
    answer: expect.stringMatching(/^HTTP\/1.1 400[\s\S]*\r\nConnection: close\r\n/),
  });

  test("a body of any kind that arrives byte by byte is 400, and the connection is closed", async () => {
    const answers = await sendEach(1);
    expect(answers).toEqual(kinds.map(([kind]) => refused(kind)));
    for (const { endedAfterMs } of answers) expect(endedAfterMs).toBeLessThan(3_500);
  });

  test("a body of any kind that arrives at the least rate has a deadline too", async () => {
    const answers = await sendEach(120);
    expect(answers).toEqual(kinds.map(([kind]) => refused(kind)));
    for (const { endedAfterMs, sentBytes } of answers) {
      expect(endedAfterMs).toBeGreaterThanOrEqual(pace.deadlineMs - 50);
      expect(sentBytes).toBeLessThan(BODY_BYTES);
    }
  });

  describe("open uploads", () => {
    const upload = { type: "multipart/form-data; boundary=b", head: FORM_HEAD + BEGINNING };
    const uploading = async (bearer?: string) => {
      const before = sockets.length;
      const one = send({ path: options, ...upload, ...(bearer && { bearer }) }, 120, 20);
      await waitFor(() => sockets.length > before, { what: "the request is sent" });
      return one;
    };
    const answersOf = (all: readonly { answer: () => string }[]) =>
      all.map(({ answer }) => /HTTP\/1.1 (\d+)/.exec(answer())?.[1]).sort();

    test("above the limit of a client are 429, above the limit of the process 503", async () => {
      const { privateToken } = await signUp(gateway.db);
      const mine = [await uploading(), await uploading(), await uploading()];
      await waitFor(() => answersOf(mine)[0] === "429", { what: "one upload is refused" });
      const refused = mine.find(({ answer }) => answer().includes("429"));
      expect(refused?.answer()).toContain("too_many_uploads");
      expect(refused?.answer()).toMatch(/Retry-After: \d/);
      // A small JSON body of the same client needs no slot.
      const small = await gateway.request(`POST ${options}`, { token, body: { option: {} } });
      expect(small.status).not.toBe(429);

      const theirs = [await uploading(privateToken), await uploading(privateToken)];
      await waitFor(() => answersOf(theirs).includes("503"), {
        what: "one upload is refused",
      });

      for (const { socket } of [...mine, ...theirs]) socket.destroy();
      await waitFor(
        async () => {
          const form = new FormData();
          form.append("option_attachments[]", new Blob([png(30, 20)]), "x");
          const { status } = await gateway.request(`POST ${options}`, { token, form });
          return status === 201;
        },
        { what: "the slots are free again" },
      );
    });
  });
});
