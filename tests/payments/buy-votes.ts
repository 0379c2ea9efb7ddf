import { buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { signUp } from "../../services/gateway/src/testing/sign-up";
import type { PaymentFixture } from "./payment-fixture";

/** Buys two votes in a poll that sells votes, and returns their payment. */
export async function buyVotes({ gateway: { db, request } }: PaymentFixture) {
  const voter = await signUp(db);
  const poll = await buildPoll(db, {
    settings: {
      voting_fee: 100,
      voting_fee_type: "voting_sell_votes",
      vote_type: "Votes::UpVote",
    },
  });
  const option = await buildOption(db, poll);
  const participant = await buildParticipant(db, poll, { ownerKey: `user:${voter.id}` });
  const ids = { voter_id: participant.publicId, option_id: option.publicId };
  const bought = await request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    token: voter.privateToken,
    body: { ...ids, vote: { vote: 2 } },
  });
  expect(bought.status).toBe(200);
  return db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } });
}
