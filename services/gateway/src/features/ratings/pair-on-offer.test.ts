// Covers docs/reference/comparisons.md: choice-of-pairs, no-pair-left, options-list, pair-on-offer, rating
// Covers docs/reliability.md: invalid-votes

import type { OwnerKey } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildOptions, buildParticipant, type RequestOptions } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { storeVotes } from "../../../testing/store-votes";
import type { NewAccount } from "../accounts/create-account";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const comparer = shareAccount(gateway);

const asComparer = () => ({ token: comparer.privateToken });
const asOwner = () => ({ token: owner.privateToken });
const keyOf = ({ id }: NewAccount): OwnerKey => `user:${id}`;

async function comparison(count: number, settings: Readonly<Record<string, unknown>> = {}) {
  const poll = await owner.buildPoll({ type: "Polls::PairwiseComparison", settings });
  const options = await buildOptions(gateway.db, poll, count);
  const participant = await buildParticipant(gateway.db, poll, { ownerKey: keyOf(comparer) });
  return { poll, options, participant };
}

async function list(
  poll: Poll,
  caller: RequestOptions = asComparer(),
  query: Readonly<Record<string, string | number>> = {},
) {
  const response = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/options`, {
    ...caller,
    query,
  });
  const ids: readonly string[] = Array.isArray(response.body)
    ? response.body.map(({ id }: { readonly id: string }) => id)
    : [];
  return { response, ids };
}

const vote = (poll: Poll, voterId: string, optionId: string | undefined) =>
  gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    ...asComparer(),
    body: { voter_id: voterId, option_id: optionId, vote: { vote: 1 } },
  });

describe("the options list of a comparison", () => {
  test("has exactly the pair on offer for the owner of a participant, on every page, until the pair is judged", async () => {
    const { poll } = await comparison(4);
    const first = await list(poll);
    expect(first.ids).toHaveLength(2);
    expect(first.response.headers.get("X-Total-Count")).toBe("2");
    for (const query of [{}, { per_page: 1 }, { page: 3 }]) {
      expect((await list(poll, asComparer(), query)).ids).toEqual(first.ids);
    }
  });

  test("has the same pair in concurrent requests", async () => {
    const { poll } = await comparison(5);
    const lists = await Promise.all(Array.from({ length: 8 }, () => list(poll)));
    expect(new Set(lists.map(({ ids }) => ids.join(" "))).size).toBe(1);
  });

  test("offers each pair once until all are judged", async () => {
    const { poll, participant } = await comparison(4);
    const seen = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const { ids } = await list(poll);
      seen.add([...ids].sort().join(" "));
      expect((await vote(poll, participant.publicId, ids[0])).status).toBe(201);
    }
    expect(seen.size).toBe(6);
    const { response, ids } = await list(poll);
    expect({ status: response.status, ids }).toEqual({ status: 200, ids: [] });
  });

  test("is empty when vote_limit_per_voter is used up", async () => {
    const { poll, participant } = await comparison(4, { vote_limit_per_voter: 1 });
    const { ids } = await list(poll);
    await vote(poll, participant.publicId, ids[1]);
    expect((await list(poll)).ids).toEqual([]);
  });

  test("offers another pair if one of its options disappears", async () => {
    const { poll, options } = await comparison(4);
    const { ids } = await list(poll);
    const gone = options.find(({ publicId }) => publicId === ids[0]);
    await gateway.db.prisma.option.update({
      where: { id: gone?.id ?? 0n },
      data: { archived: true },
    });
    const next = await list(poll);
    expect(next.ids).toHaveLength(2);
    expect(next.ids).not.toContain(ids[0]);
  });

  // Settings: prevent_vote_for_own_options
  test("does not offer own options with prevent_vote_for_own_options", async () => {
    const { poll, options } = await comparison(2, { prevent_vote_for_own_options: true });
    const own = await buildOption(gateway.db, poll, { ownerKey: keyOf(comparer) });
    const { ids } = await list(poll);
    expect([...ids].sort()).toEqual(options.map(({ publicId }) => publicId).sort());
    expect(ids).not.toContain(own.publicId);
  });

  test("has the pair of the newest participant, unless the query names another own one", async () => {
    const { poll, participant, options } = await comparison(2);
    await buildParticipant(gateway.db, poll, { ownerKey: keyOf(comparer) });
    const [one, other] = options;
    if (one === undefined || other === undefined) throw new Error("no options");
    await storeVotes(gateway.db, poll, [{ by: participant, on: one, over: other, value: 1 }]);
    expect((await list(poll)).ids).toHaveLength(2);
    expect((await list(poll, asComparer(), { voter_id: participant.publicId })).ids).toEqual([]);
    const foreign = await buildParticipant(gateway.db, poll);
    const refused = await list(poll, asComparer(), { voter_id: foreign.publicId });
    expect(refused.response.status).toBe(404);
  });

  test("has all options for callers without a participant, and for admins with pair=false", async () => {
    const { poll } = await comparison(4);
    expect((await list(poll, asOwner())).ids).toHaveLength(4);
    expect((await list(poll, { token: comparer.publicToken })).ids).toHaveLength(4);
    await buildParticipant(gateway.db, poll, { ownerKey: keyOf(owner) });
    expect((await list(poll, asOwner())).ids).toHaveLength(2);
    expect((await list(poll, asOwner(), { pair: "false" })).ids).toHaveLength(4);
    expect((await list(poll, asComparer(), { pair: "false" })).ids).toHaveLength(2);
  });

  test("has ratings: the wins, the share of comparisons won as average, and the rank by strength", async () => {
    const { poll, options } = await comparison(3);
    const [a, b, c] = options;
    if (a === undefined || b === undefined || c === undefined) throw new Error("no options");
    await storeVotes(gateway.db, poll, [
      { on: a, over: b, value: 1 },
      { on: a, over: c, value: 1 },
      { on: b, over: c, value: 1 },
    ]);
    const { response } = await list(poll, asOwner());
    const shown = response.body.map((option: Record<string, unknown>) => [
      option.rating,
      option.average_rating,
      option.rank,
    ]);
    expect(shown).toEqual([
      [2, 1, 1],
      [1, 0.5, 2],
      [0, 0, 3],
    ]);
  });
});
