import { createTestDatabase } from "@polls/testing";
import { endpoints } from "../../endpoints";
import { hashPollPassword } from "../../features/polls/poll-password";
import { answered } from "../answered";
import { startGateway, type TestGateway } from "../start-gateway";
import { buildAccountFixture } from "./account-fixture";
import { lineOf as accountLineOf, accountRows, createdNames } from "./account-rows";
import {
  callerNames,
  callerOf,
  castCallers,
  type MatrixCaller,
  type MatrixCallers,
} from "./callers";
import { buildMatrixFixture, type MatrixFixture } from "./matrix-fixture";
import type { Expected, MatrixRow } from "./row";
import { rows } from "./rows";
import { describeAnswer, shapeOf } from "./shape";
import { refusalBefore, type Situation, situationOf } from "./situation";
import {
  type MatrixVariant,
  POLL_PASSWORD,
  type VariantName,
  variantNames,
  variants,
} from "./variants";

let gateway: TestGateway;
let cast: MatrixCallers;
let passwordHash: string;

beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase(), {
    env: { RATE_LIMIT_REQUESTS: "1000000", RATE_LIMIT_CREATED_PARTICIPANTS: "1000000" },
  });
  cast = await castCallers(gateway);
  passwordHash = await hashPollPassword(POLL_PASSWORD);
});
afterAll(() => gateway?.close());

/** Answers by row, as a table. */
type Answers = Record<string, string>;

const refusals: Readonly<Record<401 | 404, Expected>> = {
  401: { status: 401, shape: ["error", "code"] },
  404: { status: 404, shape: ["error", "code"] },
};

function expectedOf(row: MatrixRow, situation: Situation): Expected {
  const status = refusalBefore(situation, row.demand);
  return status === undefined ? row.expected(situation) : refusals[status];
}

const lineOf = ({ endpoint, about }: MatrixRow): string => `${endpoint} (${about})`;

async function answersOf(
  caller: MatrixCaller,
  variant: MatrixVariant,
  fixture: MatrixFixture,
  expected: Expected[],
) {
  const names = namesOf(fixture);
  const answers: Answers = {};
  let { hash } = fixture;
  for (const [at, row] of rows.entries()) {
    const line = row.endpoint
      .replace(/:poll_(?:id|hash)/, hash)
      .replace(":id", row.id?.(fixture) ?? "");
    const options = { ...caller.credentials, ...variant.sent, ...row.request?.(fixture) };
    const response = await answered(() => gateway.request(line, options));
    // The old admin hash is gone.
    const replaced = row.endpoint.endsWith("/admin_hash") && response.status === 201;
    if (replaced && hash === fixture.poll.adminHash) hash = response.body.admin_hash;
    const shape = expected[at]?.shape === undefined ? undefined : shapeOf(response, names);
    answers[lineOf(row)] = describeAnswer(response.status, shape);
  }
  return answers;
}

const namesOf = ({ options, participants, votes, invitation }: MatrixFixture) =>
  new Map([
    [options.own.publicId, "own option"],
    [options.others.publicId, "others' option"],
    [options.ballot.publicId, "another's option"],
    [options.hidden.publicId, "hidden option"],
    [participants.own.publicId, "own participant"],
    [participants.others.publicId, "others' participant"],
    [votes.own, "own vote"],
    [votes.others, "others' vote"],
    [invitation, "invitation"],
  ]);

describe("every endpoint of a poll, for every caller", () => {
  test.each(variantNames)("%s", async (name: VariantName) => {
    const variant: MatrixVariant = variants[name];
    const fixtures = new Map<string, Promise<MatrixFixture>>();
    const fixtureOf = (caller: MatrixCaller): Promise<MatrixFixture> => {
      // Callers without a valid token change nothing: all of them share one poll.
      const key = caller.level === "unauthenticated" ? caller.level : caller.name;
      const fixture =
        fixtures.get(key) ?? buildMatrixFixture(gateway.db, cast, caller, variant, passwordHash);
      fixtures.set(key, fixture);
      return fixture;
    };
    for (const caller of cast.callers) await fixtureOf(caller);
    const tables = await Promise.all(
      cast.callers.map(async (caller) => {
        const fixture = await fixtureOf(caller);
        const situation = situationOf(caller, name);
        const expected = rows.map((row) => expectedOf(row, situation));
        const wanted = Object.fromEntries(
          rows.map((row, at) => [
            lineOf(row),
            describeAnswer(expected[at]?.status ?? 0, expected[at]?.shape),
          ]),
        );
        return [caller.name, await answersOf(caller, variant, fixture, expected), wanted] as const;
      }),
    );
    const answers = Object.fromEntries(tables.map(([caller, given]) => [caller, given]));
    const wanted = Object.fromEntries(tables.map(([caller, , table]) => [caller, table]));
    expect(answers).toEqual(wanted);
  });
});

describe("every endpoint outside polls, for every caller", () => {
  test.each(callerNames)("%s", async (name) => {
    const caller = callerOf(cast, name);
    const fixture = await buildAccountFixture(gateway.db, cast);
    const mayCall = caller.level !== "unauthenticated" && caller.acts === "privately";
    const answers: Answers = {};
    const wanted: Answers = {};
    for (const row of accountRows) {
      const { endpoint, request, expected, open } = row;
      const line = accountLineOf(row, fixture);
      const response = await gateway.request(line, {
        ...caller.credentials,
        ...request?.(fixture),
      });
      const names = new Map([
        [fixture.organization, "organization"],
        [fixture.webhook, "webhook"],
        [fixture.delivery, "delivery"],
      ]);
      answers[endpoint] = describeAnswer(response.status, shapeOf(response, names));
      const { status, shape } = mayCall || open ? expected(caller) : refusals[401];
      wanted[endpoint] = describeAnswer(status, shape);
    }
    expect(answers).toEqual(wanted);
  });

  /** Callers of one account find what the account had before the first. */
  afterEach(async () => {
    await gateway.db.prisma.poll.deleteMany({ where: { title: createdNames.poll } });
    await gateway.db.prisma.organization.deleteMany({ where: { name: createdNames.organization } });
    await gateway.db.prisma.webhook.deleteMany();
  });
});

test("every endpoint has its rows, and no row is without an endpoint", () => {
  const served = endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const covered = [...rows, ...accountRows].map(({ endpoint }) => endpoint);
  expect([...new Set(covered)].sort()).toEqual(served.sort());
});

test("the number of cells", () => {
  expect({
    rows: rows.length,
    accountRows: accountRows.length,
    callers: callerNames.length,
    variants: variantNames.length,
    cells: (rows.length * variantNames.length + accountRows.length) * callerNames.length,
  }).toEqual({ rows: 44, accountRows: 19, callers: 18, variants: 18, cells: 14_598 });
});
