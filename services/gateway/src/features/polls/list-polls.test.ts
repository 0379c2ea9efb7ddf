// Covers docs/reference/access.md: organization-context, poll-owner
// Covers docs/reference/organizations.md: polls
// Covers docs/reference/polls.md: creation, fields, lists
// Covers docs/reference/requests.md: paging

import {
  buildComment,
  buildOption,
  buildOptions,
  buildOrganization,
  buildParticipant,
  buildPoll,
  recordStatements,
} from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { TEST_BASE_URL } from "../../../testing/start-gateway";

const gateway = shareGateway();

const list = (token: string | undefined, options: object = {}) =>
  gateway.request("GET /api/v1/polls", { token, ...options });

async function buildPolls(ownerAccountId: bigint, titles: readonly string[]) {
  const polls = [];
  for (const title of titles) polls.push(await buildPoll(gateway.db, { ownerAccountId, title }));
  return polls;
}

const titlesOf = ({ body }: { body: { title: string }[] }) => body.map(({ title }) => title);

describe("GET /polls", () => {
  test("lists polls newest first, without polls of others", async () => {
    const [ann, bob] = [await signUp(gateway.db), await signUp(gateway.db)];
    await buildPolls(ann.id, ["first", "second"]);
    await buildPolls(bob.id, ["other"]);
    const answer = await list(ann.privateToken);
    expect(answer.status).toBe(200);
    expect(titlesOf(answer)).toEqual(["second", "first"]);
    expect(answer.headers.get("X-Total-Count")).toBe("2");
    expect(answer.headers.get("X-Total-Pages")).toBe("1");
  });

  test("has entries that equal the response of the poll itself, with the admin_hash for the owner", async () => {
    const ann = await signUp(gateway.db);
    const poll = await ann.buildPoll();
    await buildOption(gateway.db, poll);
    await gateway.db.prisma.pollTally.create({
      data: { pollId: poll.id, slot: 3, participants: 5 },
    });
    const { body } = await list(ann.privateToken);
    const one = await gateway.inPoll(poll, ann, "GET");
    expect(body).toEqual([one.body]);
    expect(body[0]).toMatchObject({
      admin_hash: poll.adminHash,
      options_count: 1,
      voters_count: 5,
    });
  });

  test("tells owners how many options and comments wait for approval, as the admin page does", async () => {
    const ann = await signUp(gateway.db);
    const reviewed = { allow_comments: true, require_approval: true };
    const poll = await buildPoll(gateway.db, { ownerAccountId: ann.id, settings: reviewed });
    const waits = { approvalState: "unreviewed" } as const;
    const option = await buildOption(gateway.db, poll, waits);
    await buildOption(gateway.db, poll, { approvalState: "disapproved" });
    await buildOption(gateway.db, poll, { ...waits, parent: option });
    const participant = await buildParticipant(gateway.db, poll);
    for (const facts of [{}, waits, waits])
      await buildComment(gateway.db, option, participant, facts);
    const counts = async () =>
      (await list(ann.privateToken)).body.map(
        ({ waiting_count }: { waiting_count: number }) => waiting_count,
      );
    expect(await counts()).toEqual([3]);
    const { body } = await gateway.request(`GET /api/v1/polls/${poll.adminHash}`, {
      token: (await signUp(gateway.db)).privateToken,
    });
    expect(body).not.toHaveProperty("waiting_count");

    const { prisma } = gateway.db;
    const settings = { allow_comments: true };
    await prisma.poll.update({ where: { id: poll.id }, data: { settings } });
    expect(await counts()).toEqual([1]);
    await buildPolls(ann.id, ["nothing waits"]);
    await buildOptions(gateway.db, poll, 120, waits);
    expect(await counts()).toEqual([0, 100]);
  });

  test.each([
    ["LUNCH", ["Lunch again", "Team lunch"]],
    ["  ", ["Lunch again", "100% sure_thing", "Team lunch"]],
    ["%", ["100% sure_thing"]],
    ["e_t", ["100% sure_thing"]],
    ["\\", []],
    ["other", []],
  ])("finds titles with search=%s", async (search, titles) => {
    const [ann, bob] = [await signUp(gateway.db), await signUp(gateway.db)];
    await buildPolls(ann.id, ["Team lunch", "100% sure_thing", "Lunch again"]);
    await buildPolls(bob.id, ["other lunch"]);
    const answer = await list(ann.privateToken, { query: { search } });
    expect(titlesOf(answer)).toEqual(titles);
    expect(answer.headers.get("X-Total-Count")).toBe(String(titles.length));
    const one = await list(ann.privateToken, { query: { search, per_page: 1 } });
    expect(titlesOf(one)).toEqual(titles.slice(0, 1));
  });

  test("has pages of 20 by default, and of 100 at most", async () => {
    const ann = await signUp(gateway.db);
    await gateway.db.prisma.poll.createMany({
      data: Array.from({ length: 105 }, (_, at) => ({
        memberHash: `m-${ann.id}-${at}`,
        adminHash: `a-${ann.id}-${at}`,
        type: "Polls::Voting",
        title: String(at + 1),
        ownerAccountId: ann.id,
        createdByAccountId: ann.id,
      })),
    });
    const first = await list(ann.privateToken);
    expect(titlesOf(first)).toEqual(Array.from({ length: 20 }, (_, at) => String(105 - at)));
    expect(first.headers.get("X-Total-Pages")).toBe("6");
    expect(first.headers.get("X-Total-Count")).toBe("105");
    expect(first.headers.get("Link")).toContain(
      `<${TEST_BASE_URL}/api/v1/polls?page=2&per_page=20>; rel="next"`,
    );
    const last = await list(ann.privateToken, { query: { page: 6 } });
    expect(titlesOf(last)).toEqual(["5", "4", "3", "2", "1"]);
    const most = await list(ann.privateToken, { query: { per_page: 500 } });
    expect(most.body).toHaveLength(100);
    const behind = await list(ann.privateToken, { query: { page: 7 } });
    expect([behind.status, behind.body]).toEqual([200, []]);
    expect(behind.headers.get("X-Total-Count")).toBe("105");
  });

  test("sends as many queries for 40 polls as for one", async () => {
    const [few, many] = [await signUp(gateway.db), await signUp(gateway.db)];
    await buildPolls(few.id, ["one"]);
    await buildPolls(
      many.id,
      Array.from({ length: 40 }, (_, at) => String(at)),
    );
    const sent = recordStatements(gateway.db.pool);
    const queriesOf = async (token: string) => {
      await list(token);
      const before = sent.length;
      await list(token, { query: { per_page: 40 } });
      // Any request may find the state of the service too old.
      return sent.slice(before).filter(({ text }) => !text.includes("service_states")).length;
    };
    const forOne = await queriesOf(few.privateToken);
    expect(forOne).toBeGreaterThan(0);
    expect(await queriesOf(many.privateToken)).toBe(forOne);
  });

  test("lists personal polls without organization_id, and an organization's polls with it", async () => {
    const ann = await signUp(gateway.db);
    const member = await signUp(gateway.db);
    const organization = await buildOrganization(gateway.db, {
      members: [
        [ann.id, "admin"],
        [member.id, "member"],
      ],
    });
    await buildPolls(ann.id, ["personal"]);
    await buildPoll(gateway.db, {
      title: "shared",
      ownerOrganizationId: organization.id,
      createdByAccountId: ann.id,
    });
    const inContext = { organization: organization.publicId };
    expect(titlesOf(await list(ann.privateToken))).toEqual(["personal"]);
    expect(titlesOf(await list(ann.privateToken, { query: { organization_id: " " } }))).toEqual([
      "personal",
    ]);
    const asAdmin = await list(ann.privateToken, inContext);
    expect(titlesOf(asAdmin)).toEqual(["shared"]);
    expect(asAdmin.body[0]).toHaveProperty("admin_hash");
    const asMember = await list(member.privateToken, inContext);
    expect(titlesOf(asMember)).toEqual(["shared"]);
    for (const field of ["admin_hash", "admin_url", "configuration_hints"]) {
      expect(asMember.body[0]).not.toHaveProperty(field);
    }
  });

  test("is 422 for a page that cannot be", async () => {
    const ann = await signUp(gateway.db);
    const query = { page: "-1", per_page: "0" };
    const { status, body } = await list(ann.privateToken, { query });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["page", "per_page"]]);
  });
});
