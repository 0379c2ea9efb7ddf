// Covers docs/reliability.md: standbys-and-poolers

import { connectDatabase } from "@polls/db/connection";
import { recountAll } from "@polls/db/counts";
import {
  buildOption,
  buildParticipants,
  buildPoll,
  describeWithHaproxy,
  type ServiceProcess,
  sendRequest,
  startReplicatedDatabase,
  startServiceProcess,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";

const CLIENTS = 12;
const VOTES_BEFORE = 200;
const VOTES_AFTER = 200;
const PARTICIPANTS = 1_000;
const DEADLINE_MS = 60_000;
/** From the promotion until a vote is accepted. */
const BACK_WITHIN_MS = 5_000;

jest.setTimeout(3 * DEADLINE_MS);

describeWithHaproxy("a primary that crashes under votes, with a standby in its place", () => {
  test("no accepted vote is lost, and votes are accepted within 5 s of the promotion", async () => {
    const database = await startReplicatedDatabase();
    const connect = () => connectDatabase(database.url, { max: 4, onError: () => undefined });
    const db = connect();
    const owner = await signUp(db);
    const poll = await buildPoll(db, { ownerAccountId: owner.id });
    const option = await buildOption(db, poll);
    const participants = await buildParticipants(db, poll, PARTICIPANTS, {
      ownerKey: `user:${owner.id}`,
    });
    const voters = participants.map(({ publicId }) => publicId);
    // None of its connections outlives the primary.
    await db.close();
    const gateway: ServiceProcess = await startServiceProcess("gateway", {
      env: {
        DATABASE_URL: database.url,
        APP_SECRET: "a secret of a journey, of no use elsewhere",
        RATE_LIMIT_REQUESTS: "100000000",
        BASE_URL: "http://127.0.0.1:1",
        LOG_LEVEL: "fatal",
      },
    });

    const accepted: string[] = [];
    let lastAcceptedAt = 0;
    let done = false;
    const others = new Map<number, number>();
    async function client(): Promise<void> {
      while (!done) {
        const voter_id = voters.pop();
        if (voter_id === undefined) throw new Error("too few participants");
        const body = { voter_id, option_id: option.publicId, vote: { vote: 1 } };
        const line = `POST /api/v1/polls/${poll.memberHash}/votes`;
        const { status } = await sendRequest(gateway.url, "", line, {
          token: owner.privateToken,
          body,
        });
        if (status === 201) {
          accepted.push(voter_id);
          lastAcceptedAt = performance.now();
        } else {
          others.set(status, (others.get(status) ?? 0) + 1);
          voters.unshift(voter_id);
        }
      }
    }
    const crowd = Promise.all(Array.from({ length: CLIENTS }, client));
    const votes = (count: number) =>
      Promise.race([
        waitFor(() => accepted.length >= count, {
          deadlineMs: DEADLINE_MS,
          what: `${count} votes`,
        }),
        crowd,
      ]);
    await votes(VOTES_BEFORE);
    await database.crashPrimary();
    const before = accepted.length;
    await database.promote();
    const promotedAt = performance.now();
    await votes(before + 1);
    const backAfterMs = performance.now() - promotedAt;
    await votes(before + VOTES_AFTER);
    done = true;
    await crowd;

    process.stderr.write(`back after ${Math.round(backAfterMs)} ms\n`);
    expect(backAfterMs).toBeLessThan(BACK_WITHIN_MS);
    expect(lastAcceptedAt).toBeGreaterThan(promotedAt);
    // Only 503 while there was no primary, or a vote that counted although its response was lost.
    expect([...others.keys()].filter((status) => status !== 503 && status !== 422)).toEqual([]);
    const after = connect();
    const stored = await after.prisma.vote.findMany({ include: { participant: true } });
    const storedVoters = new Set(stored.map(({ participant }) => participant.publicId));
    expect(accepted.filter((voter) => !storedVoters.has(voter))).toEqual([]);
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(await recountAll(after, { repair: false })).toEqual({ polls: 1, drift: 0, wrong: [] });
    await after.close();
  });
});
