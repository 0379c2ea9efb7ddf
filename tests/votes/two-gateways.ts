import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  atFileEnd,
  buildOptions,
  buildParticipants,
  buildPoll,
  connectPatiently,
  type PollFacts,
  type RequestOptions,
  sendRequest,
  startJourney,
  startServiceProcess,
} from "@polls/testing";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";

export interface PollFixture {
  readonly poll: Poll;
  readonly options: readonly Option[];
  readonly participants: readonly Participant[];
}

export type TwoGateways = Awaited<ReturnType<typeof startTwoGateways>>;

/** Two real gateways on one database, and an account whose polls they serve. */
export async function startTwoGateways(
  from: "source" | "dist" = "source",
  more: Readonly<Record<string, string>> = {},
) {
  const env = {
    APP_SECRET: "a secret of a journey, of no use elsewhere",
    RATE_LIMIT_REQUESTS: "100000000",
    LOG_LEVEL: "error",
    ...more,
  };
  const journey = await startJourney({ services: ["gateway"], env, from, withoutRedis: true });
  const second = await startServiceProcess("gateway", {
    from,
    env: {
      ...env,
      DATABASE_URL: journey.databaseUrl,
      BASE_URL: journey.baseUrl,
      STORAGE_DIR: journey.storageDir,
    },
  });
  const gateways = [journey.services.gateway, second] as const;
  const db = connectPatiently(journey.databaseUrl, { max: 4 });
  atFileEnd("the database", () => db.close());
  const owner: NewAccount = await signUp(db);
  return {
    db,
    gateways,
    /** The account that owns polls and participants. */
    owner,
    /** Sends a request with the token of this account to one of the two gateways. */
    send: (gateway: number, line: string, options?: RequestOptions) =>
      sendRequest(gateways[gateway % 2]?.url ?? "", journey.baseUrl, line, {
        token: owner.privateToken,
        ...options,
      }),
    /** A poll with options and participants of the account. */
    async buildPollFixture(facts: PollFacts, optionCount: number, participantCount: number) {
      const poll = await buildPoll(db, { ownerAccountId: owner.id, ...facts });
      const options = await buildOptions(db, poll, optionCount);
      const participants = await buildParticipants(db, poll, participantCount, {
        ownerKey: `user:${owner.id}`,
      });
      return { poll, options, participants };
    },
  };
}
