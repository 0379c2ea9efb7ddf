import {
  changeTallies,
  holdOptions,
  lockParticipants,
  type Sql,
  sqlIn,
  storeVotes,
  type Transaction,
  touchPollTally,
} from "@polls/db";
import {
  type AccessLevel,
  type Actor,
  decideChange,
  NotFound,
  ownerKeyOf,
  type Poll,
  type VoteInput,
  weightOf,
} from "@polls/domain";
import type { Deps } from "../../deps";
import { markChangedByAdmin } from "../participants/participants.repository";
import { findVote, type StoredVote } from "./votes.repository";
import { loadVotingFacts } from "./voting-facts";

export interface ChangeVote {
  readonly poll: Poll;
  readonly access: AccessLevel;
  readonly actor: Actor;
  readonly now: Date;
  readonly votePublicId: string;
  readonly input: VoteInput;
}

export type ChangeOutcome =
  | { readonly kind: "changed"; readonly stored: StoredVote }
  /** More votes are bought: the new ones count once they are paid for (rule 9). */
  | { readonly kind: "to_pay"; readonly url: string | undefined };

/** Changes a vote (rules 8 to 10), in the transaction, with the tallies exact after it. */
export async function changeVote(
  tx: Transaction,
  command: ChangeVote,
  { config, openPurchases }: Pick<Deps, "config" | "openPurchases">,
): Promise<ChangeOutcome> {
  const { poll, access, actor, now } = command;
  const sql = sqlIn(tx);
  const held = await holdVote(tx, sql, command);
  const viewer = { access, ownerKey: ownerKeyOf(actor) };
  const facts = await loadVotingFacts(sql, [{ poll, ...held, viewer, at: now }], "all_votes");
  const standing = facts.standings.get(held.participant.id);
  const [option] = facts.options;
  if (standing === undefined || option === undefined) throw new Error("a vote has no facts");

  const decision = decideChange({
    poll,
    actor,
    access,
    now,
    paymentMinimum: config.paymentMinimum,
    vote: standing.votes.find(({ publicId }) => publicId === command.votePublicId),
    participant: held.participant,
    standing,
    option,
    input: command.input,
  });
  if (decision.kind === "refused") throw decision.refusal;

  const rows = decision.votes.map(({ stepId: _, ...vote }) => ({
    ...vote,
    ...weightOf(vote),
    pollId: poll.id,
    at: now,
  }));
  await storeVotes(sql, rows);
  if (decision.byAdmin) await markChangedByAdmin(tx, held.participant.id);
  await changeTallies(
    sql,
    decision.tallyChange,
    new Map([[poll.id, decision.tallyChange.ballots]]),
  );
  if (decision.tallyChange.options.length === 0) await touchPollTally(tx, poll.id);
  const stored = await findVote(tx, poll.id, command.votePublicId);
  if (stored === undefined) throw new Error("a changed vote is gone");
  if (decision.kind === "changed") return { kind: "changed", stored };
  const [url] = await openPurchases(sql, [
    { poll, ...stored, purchase: decision.purchase, replaces: true },
  ]);
  return { kind: "to_pay", url };
}

/** The vote's participant and option, locked in the order every writer keeps. */
export async function holdVote(
  tx: Transaction,
  sql: Sql,
  { poll, votePublicId }: Pick<ChangeVote, "poll" | "votePublicId">,
) {
  const found = await findVote(tx, poll.id, votePublicId);
  if (found === undefined) throw new NotFound("Vote");
  const participants = await lockParticipants(sql, [found.participant.publicId]);
  const options = await holdOptions(sql, [found.option.publicId]);
  const participant = participants.get(found.participant.publicId);
  const option = options.get(found.option.publicId);
  // Deleted while we waited for the lock.
  if (participant === undefined || option === undefined) throw new NotFound("Vote");
  return { participant, option };
}
