import type { Db } from "@polls/db/connection";
import { buildOption, buildParticipant, buildPoll } from "@polls/testing";

interface Account {
  readonly id: bigint;
}

/** A poll of `owner` that sells votes for 100 each, its option, and a participant of `payer`. */
export async function buildSale(
  db: Db,
  owner: Account,
  payer: Account,
  settings: object = { vote_type: "Votes::UpVote" },
) {
  const poll = await buildPoll(db, {
    ownerAccountId: owner.id,
    settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes", ...settings },
  });
  const option = await buildOption(db, poll);
  const participant = await buildParticipant(db, poll, { ownerKey: `user:${payer.id}` });
  return { poll, option, participant };
}
