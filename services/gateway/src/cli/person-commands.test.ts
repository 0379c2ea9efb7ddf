import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import {
  buildOption,
  buildOrganization,
  buildParticipant,
  buildPoll,
  connectPatiently,
  createTestDatabase,
} from "@polls/testing";
import { signUp } from "../../testing/sign-up";
import { personCommands } from "./person-commands";

describe("personal data on the command line", () => {
  let db: Db;
  beforeEach(async () => {
    db = connectPatiently((await createTestDatabase()).url, { max: 3 });
  });
  afterEach(() => db.close());

  const run = (name: "export" | "erase", email: string) => {
    const found = personCommands.find((each) => each.name === `person ${name}`);
    if (found === undefined) throw new Error(`there is no command ${name}`);
    return found.run(db, { email });
  };

  const selling = { voting_fee: 100, voting_fee_type: "voting_sell_votes" } as const;

  /** Creates a participant with an address and a vote. The vote is paid if the poll sells votes. */
  async function takePart(optinEmail: string, settings: Record<string, unknown> = {}) {
    const poll = await buildPoll(db, { settings });
    const option = await buildOption(db, poll, { content: "Tea" });
    const { id } = await buildParticipant(db, poll, { userName: "Ada Lovelace" });
    await db.prisma.participant.update({
      where: { id },
      data: { optinEmail, additionalAttributes: { "1": "London" } },
    });
    const ids = { pollId: poll.id, participantId: id, optionId: option.id };
    const publicId = newPublicId();
    await db.prisma.vote.create({
      data: { ...ids, publicId, type: "Votes::UpVote", value: 5, paidVotes: 5 },
    });
    const question = await buildOption(db, poll, { content: "Where?" });
    await db.prisma.vote.create({
      data: {
        ...{ ...ids, optionId: question.id, publicId: newPublicId() },
        ...{ type: "Votes::TextVote", text: "London", counts: true },
      },
    });
    await db.prisma.payment.create({
      data: {
        ...ids,
        publicId: newPublicId(),
        token: newPublicId(),
        kind: "votes",
        votePublicId: publicId,
        pollTitle: "T",
        quantity: 5,
        unitAmount: 100,
        currency: "eur",
        state: "paid",
        credited: 5,
        received: 500n,
      },
    });
    return { poll, id };
  }

  test("export prints all data of an address, in any letter case, and of no other address", async () => {
    await takePart("Ada_L@Example.org");
    await takePart("adaxl@example.org");
    const account = await signUp(db, { email: "ada_l@example.org", name: "Ada" });
    const data = await run("export", "ada_l@example.org");
    expect(data).toMatchObject({
      address: "ada_l@example.org",
      suppressed: null,
      account: { publicId: account.publicId, name: "Ada" },
      participants: [
        {
          userName: "Ada Lovelace",
          optinEmail: "Ada_L@Example.org",
          votes: [{ value: "5", option: { content: "Tea" } }, { text: "London" }],
        },
      ],
      payments: [{ kind: "votes", received: "500" }],
    });
    await expect(run("export", "unknown@example.org")).rejects.toThrow("without data");
  });

  test("export prints the poll that a link to sign in waits to create", async () => {
    const draft = {
      ...{ title: "Party", body: { poll: { title: "Party" } }, requestKey: "draft-1" },
      expiresAt: new Date("2030-01-01"),
    };
    await db.prisma.mail.create({
      data: {
        ...{ kind: "sign_in", address: "ada@example.org", language: "en" },
        signIn: {
          create: {
            tokenDigest: Buffer.from("digest"),
            expiresAt: draft.expiresAt,
            draft: { create: draft },
          },
        },
      },
    });
    expect(await run("export", "ada@example.org")).toMatchObject({
      mails: [{ kind: "sign_in" }],
      drafts: [{ title: "Party", body: { poll: { title: "Party" } } }],
    });
  });

  test("erase removes the person, and keeps paid votes and payments without personal data", async () => {
    const free = await takePart("ada@example.org");
    const paid = await takePart("ada@example.org", selling);
    const other = await takePart("ben@example.org", selling);
    const { id: accountId } = await signUp(db, { email: "ada@example.org", name: "Ada" });
    const now = new Date();
    await db.prisma.connectedAccount.create({
      data: {
        accountId,
        token: newPublicId(),
        state: "ready",
        providerAccountId: "acct_1",
        linkUrl: "https://provider.example/x",
        createdAt: now,
        updatedAt: now,
      },
    });
    expect(await run("export", "ada@example.org")).toMatchObject({
      account: { connected: { providerAccountId: "acct_1", state: "ready" } },
    });
    const done = await run("erase", "ADA@example.org");
    expect(done).toMatchObject({ account: 1, participants: 1, anonymized: 1, payments: 2 });
    const left = await db.prisma.participant.findMany({ orderBy: { id: "asc" } });
    expect(left).toMatchObject([
      { id: paid.id, userName: null, optinEmail: null, additionalAttributes: {} },
      { id: other.id, userName: "Ada Lovelace", optinEmail: "ben@example.org" },
    ]);
    expect(await db.prisma.vote.count({ where: { pollId: free.poll.id } })).toBe(0);
    const kept = await db.prisma.vote.findMany({
      where: { pollId: paid.poll.id },
      orderBy: { id: "asc" },
    });
    expect(kept).toMatchObject([{ paidVotes: 5 }, { text: "", counts: true }]);
    expect(await db.prisma.payment.count()).toBe(3);
    expect(await db.prisma.apiToken.count()).toBe(0);
    const connected = await db.prisma.connectedAccount.findUniqueOrThrow({ where: { accountId } });
    expect([connected.endedAt === null, connected.linkUrl]).toEqual([false, null]);
    await expect(run("export", "ada@example.org")).rejects.toThrow("without data");
    expect(await run("erase", "ada@example.org")).toMatchObject({ account: 0, participants: 0 });
  });

  test("erase is refused while an organization would be left without an owner", async () => {
    const ada = await signUp(db, { email: "ada@example.org" });
    const ben = await signUp(db, { email: "ben@example.org" });
    const { id: organizationId } = await buildOrganization(db, {
      members: [
        [ada.id, "owner"],
        [ben.id, "admin"],
      ],
    });
    const refused = { errors: { email: ["belongs to the only owner of 1 organizations"] } };
    await expect(run("erase", "ada@example.org")).rejects.toMatchObject(refused);
    await db.prisma.organizationMember.deleteMany({ where: { accountId: ben.id } });
    const poll = await buildPoll(db, {
      ownerOrganizationId: organizationId,
      createdByAccountId: ada.id,
    });
    await expect(run("erase", "ada@example.org")).rejects.toMatchObject(refused);
    await db.prisma.poll.update({ where: { id: poll.id }, data: { deletedAt: new Date() } });
    expect(await run("erase", "ada@example.org")).toMatchObject({ account: 1 });
  });

  test("erase is refused while the account owns polls", async () => {
    const { id } = await signUp(db, { email: "ada@example.org" });
    await buildPoll(db, { ownerAccountId: id });
    await expect(run("erase", "ada@example.org")).rejects.toThrow();
    expect(await db.prisma.account.count({ where: { email: "ada@example.org" } })).toBe(1);
  });
});
