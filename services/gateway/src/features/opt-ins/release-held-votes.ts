import {
  changeTallies,
  type FoundVote,
  findHeldVotes,
  type NewVote,
  readOptions,
  removeHeldVotes,
  storeVotes,
  type Transaction,
} from "@polls/db";
import type { AccessLevel } from "@polls/domain/access";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  applyCast,
  type CastDecision,
  decideHeldCast,
  mergeTallyChanges,
  nothingUnlisted,
  type Standing,
  weightOf,
} from "@polls/domain/votes";
import type { OpenPurchases } from "../payments/open-purchases";
import { loadVotingFacts, voteDayOf } from "../votes/voting-facts";

export interface ReleaseSettings {
  /** `PAYMENT_MINIMUM`, in the minor unit of the currency. */
  readonly paymentMinimum: number;
  readonly openPurchases: OpenPurchases;
}

/** What became of the votes that a participant had cast before the address was confirmed. */
export interface Released {
  readonly cast: number;
  readonly toPay: readonly { readonly option: Option; readonly url: string }[];
  readonly dropped: readonly Dropped[];
}

/** A vote that no longer fits, and why: the `code` of the refusal that casting it now would get. */
export interface Dropped {
  readonly option: Option | undefined;
  readonly voteDate: string | undefined;
  readonly code: string;
}

type Confirmed = Participant & { readonly confirmedAt: Date };

/**
 * Casts a participant's held votes in the order they came, each with its own day and time and checked
 * again (decisions 9), in the transaction that confirms the participant, whose row is locked. They keep
 * their ids; none stays held.
 */
export async function releaseHeldVotes(
  tx: Transaction,
  poll: Poll,
  participant: Confirmed,
  settings: ReleaseSettings,
): Promise<Released> {
  const held = await findHeldVotes(tx, [participant.id]);
  if (held.length === 0) return { cast: 0, toPay: [], dropped: [] };
  const options = await readOptions(tx, [...new Set(held.map(({ optionId }) => optionId))]);
  const decided = await decideAll(tx, { poll, participant, held, options, settings });

  await removeHeldVotes(
    tx,
    held.map(({ publicId }) => publicId),
  );
  const written = decided.flatMap(({ decision, vote }) =>
    isWritten(decision) ? [{ decision, vote }] : [],
  );
  await storeVotes(
    tx,
    written.map(({ decision, vote }): NewVote => {
      const { stepId: _, ...row } = decision.vote;
      return { ...row, ...weightOf(decision.vote), pollId: poll.id, at: vote.createdAt };
    }),
  );
  const changes = written.map(({ decision }) => decision.tallyChange);
  const ballots = changes.reduce((sum, change) => sum + change.ballots, 0);
  await changeTallies(tx, mergeTallyChanges(changes), new Map([[poll.id, ballots]]));

  const optionOf = ({ optionId }: FoundVote): Option => {
    const option = options.get(optionId);
    if (option === undefined) throw new Error("a vote was cast for no option");
    return option;
  };
  const bought = written.flatMap(({ decision, vote }) =>
    decision.kind === "to_pay"
      ? [
          {
            poll,
            participant,
            option: optionOf(vote),
            vote: decision.vote,
            purchase: decision.purchase,
            replaces: decision.replaces,
          },
        ]
      : [],
  );
  const urls = bought.length === 0 ? [] : await settings.openPurchases(tx, bought);
  return {
    cast: written.filter(({ decision }) => decision.kind === "cast").length,
    toPay: bought.map(({ option }, index) => ({ option, url: urls[index] ?? "" })),
    dropped: decided.flatMap(({ decision, vote }) =>
      decision.kind === "refused"
        ? [
            {
              option: options.get(vote.optionId),
              voteDate: vote.voteDate,
              code: decision.refusal.code,
            },
          ]
        : [],
    ),
  };
}

type Written = Extract<CastDecision, { readonly kind: "cast" | "to_pay" }>;

const isWritten = (decision: CastDecision): decision is Written =>
  decision.kind === "cast" || decision.kind === "to_pay";

interface Release {
  readonly poll: Poll;
  readonly participant: Confirmed;
  readonly held: readonly FoundVote[];
  readonly options: ReadonlyMap<bigint, Option>;
  readonly settings: Pick<ReleaseSettings, "paymentMinimum">;
}

interface Decided {
  readonly vote: FoundVote;
  readonly decision: CastDecision;
}

/** Decides on one vote after the other, each on the facts that the ones before it leave. */
async function decideAll(tx: Transaction, release: Release): Promise<Decided[]> {
  const { poll, participant, held, options, settings } = release;
  const cases = held.flatMap((vote) => {
    const option = options.get(vote.optionId);
    if (option === undefined) return [];
    const viewer = { access: accessOf(poll, participant), ownerKey: participant.ownerKey };
    return [{ vote, poll, participant, option, viewer, at: vote.createdAt }];
  });
  const facts = await loadVotingFacts(tx, cases);
  const loaded = new Map(cases.map(({ vote }, index) => [vote.id, facts.options[index]]));
  let standing: Standing = facts.standings.get(participant.id) ?? noStanding;
  const placesTaken = new Map<string, number>();

  return held.map((vote) => {
    const known = loaded.get(vote.id);
    const place = `${vote.optionId} ${voteDayOf(poll, vote.createdAt) ?? ""}`;
    const option = known && {
      ...known,
      placesTaken: placesTaken.get(place) ?? known.placesTaken,
    };
    const { parentId: _, ...listed } = vote;
    const decision = decideHeldCast({
      poll,
      participant,
      option,
      standing,
      held: { ...listed, stepId: undefined },
      now: vote.createdAt,
      paymentMinimum: settings.paymentMinimum,
    });
    const after = applyCast({ standing, option, offer: undefined }, decision);
    standing = after.standing;
    placesTaken.set(place, after.placesTaken);
    return { vote, decision };
  });
}

const noStanding: Standing = { votes: [], held: [], unlisted: nothingUnlisted };

/** Nobody is here whose token could tell: only the owner of a personal poll is known to see all of it. */
const accessOf = (poll: Poll, { ownerKey }: Participant): AccessLevel =>
  ownerKey === `user:${poll.ownerAccountId ?? poll.createdByAccountId}` ? "admin" : "member";
