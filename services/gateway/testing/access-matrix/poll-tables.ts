import { createTestDatabase } from "@polls/testing";
import { hashPollPassword } from "../../src/features/polls/poll-passwords";
import { answered } from "../answered";
import { startGateway, type TestGateway } from "../start-gateway";
import { type MatrixCaller, type MatrixCallers, signUpCallers } from "./callers";
import { buildMatrixFixture, type MatrixFixture } from "./matrix-fixture";
import { type Expected, type MatrixRow, nameOf } from "./row";
import { lineOfRow, rows } from "./rows";
import { describeAnswer, shapeOf } from "./shape";
import { refusalBefore, type Situation, situationOf } from "./situation";
import { undocumented } from "./undocumented";
import { type MatrixVariant, POLL_PASSWORD, type VariantName, variants } from "./variants";

/** What the requests of the matrix need. */
export interface Matrix {
  readonly gateway: TestGateway;
  readonly cast: MatrixCallers;
  readonly passwordHash: string;
}

export async function startMatrix(): Promise<Matrix> {
  const gateway = await startGateway(await createTestDatabase(), {
    env: {
      RATE_LIMIT_REQUESTS: "1000000",
      RATE_LIMIT_CREATED_PARTICIPANTS: "1000000",
      RATE_LIMIT_IMPORTS: "1000000",
    },
  });
  return {
    gateway,
    cast: await signUpCallers(gateway),
    passwordHash: await hashPollPassword(POLL_PASSWORD),
  };
}

/** The responses of one caller, by row. */
export type Answers = Record<string, string>;

export const refusals: Readonly<Record<401 | 404, Expected>> = {
  401: { status: 401, shape: ["error", "code"] },
  404: { status: 404, shape: ["error", "code"] },
};

function expectedOf(row: MatrixRow, situation: Situation): Expected {
  const status = refusalBefore(situation, row.demand);
  return status === undefined ? row.expected(situation) : refusals[status];
}

async function answersOf(
  gateway: TestGateway,
  caller: MatrixCaller,
  variant: MatrixVariant,
  fixture: MatrixFixture,
  expected: Expected[],
) {
  const names = namesOf(fixture);
  const answers: Answers = {};
  let { hash } = fixture;
  for (const [at, row] of rows.entries()) {
    const line = lineOfRow(row, { ...fixture, hash }, row.id?.(fixture));
    const options = { ...caller.credentials, ...variant.sent, ...row.request?.(fixture) };
    const response = await answered(() => gateway.request(line, options));
    // The request has replaced the admin hash.
    const replaced = row.endpoint.endsWith("/admin_hash") && response.status === 201;
    if (replaced && hash === fixture.poll.adminHash) hash = response.body.admin_hash;
    const shape = expected[at]?.shape === undefined ? undefined : shapeOf(response, names);
    answers[nameOf(row)] =
      describeAnswer(response.status, shape) + undocumented(row.endpoint, response.status);
  }
  return answers;
}

const namesOf = ({ options, participants, votes, comments, invitation }: MatrixFixture) =>
  new Map([
    [options.own.publicId, "own option"],
    [options.others.publicId, "others' option"],
    [options.ballot.publicId, "another's option"],
    [options.hidden.publicId, "hidden option"],
    [participants.own.publicId, "own participant"],
    [participants.others.publicId, "others' participant"],
    [votes.own, "own vote"],
    [votes.others, "others' vote"],
    [comments.own, "own comment"],
    [comments.others, "others' comment"],
    [invitation, "invitation"],
  ]);

/**
 * Sends each request of each of the callers to polls of a variant. Returns the actual and the
 * expected responses, by caller.
 */
export async function pollTables(
  { gateway, cast, passwordHash }: Matrix,
  name: VariantName,
  callers: readonly MatrixCaller[] = cast.callers,
): Promise<{ readonly answers: unknown; readonly wanted: unknown }> {
  const variant: MatrixVariant = variants[name];
  const fixtures = new Map<string, Promise<MatrixFixture>>();
  const fixtureOf = (caller: MatrixCaller): Promise<MatrixFixture> => {
    // Callers without a valid token change nothing, so they share one poll.
    const key = caller.level === "unauthenticated" ? caller.level : caller.name;
    const fixture =
      fixtures.get(key) ?? buildMatrixFixture(gateway.db, cast, caller, variant, passwordHash);
    fixtures.set(key, fixture);
    return fixture;
  };
  for (const caller of callers) await fixtureOf(caller);
  const tables = await Promise.all(
    callers.map(async (caller) => {
      const fixture = await fixtureOf(caller);
      const situation = situationOf(caller, name);
      const expected = rows.map((row) => expectedOf(row, situation));
      const wanted = Object.fromEntries(
        rows.map((row, at) => [
          nameOf(row),
          describeAnswer(expected[at]?.status ?? 0, expected[at]?.shape),
        ]),
      );
      return [
        caller.name,
        await answersOf(gateway, caller, variant, fixture, expected),
        wanted,
      ] as const;
    }),
  );
  const answers = Object.fromEntries(tables.map(([caller, given]) => [caller, given]));
  const wanted = Object.fromEntries(tables.map(([caller, , table]) => [caller, table]));
  return { answers, wanted };
}
