// Covers docs/reference/access.md: access-levels, actors, objects-of-others, organization-context, private-tokens-only
// Covers docs/reference/access.md: tokens, user-identifier
// Covers docs/reference/accounts.md: endpoints
// Covers docs/reference/errors.md: bodies, codes
// Covers docs/reference/options.md: deletion, endpoints, fields, rank
// Covers docs/reference/participants.md: deletion, endpoints, update
// Covers docs/reference/payments.md: connected-accounts, reading-payments
// Covers docs/reference/polls.md: addresses, configuration-hints, deletion, endpoints, fields
// Covers docs/reference/requests.md: answers, headers, statuses, version
// Covers docs/reference/results.md: endpoints
// Covers docs/reference/votes.md: changing-a-vote, endpoints, fields, ownership

import { sampleCases } from "@polls/testing";
import { endpoints } from "../../src/endpoints";
import { buildAccountFixture } from "./account-fixture";
import { lineOf as accountLineOf, accountRows, createdNames } from "./account-rows";
import { callerNames, callerOf } from "./callers";
import { type Answers, type Matrix, pollTables, refusals, startMatrix } from "./poll-tables";
import { rows } from "./rows";
import { describeAnswer, shapeOf } from "./shape";
import { undocumented } from "./undocumented";
import { variantNames } from "./variants";

let matrix: Matrix;

beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix?.gateway.close());

// This test covers a plain poll. `access-matrix.slow.test.ts` covers the other variants.
test("every endpoint of a poll, for every caller", async () => {
  const callers = sampleCases(matrix.cast.callers, 3, 0);
  const { answers, wanted } = await pollTables(matrix, "plain", callers);
  expect(answers).toEqual(wanted);
});

describe("every endpoint outside polls, for every caller", () => {
  /** Deletes the copies of polls that callers made in the test above. */
  beforeAll(() => matrix.gateway.db.prisma.poll.deleteMany());

  test.each(sampleCases(callerNames, 2, 0))("%s", async (name) => {
    const caller = callerOf(matrix.cast, name);
    const fixture = await buildAccountFixture(
      matrix.gateway.db,
      matrix.cast,
      matrix.gateway.deps.config.keys,
    );
    const mayCall = caller.level !== "unauthenticated" && caller.acts === "privately";
    const answers: Answers = {};
    const wanted: Answers = {};
    for (const row of accountRows) {
      const { endpoint, request, expected, open } = row;
      const line = accountLineOf(row, fixture);
      const response = await matrix.gateway.request(line, {
        ...caller.credentials,
        ...request?.(fixture),
      });
      const names = new Map([
        [fixture.organization, "organization"],
        [fixture.webhook, "webhook"],
        [fixture.delivery, "delivery"],
        [fixture.token, "token"],
        [fixture.passkey, "passkey"],
      ]);
      answers[endpoint] =
        describeAnswer(response.status, shapeOf(response, names)) +
        undocumented(endpoint, response.status);
      const { status, shape } = mayCall || open ? expected(caller) : refusals[401];
      wanted[endpoint] = describeAnswer(status, shape);
    }
    expect(answers).toEqual(wanted);
  });

  /**
   * Deletes what a caller created, so that the next caller of its account finds the initial state.
   */
  afterEach(async () => {
    await matrix.gateway.db.prisma.poll.deleteMany({ where: { title: createdNames.poll } });
    await matrix.gateway.db.prisma.organization.deleteMany({
      where: { name: createdNames.organization },
    });
    await matrix.gateway.db.prisma.webhook.deleteMany();
    await matrix.gateway.db.prisma.namedToken.deleteMany();
    await matrix.gateway.db.prisma.connectedAccount.deleteMany();
  });
});

test("every endpoint has rows, and every row has an endpoint", () => {
  const served = endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const covered = [...rows, ...accountRows].map(({ endpoint }) => endpoint);
  expect([...new Set(covered)].sort()).toEqual(served.sort());
});

test("the matrix has the expected number of cells", () => {
  expect({
    rows: rows.length,
    accountRows: accountRows.length,
    callers: callerNames.length,
    variants: variantNames.length,
    cells: (rows.length * variantNames.length + accountRows.length) * callerNames.length,
  }).toEqual({ rows: 78, accountRows: 34, callers: 18, variants: 19, cells: 27_288 });
});
