import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { connectDatabase, type Db, recountAll } from "@polls/db";
import { createTestDatabase, type FaultProxy, startFaultProxy, waitFor } from "@polls/testing";
import type { RateLimiter } from "../http/limits/rate-limit";
import {
  type Census,
  changeSince,
  type Deed,
  type DeedFixture,
  deedFixture,
  deeds,
  endpointsWithoutDeed,
  type PrepareDeed,
  takeCensusOf,
} from "./deeds";
import type { TestResponse } from "./send-request";
import { startGateway, type TestGateway } from "./start-gateway";

const PIECES_MAX = 80;

const free = (_key: string, limit: number) => ({
  ...{ allowed: true, limit, remaining: limit, resetSeconds: 1 },
});
/** One account sends all requests here. */
const unlimited: RateLimiter = { take: free, peek: free };

describe("a piece of the database's answers that is lost", () => {
  let link: FaultProxy;
  let gateway: TestGateway;
  let fixture: DeedFixture;
  /** Past the proxy. */
  let db: Db;
  let census: Census;

  beforeAll(async () => {
    const { url } = await createTestDatabase();
    db = connectDatabase(url, { max: 10 });
    link = await startFaultProxy(url);
    gateway = await startGateway({ url: link.url }, { deps: { rateLimiter: unlimited } });
    fixture = await deedFixture(gateway, db);
    census = await takeCensusOf(db);
  });
  afterAll(async () => {
    await gateway?.close();
    await db?.close();
  });

  interface Done {
    /** What was answered while a piece of the database's answers was lost. */
    readonly first: TestResponse;
    /** Tables that had more or fewer rows then than before. */
    readonly firstCame: Came;
    /** What was answered to the same request after that; undefined: nothing was lost. */
    readonly second: TestResponse | undefined;
    readonly came: Came;
  }
  type Came = Readonly<Record<string, number>>;

  /** Does a deed while a piece is lost, and once more with the same key. */
  async function done(
    { line, options, repeatable }: Deed,
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
      // The server may still be ending what it was told before the connection broke.
      return ![409, 503].includes(answer.status) && answer;
    };
    const soon = { what: "the end of the first request" };
    const second = link.cuts() > cuts ? await waitFor(again, soon) : undefined;
    return { first, firstCame, second, came: await came() };
  }

  /** Whichever answer is lost, the deed is done once, acknowledged changes are there, and the client can tell. */
  async function holds(prepare: PrepareDeed): Promise<void> {
    const undisturbed = await done(await prepare(fixture), () => false);
    /** Whether something was lost, and whether the deed was done by the first request. */
    async function doneOnce(lost: (piece: Buffer) => boolean) {
      const deed = await prepare(fixture);
      const isDelete = deed.line.startsWith("DELETE");
      const { first, firstCame, second, came } = await done(deed, lost);
      if (first.status === 503) {
        expect(Number(first.headers.get("retry-after"))).toBeGreaterThan(0);
      } else {
        expect(first.status).toBe(deed.status);
        expect(firstCame).toEqual(undisturbed.came);
      }
      expect(came).toEqual(undisturbed.came);
      if (second === undefined) return { lost: false, before: false };
      const before = deed.repeatable
        ? isDeepStrictEqual(firstCame, came)
        : isDelete
          ? second.status === 404
          : second.headers.get("idempotency-replayed") === "true";
      if (!(isDelete && before)) expect(second.status).toBe(deed.status);
      if (first.status !== 503) expect(before).toBe(true);
      return { lost: true, before };
    }
    for (let number = 1; ; number++) {
      expect(number).toBeLessThan(PIECES_MAX);
      let left = number;
      if (!(await doneOnce(() => --left === 0)).lost) break;
    }
    const committed = await doneOnce((piece) => piece.includes("COMMIT\0"));
    expect(committed).toEqual({ lost: true, before: true });
  }

  test.each(deeds)("%s", (_, prepare) => holds(prepare));

  test("the counts are right after all of that", async () => {
    expect((await recountAll(db, { repair: false })).drift).toBe(0);
  });

  test("every endpoint of the API that changes something is tried, but for these", () => {
    expect(endpointsWithoutDeed()).toEqual([
      // A mail at each request; a token, which is stored nowhere and made again.
      "POST /api/v1/account/sign_in",
      "POST /api/v1/account/tokens/:kind/rotate",
      "POST /api/v1/polls/:poll_id/payments/:id/refund",
    ]);
  });
});
