import {
  createTestDatabase,
  type FakeClock,
  fakeClock,
  type RequestOptions,
  type TestResponse,
} from "@polls/testing";
import { signUp } from "../sign-up";
import { startGateway, type TestGateway } from "../start-gateway";
import type { Doer, ModelCaller, ModelCommand } from "./command";
import { deadlineOf } from "./expected-answer";
import { categoryOf, doerOf, type Model, pick } from "./model";
import type { ModelVariant } from "./variant";

/** The service and its callers. */
export interface World {
  readonly gateway: TestGateway;
  readonly clock: FakeClock;
  readonly openPoll: (variant: ModelVariant) => Promise<PollAccess>;
}

/** A poll, with functions to send requests as each caller. */
export interface PollAccess {
  readonly pollId: bigint;
  readonly send: (by: ModelCaller, line: string, options?: RequestOptions) => Promise<TestResponse>;
  /** Reads all entries of a list, from all its pages. */
  // biome-ignore lint/suspicious/noExplicitAny: as `TestResponse.body`
  readonly readAll: (by: ModelCaller, path: string) => Promise<any[]>;
}

/** The time at which every sequence starts: 11:00 UTC, an hour before midnight in Auckland. */
export const start = new Date("2030-06-15T11:00:00.000Z");

export async function createWorld(): Promise<World> {
  const clock = fakeClock(start);
  const gateway = await startGateway(await createTestDatabase(), {
    clock: clock.now,
    env: { RATE_LIMIT_REQUESTS: "100000000", RATE_LIMIT_CREATED_PARTICIPANTS: "100000000" },
  });
  const owner = await signUp(gateway.db);
  const ada = await signUp(gateway.db);
  const credentials: Readonly<Record<ModelCaller, RequestOptions>> = {
    owner: { token: owner.privateToken },
    ada: { token: ada.privateToken },
    eve: { token: owner.publicToken, identifier: "the visitor eve" },
    deputy: { token: ada.publicToken, identifier: "a deputy with the link" },
  };
  return {
    gateway,
    clock,
    async openPoll({ type, kind, settings, categories = [] }) {
      const poll = await owner.buildPoll({
        type,
        settings: { ...settings, vote_type: `Votes::${kind}Vote` },
        votingCategories: categories,
      });
      const send: PollAccess["send"] = (by, line, options) => {
        const [method, path] = line.split(" ");
        const hash = by === "deputy" ? poll.adminHash : poll.memberHash;
        return gateway.request(`${method} /api/v1/polls/${hash}${path}`, {
          ...credentials[by],
          ...options,
        });
      };
      return {
        pollId: poll.id,
        send,
        async readAll(by, path) {
          const entries: unknown[] = [];
          for (let page = 1; ; page++) {
            const query = { page, per_page: 100 };
            const { status, body, text, headers } = await send(by, `GET ${path}`, { query });
            if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
            entries.push(...body);
            if (page >= Number(headers.get("x-total-pages"))) return entries;
          }
        },
      };
    },
  };
}

type Doable = Exclude<ModelCommand, { readonly do: "wait" }>;

/** The request of a command. */
export interface ModelCall {
  readonly by: ModelCaller;
  readonly line: string;
  readonly body?: object;
}

/** Creates the request of a command, with ids from the model. */
export function callOf(model: Model, command: Doable): ModelCall {
  const option = (n: number) => `/options/${pick(model, "options", n)}`;
  const voter = (n: number) => `/voters/${pick(model, "participants", n)}`;
  const vote = ({ by: doer, vote: n }: { readonly by: Doer; readonly vote: number }) => {
    const id = pick(model, "votes", n);
    const participant = model.votes.find((one) => one.id === id)?.participant;
    return { by: doerOf(model, doer, participant), path: `/votes/${id}` };
  };
  switch (command.do) {
    case "join":
      return { ...at(command, "POST /voters"), body: { voter: { user_name: command.by } } };
    case "addOption":
      return { ...at(command, "POST /options"), body: { option: { content: "An idea" } } };
    case "removeOption":
      return at(command, `DELETE ${option(command.option)}`);
    case "editOption":
      return {
        ...at(command, `PATCH ${option(command.option)}`),
        body: { option: command.change },
      };
    case "cast": {
      const voter_id = pick(model, "participants", command.participant);
      const voting_category_id = categoryOf(model, command.category);
      const option_id = pick(model, "options", command.option);
      const body = { voter_id, option_id, vote: { vote: command.value, voting_category_id } };
      return { by: doerOf(model, command.by, voter_id), line: "POST /votes", body };
    }
    case "change": {
      const { by, path } = vote(command);
      return { by, line: `PATCH ${path}`, body: { vote: { vote: command.value } } };
    }
    case "withdraw": {
      const { by, path } = vote(command);
      return { by, line: `DELETE ${path}` };
    }
    case "mark":
      return {
        ...at(command, `PATCH ${voter(command.participant)}`),
        body: { voter: { fraudulent: command.fraudulent } },
      };
    case "leave":
      return at(command, `DELETE ${voter(command.participant)}`);
    case "setStatus":
      return changeOfPoll({ status: command.status });
    case "setDeadline":
      return changeOfPoll({
        deadline_voting: deadlineOf(model, command.inHours)?.toISOString() ?? null,
      });
    case "configure":
      return changeOfPoll(command.settings);
  }
}

const at = ({ by }: { readonly by: ModelCaller }, line: string): ModelCall => ({ by, line });

const changeOfPoll = (poll: object): ModelCall => ({ by: "owner", line: "PATCH ", body: { poll } });

/** Sends a command over HTTP. */
export function perform(
  { send }: PollAccess,
  model: Model,
  command: Doable,
): Promise<TestResponse> {
  const { by, line, body } = callOf(model, command);
  return send(by, line, body === undefined ? {} : { body });
}
