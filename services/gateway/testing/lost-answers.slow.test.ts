// Covers docs/reliability.md: lost-answers

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Db } from "@polls/db/connection";
import { recountAll } from "@polls/db/counts";
import {
  connectPatiently,
  createTestDatabase,
  type FaultProxy,
  sampleCases,
  startFaultProxy,
  type TestResponse,
  waitFor,
} from "@polls/testing";
import type { RateLimiter } from "../src/http/limits/rate-limit";
import { startGateway, type TestGateway } from "./start-gateway";
import {
  type Census,
  changeSince,
  endpointsWithoutRequest,
  type PrepareRequest,
  takeCensusOf,
  type WriteFixture,
  type WriteRequest,
  writeFixture,
  writeRequests,
} from "./write-requests";

/** The numbers of the parts of the database's responses to one request, and of many more. */
const numbers = Array.from({ length: 80 }, (_, at) => at + 1);

const free = (_key: string, limit: number) => ({
  allowed: true,
  limit,
  remaining: limit,
  resetSeconds: 1,
});
/** All requests are sent by one account, which would exceed the rate limit. */
const unlimited: RateLimiter = { take: free, peek: free };

describe("a lost part of a database response", () => {
  let link: FaultProxy;
  let gateway: TestGateway;
  let fixture: WriteFixture;
  /** Connected directly, not through the proxy. */
  let db: Db;
  let census: Census;

  beforeAll(async () => {
    const { url } = await createTestDatabase();
    db = connectPatiently(url, { max: 10 });
    link = await startFaultProxy(url);
    gateway = await startGateway({ url: link.url }, { deps: { rateLimiter: unlimited } });
    fixture = await writeFixture(gateway, db);
    census = await takeCensusOf(db);
  });
  afterAll(async () => {
    await gateway?.close();
    await db?.close();
  });

  interface Done {
    /** The response to the request of which a part of a database response was lost. */
    readonly first: TestResponse;
    /** The changed row counts at that time. */
    readonly firstCame: Came;
    /** The response when the same request was sent again. Undefined: nothing was lost. */
    readonly second: TestResponse | undefined;
    readonly came: Came;
  }
  type Came = Readonly<Record<string, number>>;

  /**
   * Sends a request while a part of a database response is lost. Then sends it again with the same
   * key.
   */
  async function done(
    { line, options, repeatable }: WriteRequest,
    lost: (piece: Buffer) => boolean,
  ): Promise<Done> {
    const key = line.startsWith("DELETE") || repeatable ? {} : { idempotencyKey: randomUUID() };
    const send = () => gateway.request(line, { ...options, ...key });
    const before = await census();
    const came = async () => changeSince(before, await census());
    const cuts = link.cuts();
    await link.set({ mode: "loseAnswers", lost });
    const first = await send();
    await link.set({ mode: "pass" });
    const firstCame = await came();
    const again = async () => {
      const answer = await send();
      // The server may still be ending the transaction of the broken connection.
      return ![409, 503].includes(answer.status) && answer;
    };
    const soon = { what: "the end of the first request" };
    const second = link.cuts() > cuts ? await waitFor(again, soon) : undefined;
    return { first, firstCame, second, came: await came() };
  }

  /**
   * For every lost part of the sample, the request is carried out once, acknowledged changes are
   * stored, and the client learns the result.
   */
  async function holds(prepare: PrepareRequest, at: number): Promise<void> {
    const undisturbed = await done(await prepare(fixture), () => false);
    /** Returns whether a part was lost, and whether the first request had been carried out. */
    async function doneOnce(lost: (piece: Buffer) => boolean) {
      const request = await prepare(fixture);
      const isDelete = request.line.startsWith("DELETE");
      const { first, firstCame, second, came } = await done(request, lost);
      if (first.status === 503) {
        expect(Number(first.headers.get("retry-after"))).toBeGreaterThan(0);
      } else {
        expect(first.status).toBe(request.status);
        expect(firstCame).toEqual(undisturbed.came);
      }
      expect(came).toEqual(undisturbed.came);
      if (second === undefined) return { lost: false, before: false };
      const before = request.repeatable
        ? isDeepStrictEqual(firstCame, came)
        : isDelete
          ? second.status === 404
          : second.headers.get("idempotency-replayed") === "true";
      if (!(isDelete && before)) expect(second.status).toBe(request.status);
      if (first.status !== 503) expect(before).toBe(true);
      return { lost: true, before };
    }
    let allAreLost = true;
    for (const number of sampleCases(numbers, 3, at)) {
      let left = number;
      allAreLost = (await doneOnce(() => --left === 0)).lost;
      if (!allAreLost) break;
    }
    expect(allAreLost).toBe(false);
    const committed = await doneOnce((piece) => piece.includes("COMMIT\0"));
    expect(committed).toEqual({ lost: true, before: true });
  }

  test.each(writeRequests.map(([name, prepare], at) => [name, prepare, at] as const))(
    "%s is carried out once if any part is lost",
    (_, prepare, at) => holds(prepare, at),
  );

  test("after these requests the counts are correct", async () => {
    expect((await recountAll(db, { repair: false })).drift).toBe(0);
  });

  test("every endpoint that changes data is tested, with these exceptions", () => {
    expect(endpointsWithoutRequest()).toEqual([
      // A session belongs to a browser: the tests of sessions end one.
      "DELETE /api/v1/account/sessions/:id",
      // Each request sends a mail. A rotated token is not stored as text, so a repetition creates
      // another one.
      "POST /api/v1/account/sign_in",
      "POST /api/v1/account/tokens/:kind/rotate",
      "POST /api/v1/polls/:poll_id/payments/:id/refund",
    ]);
  });
});
