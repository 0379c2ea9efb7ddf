// Covers docs/reference/accounts.md: capabilities, fields

import type { Db } from "@polls/db/connection";
import { readMoment } from "@polls/db/sql";
import {
  buildPoll,
  connectPatiently,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from "@polls/testing";
import { isWellFormed, tokenDigest } from "../../identity/token";
import { accountCommands } from "../account-commands";
import { organizationCommands } from "../organization-commands";
import { command, Printed } from "./command";
import { runCommand } from "./run-command";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url, { max: 2 });
});
afterAll(() => db?.close());

/** A command that prints its parsed option values. */
const shown = command({
  name: "show me all",
  summary: "Shows what it was given.",
  argument: "what",
  options: {
    what: { value: "WHAT", description: "anything", required: true },
    loud: { description: "ends with 1" },
  },
  run: async (_db, { what, loud }) => new Printed(`${what}!`, loud ? 1 : 0),
});

async function run(words: string | readonly string[], url = database.url) {
  const [printed, errors]: [string[], string[]] = [[], []];
  const code = await runCommand(
    typeof words === "string" ? words.split(" ") : words,
    [...accountCommands, ...organizationCommands, shown],
    () => connectPatiently(url, { max: 2 }),
    { print: (text) => printed.push(text), printError: (text) => errors.push(text) },
  );
  const text = printed.join("\n");
  return {
    code,
    text,
    json: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined,
    errorText: errors.join("\n"),
  };
}

const newAccount = async (email: string) =>
  (await run(["account", "create", "--email", email, "--name", "Ada Lovelace"])).json;

describe("accounts on the command line", () => {
  test("create prints the id and both tokens, and stores digests only", async () => {
    const { code, json, errorText } = await run([
      "account",
      "create",
      "--email",
      " Ada@Example.org ",
      "--name=Ada Lovelace",
    ]);
    expect([code, errorText]).toEqual([0, ""]);
    expect(Object.keys(json)).toEqual(["account_id", "private_token", "public_token"]);
    const account = await db.prisma.account.findUniqueOrThrow({
      where: { publicId: json.account_id },
      include: { tokens: { orderBy: { kind: "asc" } } },
    });
    expect(account).toMatchObject({ email: "ada@example.org", name: "Ada Lovelace" });
    const tokens = [json.private_token, json.public_token];
    expect(tokens.every(isWellFormed)).toBe(true);
    expect(account.tokens.map(({ digest }) => Buffer.from(digest).toString("hex"))).toEqual(
      tokens.map((token) => tokenDigest(token).toString("hex")),
    );
  });

  test("an address has one account, in any letter case", async () => {
    await newAccount("twice@example.org");
    const again = await run("account create --email TWICE@example.org --name B");
    expect(again).toMatchObject({
      code: 1,
      text: "",
      errorText: "email already belongs to an account",
    });
  });

  test("list shows accounts with the last characters of their tokens", async () => {
    const made = await newAccount("listed@example.org");
    const { code, json } = await run("account list");
    expect(code).toBe(0);
    expect(json).toContainEqual({
      account_id: made.account_id,
      email: "listed@example.org",
      name: "Ada Lovelace",
      can_delete_participations: true,
      can_take_payments: true,
      operator: false,
      blocked_at: null,
      created_at: expect.any(String),
      tokens: {
        private: `…${made.private_token.slice(-4)}`,
        public: `…${made.public_token.slice(-4)}`,
      },
    });
  });

  test.each(["private", "public"])("rotate-token replaces only the %s token", async (kind) => {
    const email = `rotate-${kind}@example.org`;
    const made = await newAccount(email);
    const { code, json } = await run(`account rotate-token --email ${email} --kind ${kind}`);
    expect(code).toBe(0);
    const tokens = { private: made.private_token, public: made.public_token, [kind]: json.token };
    const rows = await db.prisma.apiToken.findMany({
      where: { account: { email } },
      orderBy: { kind: "asc" },
    });
    expect(rows.map(({ digest }) => Buffer.from(digest))).toEqual([
      tokenDigest(tokens.private),
      tokenDigest(tokens.public),
    ]);
  });

  test("sign-out ends the sessions, open sign-in links and tokens of only this account", async () => {
    const email = "out@example.org";
    await newAccount(email);
    await newAccount("stays@example.org");
    const now = await readMoment(db);
    const accounts = await db.prisma.account.findMany({
      where: { email: { in: [email, "stays@example.org"] } },
      orderBy: { id: "asc" },
    });
    const later = new Date(now.getTime() + 60_000);
    const dates = { expiresAt: later, createdAt: now };
    for (const { id, email: address } of accounts) {
      const digest = tokenDigest(address);
      await db.prisma.accountSession.create({ data: { accountId: id, digest, ...dates } });
      await db.prisma.signIn.create({ data: { accountId: id, tokenDigest: digest, ...dates } });
      await run(
        `account create-token --email ${address} --name Report --kind private --scope read`,
      );
    }
    expect(await run(`account sign-out --email ${email}`)).toMatchObject({
      code: 0,
      json: { signed_out: true },
    });
    const left = await Promise.all(
      accounts.map(async ({ id: accountId }) => [
        await db.prisma.accountSession.count({ where: { accountId } }),
        await db.prisma.apiToken.count({ where: { accountId } }),
        await db.prisma.namedToken.count({ where: { accountId } }),
        await db.prisma.signIn.count({ where: { accountId, expiresAt: later } }),
      ]),
    );
    expect(left).toEqual([
      [0, 0, 0, 0],
      [1, 2, 1, 1],
    ]);
  });

  test("set changes only the given fields", async () => {
    await newAccount("set@example.org");
    const { json } = await run(
      "account set --email set@example.org --can-delete-participations false",
    );
    expect(json).toMatchObject({ name: "Ada Lovelace", can_delete_participations: false });
    const trusted = await run("account set --email set@example.org --can-take-payments false");
    expect(trusted.json).toMatchObject({
      can_delete_participations: false,
      can_take_payments: false,
    });
    const renamed = await run(
      "account set --email set@example.org --name B --new-email Reset@example.org",
    );
    expect(renamed.json).toMatchObject({
      name: "B",
      email: "reset@example.org",
      can_delete_participations: false,
      can_take_payments: false,
    });
    await newAccount("other@example.org");
    const taken = await run("account set --email reset@example.org --new-email other@example.org");
    expect([taken.code, taken.errorText]).toEqual([1, "--new-email belongs to another account"]);
  });
});

