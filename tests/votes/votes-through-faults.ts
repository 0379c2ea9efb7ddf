import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@polls/db/connection";
import { recountAll } from "@polls/db/counts";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  atFileEnd,
  buildOption,
  buildParticipants,
  buildPoll,
  connectPatiently,
  type RequestOptions,
  type ServiceProcess,
  sendRequest,
  startServiceProcess,
  type TestResponse,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";

const CLIENTS = 12;
/** Per client: each vote is cast and changed, every other one deleted. */
const VOTES = 30;
/** How long a client retries a request that is answered 503. */
const RETRY_FOR_MS = 30_000;

/** A database, and a fault that happens to it while votes are cast. */
export interface FaultyDatabase {
  readonly url: string;
  readonly fault: () => Promise<void>;
}

interface Faults {
  readonly start: () => Promise<FaultyDatabase>;
  /** How often the fault happens. */
  readonly times: number;
  /** Whether requests get 503 during the fault. */
  readonly refuses: boolean;
}

/** Many clients cast, change and delete votes during faults: each acknowledged change is kept, and no tally differs. */
export function testVotesThrough(title: string, { start, times, refuses }: Faults): void {
  describe(`${title}, ${times} times under votes`, () => {
    let database: FaultyDatabase;
    let gateway: ServiceProcess;
    let token: string;
    let poll: Poll;
    let option: Option;
    let participants: readonly Participant[] = [];
    let answered = 0;
    let refused = 0;

    const connect = (): Db => connectPatiently(database.url, { max: 2 });

    beforeAll(async () => {
      database = await start();
      const env = {
        DATABASE_URL: database.url,
        APP_SECRET: "a secret of a journey, of no use elsewhere",
        RATE_LIMIT_REQUESTS: "100000000",
        BASE_URL: "http://127.0.0.1:1",
        LOG_LEVEL: "fatal",
      };
      gateway = await startServiceProcess("gateway", { env });
      const db = connect();
      const owner = await signUp(db);
      token = owner.privateToken;
      poll = await buildPoll(db, {
        ownerAccountId: owner.id,
        settings: { vote_type: "Votes::RatingVote" },
      });
      option = await buildOption(db, poll);
      participants = await buildParticipants(db, poll, CLIENTS * VOTES, {
        ownerKey: `user:${owner.id}`,
      });
      await db.close();
    });

    /** Repeats a request until its status is not 503. */
    async function insist(line: string, options: RequestOptions = {}): Promise<TestResponse> {
      const idempotencyKey = line.startsWith("DELETE") ? undefined : randomUUID();
      for (const end = performance.now() + RETRY_FOR_MS; ; ) {
        const answer = await sendRequest(gateway.url, "", line, {
          token,
          idempotencyKey,
          ...options,
        });
        if (answer.status === 503) {
          expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
          refused++;
        } else if (answer.status !== 409) {
          answered++;
          return answer;
        }
        if (performance.now() > end) throw new Error(`${line} is not answered`);
        await pause(20);
      }
    }

    /** The expected final value of each vote, by participant; undefined: deleted. */
    async function client(number: number, wanted: Map<string, number | undefined>): Promise<void> {
      const path = `/api/v1/polls/${poll.memberHash}/votes`;
      for (const [at, { publicId }] of participants.entries()) {
        if (at % CLIENTS !== number) continue;
        const first = { voter_id: publicId, option_id: option.publicId, vote: { vote: 1 } };
        const cast = await insist(`POST ${path}`, { body: first });
        expect([cast.status, cast.text]).toEqual([201, cast.text]);
        const one = `${path}/${cast.body.id}`;
        const value = 2 + (at % 4);
        const changed = await insist(`PATCH ${one}`, { body: { vote: { vote: value } } });
        expect([changed.status, changed.body.vote]).toEqual([200, value]);
        const stays = Math.floor(at / CLIENTS) % 2 === 0;
        // Deleted by the first of two requests, whose response was lost.
        if (!stays) expect([204, 404]).toContain((await insist(`DELETE ${one}`)).status);
        wanted.set(publicId, stays ? value : undefined);
      }
    }

    test("the gateway stays, and each answer holds", async () => {
      const before = gateway.pid();
      const wanted = new Map<string, number | undefined>();
      const all = CLIENTS * VOTES * 2.5;
      const crowd = Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at, wanted)));
      for (let fault = 1; fault <= times; fault++) {
        const due = (all * fault) / (times + 1);
        const enough = waitFor(() => answered >= due, {
          what: `${due} answers`,
        });
        await Promise.race([enough, crowd]);
        await database.fault();
      }
      await crowd;
      expect(gateway.pid()).toBe(before);
      expect(refused > 0).toBe(refuses);

      const db = connect();
      atFileEnd("the database", () => db.close());
      const votes = await db.prisma.vote.findMany({ include: { participant: true } });
      const stored = new Map(votes.map((vote) => [vote.participant.publicId, Number(vote.value)]));
      expect(votes).toHaveLength(stored.size);
      for (const [publicId, value] of wanted)
        expect([publicId, stored.get(publicId)]).toEqual([publicId, value]);
      expect(wanted.size).toBe(participants.length);
      expect(await recountAll(db, { repair: false })).toEqual({ polls: 1, drift: 0, wrong: [] });
    });
  });
}
