// Covers docs/reference/participants.md: anonymity

import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import type { NewAccount } from "../accounts/create-account";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const member = shareAccount(gateway);

const DAY = /^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/;

const get = async (poll: Poll, path: string, { privateToken: token }: NewAccount) => {
  const answer = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/${path}`, { token });
  expect(answer.status).toBe(200);
  return answer;
};

const post = async (poll: Poll, path: string, body: object, token: string) => {
  const line = `POST /api/v1/polls/${poll.memberHash}/${path}`;
  const answer = await gateway.request(line, { token, body });
  expect(answer.status).toBe(201);
  return answer.body;
};

/** Six participants, one of them of the member, who vote on two options in turn. */
async function fixture(settings: Readonly<Record<string, unknown>>) {
  const poll = await owner.buildPoll({ settings: { vote_type: "Votes::UpVote", ...settings } });
  const options = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  const participants = [];
  for (let n = 0; n < 6; n++) {
    const { id } = n === 0 ? member : owner;
    const participant = await buildParticipant(gateway.db, poll, {
      ownerKey: `user:${id}`,
      optinEmail: `${n}@example.org`,
    });
    participants.push(participant);
    await post(
      poll,
      "votes",
      {
        voter_id: participant.publicId,
        option_id: options[n % 2]?.publicId,
        vote: { vote: 1 },
      },
      n === 0 ? member.privateToken : owner.privateToken,
    );
  }
  return { poll, options, participants };
}

/** Public ids of rows in an order that does not depend on time. */
const idsBy = async (
  poll: Poll,
  table: "participants" | "votes" | "payments",
  order: string,
  condition = "true",
) => {
  const { rows } = await gateway.db.pool.query<{ public_id: string }>(
    `SELECT public_id FROM ${table} WHERE poll_id = $1::bigint AND ${condition} ORDER BY ${order}`,
    [String(poll.id)],
  );
  return rows.map(({ public_id }) => public_id);
};

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe("with anonymize_voter_names admins do not learn", () => {
  // Settings: anonymize_voter_names
  test("when participants were created, in which order, or their addresses", async () => {
    const { poll, participants } = await fixture({ anonymize_voter_names: true });
    const { body } = await get(poll, "voters", { ...owner });
    const ofMember = body.filter(({ id }: { id: string }) => id === participants[0]?.publicId);
    expect(ofMember).toHaveLength(1);
    for (const one of ofMember) {
      expect([one.created_at, one.updated_at]).toEqual(Array(2).fill(expect.stringMatching(DAY)));
      expect(one).not.toHaveProperty("optin_email");
    }
    expect(idsOf(body)).toEqual(await idsBy(poll, "participants", "public_id"));
    const pages = [1, 2, 3].map((page) => get(poll, `voters?per_page=2&page=${page}`, owner));
    expect((await Promise.all(pages)).flatMap((page) => idsOf(page.body))).toEqual(idsOf(body));
  });

  test("in which order participants were created, also if some are pending", async () => {
    const { poll } = await fixture({ anonymize_voter_names: true, double_opt_in: true });
    const pending = { confirmedAt: null };
    await buildParticipant(gateway.db, poll, pending);
    const own = `user:${member.id}` as const;
    await buildParticipant(gateway.db, poll, { ...pending, ownerKey: own });
    const seen = (reader: NewAccount) =>
      reader === owner ? "true" : `(confirmed_at IS NOT NULL OR owner_key = '${own}')`;
    for (const reader of [owner, member]) {
      const expected = await idsBy(poll, "participants", "public_id", seen(reader));
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 2); page++) {
        const { body } = await get(poll, `voters?per_page=2&page=${page}`, reader);
        pages.push(...idsOf(body));
      }
      expect(pages).toEqual(expected);
      expect(pages).toHaveLength(reader === owner ? 8 : 7);
    }
  });

  test("when votes were cast, or in which order", async () => {
    const { poll } = await fixture({ anonymize_voter_names: true });
    const { body } = await get(poll, "votes", owner);
    const [first] = body.filter(({ created_at }: { created_at: string }) => DAY.test(created_at));
    expect(first.updated_at).toMatch(DAY);
    expect(idsOf(body)).toEqual(await idsBy(poll, "votes", "option_id, public_id"));
  });

  test("either from exports", async () => {
    const { poll } = await fixture({ anonymize_voter_names: true });
    const { body } = await get(poll, "export.json", owner);
    expect(body).toHaveLength(6);
    for (const { created_at, updated_at } of body) {
      expect([created_at, updated_at]).toEqual(Array(2).fill(expect.stringMatching(DAY)));
    }
    expect(body.map(({ voter_id }: { voter_id: string }) => voter_id)).toEqual(
      await idsBy(poll, "participants", "public_id"),
    );
  });

  test("who used an invitation", async () => {
    const poll = await owner.buildPoll({
      settings: { anonymize_voter_names: true, participant_limitation_type: "check_invitation" },
    });
    const invitations = [{ email: "ada@example.org" }, {}];
    const [invited] = await post(poll, "invitations", { invitations }, owner.privateToken);
    await post(poll, "voters", { voter: { invitation: invited.code } }, member.privateToken);
    const { body } = await get(poll, "invitations", owner);
    expect(body).toMatchObject([
      { used: false, used_at: null },
      { email: "ada@example.org", used: true, used_at: null },
    ]);
  });

  test("whose votes and fees are paid, or who is on the jury", async () => {
    const { poll, participants } = await fixture({ anonymize_voter_names: true });
    const { prisma } = gateway.db;
    const where = { pollId: poll.id };
    await prisma.participant.updateMany({ where, data: { jury: true, paid: false } });
    await prisma.vote.updateMany({ where, data: { paidVotes: 0 } });
    const id = participants[0]?.publicId;
    const [vote] = (await get(poll, `votes?voter_id=${id}`, owner)).body;
    const { body } = await get(poll, `voters/${id}`, owner);
    for (const field of ["jury", "paid", "paid_votes"]) {
      expect([body, vote]).not.toContainEqual(
        expect.objectContaining({ [field]: expect.anything() }),
      );
    }
    const exported = (await get(poll, "export.json", owner)).body;
    expect(exported.map(({ paid_votes }: { paid_votes: unknown }) => paid_votes)).toEqual(
      Array(6).fill(null),
    );
  });

  test("anything about an address or the jury by asking for mails or by changing the flag", async () => {
    const { poll, participants } = await fixture({
      anonymize_voter_names: true,
      double_opt_in: true,
    });
    const id = participants[1]?.publicId;
    const { body } = await get(poll, `voters/${id}`, owner);
    expect(body).not.toHaveProperty("mail_state");
    const line = `/api/v1/polls/${poll.adminHash}/voters/${participants[0]?.publicId}`;
    const token = owner.privateToken;
    const asked = await gateway.request(`POST ${line}/opt_in`, { token, body: {} });
    const changed = { token, body: { voter: { jury: true } } };
    const jury = await gateway.request(`PATCH ${line}`, changed);
    expect([asked.status, jury.status]).toEqual([404, 422]);
    expect(jury.body.errors).toEqual({ jury: ["cannot be changed"] });
  });

  test("when something was paid, or in which order", async () => {
    const { poll, participants } = await fixture({ anonymize_voter_names: true });
    await gateway.db.prisma.payment.createMany({
      data: participants.map(({ id, publicId }) => ({
        publicId: `pay-${publicId}`,
        token: `token-${publicId}`,
        kind: "voting_fee",
        pollId: poll.id,
        participantId: id,
        pollTitle: poll.title,
        quantity: 1,
        unitAmount: 100,
        currency: "eur",
      })),
    });
    const { payments } = (await get(poll, "payments", owner)).body;
    expect(payments).toHaveLength(6);
    for (const { created_at, updated_at } of payments) {
      expect([created_at, updated_at]).toEqual(Array(2).fill(expect.stringMatching(DAY)));
    }
    expect(idsOf(payments)).toEqual(await idsBy(poll, "payments", "public_id"));
  });

  test("when a file was answered, or in which order", async () => {
    const poll = await owner.buildPoll({
      type: "Polls::Survey",
      settings: { anonymize_voter_names: true },
    });
    const input = await buildOption(gateway.db, poll, {
      type: "Options::InputOption",
      inputType: "file",
    });
    const answers = [];
    for (let n = 0; n < 8; n++) {
      answers.push(
        await buildOption(gateway.db, poll, { type: "Options::FileOption", parent: input }),
      );
    }
    const list = `options?parent_option_id=${input.publicId}`;
    for (const sort of ["", "&sort=options.created_at+desc"]) {
      const { body } = await get(poll, list + sort, owner);
      expect(body).toHaveLength(8);
      for (const { created_at, updated_at, position } of body) {
        expect([created_at, updated_at]).toEqual(Array(2).fill(expect.stringMatching(DAY)));
        expect(position).toBe(1);
      }
      const ids = answers.map(({ publicId }) => publicId);
      expect([ids, ids.toReversed()]).not.toContainEqual(idsOf(body));
    }
  });

  test("any of it by switching it off, votes or participants deleted or not", async () => {
    const switchOff = async (poll: Poll) => {
      const { status, body } = await gateway.as(owner, `PATCH /api/v1/polls/${poll.adminHash}`, {
        poll: { anonymize_voter_names: false },
      });
      return [status, body.errors];
    };
    const refused = [422, { anonymize_voter_names: ["cannot be changed"] }];
    const { poll } = await fixture({ anonymize_voter_names: true });
    expect(await switchOff(poll)).toEqual([
      422,
      { anonymize_voter_names: ["cannot be changed once there are votes"] },
    ]);
    await gateway.db.prisma.vote.deleteMany({ where: { pollId: poll.id } });
    expect(await switchOff(poll)).toEqual(refused);

    const invited = await owner.buildPoll({
      settings: { anonymize_voter_names: true, participant_limitation_type: "check_invitation" },
    });
    const [{ code }] = await post(
      invited,
      "invitations",
      { invitations: [{}] },
      owner.privateToken,
    );
    await post(invited, "voters", { voter: { invitation: code } }, member.privateToken);
    await gateway.db.prisma.participant.deleteMany({ where: { pollId: invited.id } });
    expect(await switchOff(invited)).toEqual(refused);

    const unused = await owner.buildPoll({ settings: { anonymize_voter_names: true } });
    expect(await switchOff(unused)).toEqual([200, undefined]);
  });

  test("participants still see their own times and address", async () => {
    const { poll, participants } = await fixture({ anonymize_voter_names: true });
    const { body } = await get(poll, `voters/${participants[0]?.publicId}`, member);
    expect(body.optin_email).toBe("0@example.org");
    expect(body.created_at).not.toMatch(DAY);
  });
});

// Settings: hidden_participants
test("with hidden_participants members cannot put the votes of a participant together, and admins can", async () => {
  const { poll, participants } = await fixture({ hidden_participants: true });
  const { body } = await get(poll, "votes", member);
  expect(idsOf(body)).toEqual(await idsBy(poll, "votes", "option_id, public_id"));
  for (const { voter_id, created_at } of body) {
    const isOwn = voter_id === participants[0]?.publicId;
    expect([voter_id === null, DAY.test(created_at)]).toEqual([!isOwn, !isOwn]);
  }
  const admins = (await get(poll, "votes", owner)).body;
  expect(idsOf(admins)).toEqual(await idsBy(poll, "votes", "id DESC"));
  expect(admins[0].created_at).not.toMatch(DAY);
});