describe("organizations on the command line", () => {
  test("create, add members, list", async () => {
    const [ann, bob] = [await newAccount("ann@example.org"), await newAccount("bob@example.org")];
    const made = await run([
      "organization",
      "create",
      "--name",
      "Chess club",
      "--owner",
      "ann@example.org",
    ]);
    expect(made.code).toBe(0);
    const id = made.json.organization_id;
    const addBob = (role: string) =>
      run([
        "organization",
        "add-member",
        `--organization=${id}`,
        "--email",
        "bob@example.org",
        "--role",
        role,
      ]);
    expect((await addBob("member")).json).toEqual({
      organization_id: id,
      account_id: bob.account_id,
      role: "member",
    });
    expect((await addBob("admin")).json.role).toBe("admin");
    const organization = await db.prisma.organization.findUniqueOrThrow({
      where: { publicId: id },
    });
    const poll = await buildPoll(db, { ownerOrganizationId: organization.id });
    const adminHash = async () =>
      (await db.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } })).adminHash;
    expect((await addBob("member")).json.role).toBe("member");
    expect(await adminHash()).not.toBe(poll.adminHash);
    expect((await addBob("admin")).json.role).toBe("admin");
    const { json } = await run("organization list");
    expect(json).toEqual([
      {
        organization_id: id,
        name: "Chess club",
        created_at: expect.any(String),
        members: [
          { account_id: ann.account_id, email: "ann@example.org", role: "owner" },
          { account_id: bob.account_id, email: "bob@example.org", role: "admin" },
        ],
      },
    ]);
    const last = await run([
      "organization",
      "add-member",
      `--organization=${id}`,
      "--email",
      "ann@example.org",
      "--role",
      "member",
    ]);
    expect([last.code, last.errorText]).toEqual([1, "The organization must have an owner"]);
  });
});

