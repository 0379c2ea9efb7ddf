// Covers docs/reference/access.md: password-budgets
// Covers docs/reliability.md: poll-passwords

import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { hashPollPassword } from "./poll-passwords";

/** A gateway with one database connection. The test decides when each password hash is done. */
let hash: () => Promise<string>;
let check: (passwordHash: string) => Promise<boolean>;

const gateway = shareGateway({
  env: { DATABASE_CONNECTIONS: "1" },
  deps: {
    pollPasswords: { hash: () => hash(), check: ({ passwordHash }) => check(passwordHash) },
  },
});
const account = shareAccount(gateway);

/** Work that has started and ends when the test ends it. */
function held<Result>(result: Result) {
  let begin = () => {};
  let end = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    begun,
    end: () => end(),
    run: async () => {
      begin();
      await ended;
      return result;
    },
  };
}

const send = (line: string, poll: object) => gateway.as(account, line, { poll });

const protectedPoll = async () =>
  account.buildPoll({ passwordHash: await hashPollPassword("sesame") });

const vote = (pollHash: string) =>
  gateway.request(`POST /api/v1/polls/${pollHash}/voters`, {
    token: account.publicToken,
    identifier: "ann",
    password: "sesame",
    body: { voter: { user_name: "Ann" } },
  });

describe("no transaction is open while a password is hashed", () => {
  const readAnother = async () => {
    const { memberHash } = await account.buildPoll();
    return gateway.request(`GET /api/v1/polls/${memberHash}`, { token: account.publicToken });
  };

  test("to create a poll", async () => {
    const work = held("scrypt$a$b");
    hash = work.run;
    const answer = send("POST /api/v1/polls", { title: "T", password: "sesame" });
    await work.begun;
    expect((await readAnother()).status).toBe(200);
    work.end();
    expect((await answer).status).toBe(201);
  });

  test("to change a poll", async () => {
    const { memberHash } = await account.buildPoll();
    const work = held("scrypt$a$b");
    hash = work.run;
    const answer = send(`PATCH /api/v1/polls/${memberHash}`, { password: "sesame" });
    await work.begun;
    expect((await readAnother()).status).toBe(200);
    work.end();
    expect((await answer).body.settings.password_protected).toBe(true);
  });

  test("to check the password of a change", async () => {
    const { memberHash } = await protectedPoll();
    const work = held(true);
    check = work.run;
    const answer = vote(memberHash);
    await work.begun;
    expect((await readAnother()).status).toBe(200);
    work.end();
    expect((await answer).status).toBe(201);
  });

  test("to check the password of a read", async () => {
    const { memberHash } = await account.buildPoll({
      passwordHash: "scrypt$a$b",
      settings: { restrict_view_access: true },
    });
    const work = held(true);
    check = work.run;
    const answer = gateway.request(`GET /api/v1/polls/${memberHash}/options`, {
      token: account.publicToken,
      password: "sesame",
    });
    await work.begun;
    expect((await readAnother()).status).toBe(200);
    work.end();
    expect((await answer).status).toBe(200);
  });

  test("to check the password again, because the poll has a new one in the meantime", async () => {
    const poll = await protectedPoll();
    const work = held(false);
    let checks = 0;
    check = async () => {
      if (checks++ > 0) return work.run();
      await gateway.db.prisma.poll.update({
        where: { id: poll.id },
        data: { passwordHash: "scrypt$another$one", version: { increment: 1 } },
      });
      return true;
    };
    const answer = vote(poll.memberHash);
    await work.begun;
    expect((await readAnother()).status).toBe(200);
    work.end();
    expect([(await answer).status, (await answer).body.code]).toEqual([401, "poll_password_wrong"]);
  });
});

describe("the password of a request is checked once", () => {
  const settings = { restrict_view_access: true };

  test.each<
    [string, Record<string, unknown>, (pollHash: string) => ReturnType<typeof vote>, number]
  >([
    ["for a change", {}, vote, 201],
    [
      "for a read",
      settings,
      (pollHash) =>
        gateway.request(`GET /api/v1/polls/${pollHash}/options`, {
          token: account.publicToken,
          password: "sesame",
        }),
      200,
    ],
  ])("%s", async (_case, pollSettings, request, status) => {
    const { memberHash } = await account.buildPoll({
      passwordHash: "scrypt$a$b",
      settings: pollSettings,
    });
    let checks = 0;
    check = async () => {
      checks++;
      return true;
    };
    expect((await request(memberHash)).status).toBe(status);
    expect(checks).toBe(1);
  });
});

test.each<[string, string, object]>([
  ["a body that is refused", "POST /api/v1/polls", { password: "sesame" }],
  ["a password that is too long", "POST /api/v1/polls", { title: "T", password: "x".repeat(129) }],
  ["a poll of another owner", "PATCH /api/v1/polls/nowhere", { password: "sesame" }],
])("no password is hashed for %s", async (_case, line, body) => {
  hash = async () => {
    throw new Error("hashed");
  };
  expect([404, 422]).toContain((await send(line, body)).status);
});
