import { buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";
import type { PaymentFixture } from "./payment-fixture";

/** Buys two votes in a poll that sells votes, and returns their payment. */
export async function buyVotes(fixture: PaymentFixture) {
  const { poll, buy } = await openSale(fixture);
  expect((await buy(2)).status).toBe(200);
  return fixture.gateway.db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } });
}

/** A poll that sells votes, and a function that buys votes at a gateway. */
export async function openSale({ gateway }: PaymentFixture) {
  const { db } = gateway;
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
  const buy = (vote: number, { request }: Pick<PaymentFixture["gateway"], "request"> = gateway) =>
    request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: voter.privateToken,
      body: { ...ids, vote: { vote } },
    });
  return { poll, buy };
}
