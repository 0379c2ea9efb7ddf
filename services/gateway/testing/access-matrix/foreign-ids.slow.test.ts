// Covers docs/reference/access.md: hidden-is-absent
// Covers docs/reference/options.md: endpoints
// Covers docs/reference/requests.md: ids
// Covers docs/reliability.md: hidden-objects

import { newPublicId } from "@polls/db/tokens";
import type { RequestOptions, TestResponse } from "@polls/testing";
import { shareGateway } from "../share-gateway";
import {
  type CallerName,
  callerOf,
  type MatrixCaller,
  type MatrixCallers,
  signUpCallers,
} from "./callers";
import { buildMatrixFixture, type MatrixFixture } from "./matrix-fixture";
import { type MatrixRow, nameOf } from "./row";
import { lineOfRow, rows } from "./rows";

let cast: MatrixCallers;

const gateway = shareGateway({
  env: {
    RATE_LIMIT_REQUESTS: "1000000",
    RATE_LIMIT_CREATED_PARTICIPANTS: "1000000",
    RATE_LIMIT_IMPORTS: "1000000",
  },
});
beforeAll(async () => {
  cast = await signUpCallers(gateway);
});

/**
 * The callers with the most rights: the owner of both polls, holders of the admin hash, a member, a
 * visitor.
 */
const callers: readonly CallerName[] = [
  "owner",
  "admin hash, private token",
  "admin hash, public token",
  "other account",
  "public token, owning identifier",
  "public token alone",
];

/** A request that contains an id, in the path or elsewhere. */
interface Naming {
  readonly name: string;
  readonly line: (here: MatrixFixture, id: string) => string;
  readonly request: (here: MatrixFixture, id: string) => RequestOptions;
  /** The id of an object in another poll. */
  readonly foreign: (there: MatrixFixture) => string;
  /** The endpoint refuses public tokens, for any id. */
  readonly privately?: boolean;
}

const byPath = (row: MatrixRow): readonly Naming[] => {
  const { demand, id, request } = row;
  if (id === undefined) return [];
  return [
    {
      name: nameOf(row),
      line: (here, foreign) => lineOfRow(row, here, foreign),
      request: (here) => request?.(here) ?? {},
      foreign: id,
      privately: demand.privateToken === true,
    },
  ];
};

const ballot = (voterId: string, optionId: string) => ({
  body: { voter_id: voterId, option_id: optionId, vote: { vote: 1 } },
});

const namings: readonly Naming[] = [
  ...rows.flatMap(byPath),
  {
    name: "voter_id of a vote",
    line: ({ hash }) => `POST /api/v1/polls/${hash}/votes`,
    request: ({ options }, id) => ballot(id, options.ballot.publicId),
    foreign: ({ participants }) => participants.own.publicId,
  },
  {
    name: "option_id of a vote",
    line: ({ hash }) => `POST /api/v1/polls/${hash}/votes`,
    request: ({ participants }, id) => ballot(participants.own.publicId, id),
    foreign: ({ options }) => options.ballot.publicId,
  },
  {
    name: "option of a list of comments",
    line: ({ hash }, id) => `GET /api/v1/polls/${hash}/options/${id}/comments`,
    request: () => ({}),
    foreign: ({ options }) => options.others.publicId,
  },
  {
    name: "voter_id of a comment",
    line: ({ hash, options }) =>
      `POST /api/v1/polls/${hash}/options/${options.others.publicId}/comments`,
    request: (_here, id) => ({ body: { voter_id: id, comment: { content: "x" } } }),
    foreign: ({ participants }) => participants.own.publicId,
  },
  {
    name: "parent_option_id of a new option",
    line: ({ hash }) => `POST /api/v1/polls/${hash}/options`,
    request: (_here, id) => ({ body: { option: { content: "x" }, parent_option_id: id } }),
    foreign: ({ options }) => options.others.publicId,
  },
  {
    name: "parent_option_id of a list",
    line: ({ hash }) => `GET /api/v1/polls/${hash}/options`,
    request: (_here, id) => ({ query: { parent_option_id: id } }),
    foreign: ({ options }) => options.others.publicId,
  },
];

describe("an id of another poll gets the response of an unknown id, and changes nothing", () => {
  test.each(callers)("%s", async (name) => {
    const caller = callerOf(cast, name);
    const [here, there] = await twoFixtures(caller);
    const before = [await stateOf(here), await stateOf(there)];
    const answers: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const naming of namings) {
      if (naming.privately && caller.acts === "publicly") continue;
      const ask = (id: string) =>
        gateway.request(naming.line(here, id), {
          ...caller.credentials,
          ...naming.request(here, id),
        });
      const unknown = await ask(newPublicId());
      answers[naming.name] = tellingPartOf(await ask(naming.foreign(there)));
      wanted[naming.name] = tellingPartOf(unknown);
      expect([naming.name, unknown.status]).toEqual([naming.name, 404]);
    }
    expect(answers).toEqual(wanted);
    expect([await stateOf(here), await stateOf(there)]).toEqual(before);
  });

  test("as a filter of votes it matches no votes", async () => {
    const caller = callerOf(cast, "owner");
    const [here, there] = await twoFixtures(caller);
    for (const query of [
      { voter_id: there.participants.own.publicId },
      { option_id: there.options.others.publicId },
    ]) {
      const { body } = await gateway.request(`GET /api/v1/polls/${here.hash}/votes`, {
        ...caller.credentials,
        query,
      });
      expect(body).toEqual([]);
    }
  });
});

/** Two polls of one owner, so that only the id is wrong. */
async function twoFixtures(caller: MatrixCaller): Promise<[MatrixFixture, MatrixFixture]> {
  const set = () => buildMatrixFixture(gateway.db, cast, caller, {}, "");
  return [await set(), await set()];
}

/** All rows of a poll that a request could change. */
async function stateOf({ poll }: MatrixFixture) {
  const { prisma } = gateway.db;
  const where = { pollId: poll.id };
  const orderBy = { id: "asc" } as const;
  return {
    poll: await prisma.poll.findUnique({ where: { id: poll.id } }),
    options: await prisma.option.findMany({ where, orderBy }),
    participants: await prisma.participant.findMany({ where, orderBy }),
    votes: await prisma.vote.findMany({ where, orderBy }),
    invitations: await prisma.invitation.findMany({ where, orderBy }),
    tallies: await prisma.pollTally.findMany({ where, orderBy: { slot: "asc" } }),
  };
}

const ownToRequest = new Set(["x-request-id", "date", "ratelimit-remaining", "ratelimit-reset"]);

const tellingPartOf = ({ status, headers, text }: TestResponse) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !ownToRequest.has(name)),
});
