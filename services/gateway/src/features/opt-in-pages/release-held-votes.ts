import { readOptions } from "@polls/db/options";
import type { Transaction } from "@polls/db/sql";
import { type FoundVote, findHeldVotes, writeDecisions } from "@polls/db/votes";
import type { AccessLevel } from "@polls/domain/access";
import type { VotedOption } from "@polls/domain/options";
import type { Voter } from "@polls/domain/participants";
import type { AmountRules } from "@polls/domain/payments";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { decideHeldCast, decideInOrder, voteDateOf, weightOf } from "@polls/domain/votes";
import type { Language } from "@polls/markup";
import type { OptionToName } from "../../pages/languages/name-for-participants";
import type { OpenPurchases } from "../payments/open-purchases";
import { loadVotingFacts } from "../votes/voting-facts";

export type NamedOfVote = OptionToName & Pick<VotedOption, "settings">;

export interface ReleaseSettings {
  readonly amounts: AmountRules;
  readonly openPurchases: OpenPurchases;
  readonly language: Language;
}

/** The results of the votes that a participant cast before its address was confirmed. */
export interface Released {
  /** The public ids of those that count. */
  readonly cast: readonly string[];
  readonly toPay: readonly { readonly options: readonly NamedOfVote[]; readonly url: string }[];
  readonly dropped: readonly Dropped[];
}

/** A vote that is refused now, with the `code` of the refusal. */
export interface Dropped {
  /** From the outermost parent to the option of the vote. */
  readonly options: readonly NamedOfVote[];
  readonly voteDate: string | undefined;
  readonly code: string;
}

type Confirmed = Voter & { readonly confirmedAt: Date };

/**
 * Casts a participant's held votes in the order of their creation, each with its own day and time
 * and with all checks (docs/reference/opt-in.md#held-votes). The transaction is the one that
 * confirms the participant and has locked its row. The votes keep their ids, and no held vote is
 * left.
 */
export async function releaseHeldVotes(
  tx: Transaction,
  poll: Poll,
  participant: Confirmed,
  settings: ReleaseSettings,
): Promise<Released> {
  const held = await findHeldVotes(tx, [participant.id]);
  if (held.length === 0) return { cast: [], toPay: [], dropped: [] };
  const options = await readOptions(tx, [...new Set(held.map(({ optionId }) => optionId))]);
  const parents = await readOptions(tx, parentsOf([...options.values()]));
  const decided = await decideAll(tx, { poll, participant, held, options, settings });
  const written = decided.flatMap(({ of, decision, writes }) =>
    writes === undefined
      ? []
      : [{ vote: of.vote, decision, writes, pollId: poll.id, at: of.vote.createdAt }],
  );
  await writeDecisions(tx, written, { released: held.map(({ publicId }) => publicId) });

  const optionOf = ({ optionId }: FoundVote): VotedOption => {
    const option = options.get(optionId);
    if (option === undefined) throw new Error("a vote was held without an option");
    return option;
  };
  const lineageOf = (vote: FoundVote): readonly VotedOption[] => {
    const option = optionOf(vote);
    const parent = parents.get(option.parentId ?? 0n);
    return parent === undefined ? [option] : [parent, option];
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
            language: settings.language,
            options: lineageOf(vote),
          },
        ]
      : [],
  );
  const urls = bought.length === 0 ? [] : await settings.openPurchases(tx, bought);
  return {
    cast: written.flatMap(({ decision, vote }) =>
      decision.kind === "cast" && weightOf(decision.vote).counts ? [vote.publicId] : [],
    ),
    toPay: bought.map(({ options }, index) => ({ options, url: urls[index] ?? "" })),
    dropped: decided.flatMap(({ of: { vote }, decision }) =>
      decision.kind === "refused"
        ? [
            {
              options: lineageOf(vote),
              voteDate: vote.voteDate,
              code: decision.refusal.code,
            },
          ]
        : [],
    ),
  };
}

const parentsOf = (options: readonly VotedOption[]): readonly bigint[] => [
  ...new Set(options.flatMap(({ parentId }) => parentId ?? [])),
];

interface Release {
  readonly poll: Poll;
  readonly participant: Confirmed;
  readonly held: readonly FoundVote[];
  readonly options: ReadonlyMap<bigint, VotedOption>;
  readonly settings: Pick<ReleaseSettings, "amounts">;
}

async function decideAll(tx: Transaction, release: Release) {
  const { poll, participant, held, options, settings } = release;
  const viewer = { access: accessOf(poll, participant), ownerKey: participant.ownerKey };
  const questions = new Map(
    held.flatMap((vote) => {
      const option = options.get(vote.optionId);
      const question = {
        poll,
        participant,
        viewer,
        now: vote.createdAt,
        placesAt: participant.confirmedAt,
      };
      return option === undefined ? [] : [[vote, { ...question, option }] as const];
    }),
  );
  const facts = await loadVotingFacts(tx, [...questions.values()]);
  const cases = held.map((vote) => {
    const question = questions.get(vote);
    const { parentId: _, ...listed } = vote;
    return {
      vote,
      poll,
      participant,
      amounts: settings.amounts,
      option: question && facts.options.get(question),
      held: { ...listed, stepId: undefined, placeless: false },
      now: vote.createdAt,
      voteDate: voteDateOf(poll, vote.createdAt),
    };
  });
  return decideInOrder(cases, facts, (one, state) => decideHeldCast({ ...one, ...state }));
}

/** The request has no token, so only the owner of a personal poll is known to be an admin. */
const accessOf = (poll: Poll, { ownerKey }: Voter): AccessLevel =>
  ownerKey === `user:${accountOfPoll(poll)}` ? "admin" : "member";