describe("values that begin with a hyphen", () => {
  test.each([
    [["--email", "-ada@example.org", "--name", "-Ada"]],
    [["--email=-ada@example.org", "--name=-Ada"]],
  ])("%j is the value of the option", async (options) => {
    await db.prisma.account.deleteMany({ where: { email: "-ada@example.org" } });
    expect(await run(["account", "create", ...options])).toMatchObject({ code: 0, errorText: "" });
    const account = await db.prisma.account.findUniqueOrThrow({
      where: { email: "-ada@example.org" },
    });
    expect(account.name).toBe("-Ada");
  });

  test("an option without a value does not use the next option as its value", async () => {
    const { code, errorText } = await run("account create --email --name Ada");
    expect([code, errorText]).toEqual([2, expect.stringContaining("'--email")]);
  });
});

describe("a command with an argument and a flag", () => {
  test.each([
    ["show me all this", "this!", 0],
    ["show me all --what this", "this!", 0],
    ["show me all this --loud", "this!", 1],
    ["show me all --loud --what=this", "this!", 1],
    ["show me all --loud --what -this", "-this!", 1],
  ])("%s", async (words, text, code) => {
    expect(await run(words)).toMatchObject({ text, code });
  });

  test.each([
    ["show me all", '"show me all" needs WHAT'],
    ["show me all this that", "Unexpected argument 'that'; --help shows the options of"],
    ["show me all this --loud=yes", "Option '--loud' does not take an argument"],
    ["show me nothing this", 'There is no command "show me nothing"; --help lists them all'],
  ])("%s is wrong usage", async (words, errorText) => {
    expect(await run(words)).toMatchObject({
      code: 2,
      errorText: expect.stringContaining(errorText),
    });
  });

  test("the help shows the argument and the flag", async () => {
    const { text } = await run("show --help");
    expect(text).toContain("show me all [--what] WHAT [--loud]\n");
    expect(text).toMatch(/^ {4}--what +anything$/m);
    expect(text).toMatch(/^ {4}--loud +ends with 1$/m);
  });
});

describe("wrong usage", () => {
  test.each([
    [
      "account",
      '"account" needs one of tokens, create-token, delete-token, create, list, rotate-token, sign-out, set; --help shows what they take',
    ],
    ["account remove", 'There is no command "account remove"; --help lists them all'],
    ["account create --name A", '"account create" needs --email'],
    ["account create --email a@example.org --name=", '"account create" needs --name'],
    ["account create --email a --name A", "--email must be an e-mail address"],
    [
      `account create --email a@example.org --name ${"x".repeat(256)}`,
      "--name must have 1 to 255 characters",
    ],
    [
      "account create --mail a",
      "Unknown option '--mail'; --help shows the options of \"account create\"",
    ],
    ["account list all", "Unexpected argument 'all'; --help shows the options of \"account list\""],
    [
      "account rotate-token --email a@example.org --kind secret",
      "--kind must be one of private, public",
    ],
    [
      "account rotate-token --email unknown@example.org --kind public",
      "--email is not the address of an account",
    ],
    [
      "account set --email a@example.org --can-delete-participations no",
      "--can-delete-participations must be one of true, false",
    ],
    [
      "organization create --name A --owner unknown@example.org",
      "--owner is not the address of an account",
    ],
    [
      "organization add-member --organization x --email a@example.org --role owner",
      "There is no organization with this id",
    ],
  ])("%s: %s", async (words, errorText) => {
    expect(await run(words)).toMatchObject({ code: 2, text: "", errorText });
  });

  test("an unreachable database is reported in one sentence", async () => {
    const { code, errorText } = await run("account list", "postgresql://nobody@127.0.0.1:1/none");
    expect([code, errorText]).toEqual([
      1,
      "The database does not answer. Check DATABASE_URL and the database server",
    ]);
  });
});

test("a database without migrations is reported in one sentence", async () => {
  const { url } = await createEmptyDatabase();
  const { code, errorText } = await run("account list", url);
  expect([code, errorText]).toEqual([1, expect.stringContaining("npm run db:migrate")]);
});

describe("help", () => {
  test.each([["--help"], ["account --help"], ["account create -h"]])(
    "%s lists the commands",
    async (words) => {
      const { code, text } = await run(words);
      expect(code).toBe(0);
      expect(text).toContain("account create --email ADDRESS --name NAME");
      expect(text.includes("organization create")).toBe(words === "--help");
      expect(text.includes("account list")).toBe(words !== "account create -h");
    },
  );

  test("without arguments the help is printed", async () => {
    expect((await run([])).text).toContain("organization add-member");
  });
});
