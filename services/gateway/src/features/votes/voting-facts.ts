import {
  countPlaces,
  countVotable,
  type FoundVote,
  findBallots,
  findHeldVotes,
  findPairOffers,
  findVotes,
  lockOptions,
  ownChildren,
  readOptions,
  type Transaction,
} from "@polls/db";
import type { AccessLevel, OwnerKey } from "@polls/domain/access";
import { optionTypes } from "@polls/domain/option-types";
import { type Option, optionVisibleToMember } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import { hasVotingWallet, type Poll } from "@polls/domain/polls";
import {
  isPlaceless,
  type ListedVote,
  limitStepOf,
  type OptionFacts,
  type Pair,
  type ParticipantVotes,
  type VotesBefore,
  voteDateOf,
  votingRules,
} from "@polls/domain/votes";

/** A vote to decide on, of which the facts are to be loaded. */
export interface VoteInQuestion {
  readonly poll: Poll;
  readonly participant: Participant;
  readonly option: Option;
  /** An option that is hidden from the caller is absent. */
  readonly viewer: { readonly access: AccessLevel; readonly ownerKey: OwnerKey | undefined };
  /** When the vote is made. */
  readonly now: Date;
  /** When places are counted; undefined: when the vote is made. */
  readonly placesAt?: Date;
}

export interface VotingFacts extends VotesBefore {
  readonly options: ReadonlyMap<VoteInQuestion, OptionFacts>;
  /** When votes of the participants were made, by public id. */
  readonly createdAt: ReadonlyMap<string, Date>;
}

/**
 * Loads the facts of votes to decide on, while their participants are locked. Locks options whose places
 * are limited. All votes of a participant are read only where a limit or unique values need them, so that
 * a vote costs the same after a thousand others. Changes and withdrawals need all.
 */
export async function loadVotingFacts(
  tx: Transaction,
  cases: readonly VoteInQuestion[],
  reading: "what_matters" | "all_votes" = "what_matters",
): Promise<VotingFacts> {
  const parentIds = cases.map(({ option }) => option.parentId).filter((id) => id !== undefined);
  const parents = await readOptions(tx, [...new Set(parentIds)]);
  const plans = cases.map((one) => plan(one, parents));
  const offers = await findPairOffers(tx, participantsOf(plans.filter(({ compares }) => compares)));

  const limited = plans.filter(({ rules }) => rules?.places !== undefined);
  const [, { participantVotes, createdAt }, options] = await Promise.all([
    lockOptions(tx, [...new Set(limited.map(({ option }) => option.id))].sort(byId)),
    loadParticipantVotes(tx, plans, offers, reading),
    loadOptionFacts(tx, plans, limited),
  ]);
  return { options, participantVotes, createdAt, offers };
}

/** A vote with its rules, which tell the facts to load. */
interface Plan extends VoteInQuestion {
  readonly question: VoteInQuestion;
  readonly facts: Pick<OptionFacts, "option" | "parent" | "visible">;
  readonly rules: ReturnType<typeof votingRules>;
  readonly compares: boolean;
  readonly voteDate: string | undefined;
}

function plan(one: VoteInQuestion, parents: ReadonlyMap<bigint, Option>): Plan {
  const { poll, option, viewer, now } = one;
  const parent = option.parentId === undefined ? undefined : parents.get(option.parentId);
  const lineage = parent === undefined ? ([option] as const) : ([option, parent] as const);
  const facts = {
    option,
    parent,
    visible:
      viewer.access === "admin" ||
      optionVisibleToMember({ poll, lineage, ownerKey: viewer.ownerKey, now }),
  };
  const rules = votingRules(poll, {
    ...facts,
    placesTaken: 0,
    votableOptions: undefined,
    fileIds: [],
  });
  return {
    ...one,
    question: one,
    facts,
    rules,
    compares: rules?.type.compares === true,
    voteDate: voteDateOf(poll, now),
  };
}

const participantsOf = (plans: readonly Plan[]): bigint[] => [
  ...new Set(plans.map(({ participant }) => participant.id)),
];

const byId = (one: bigint, other: bigint): number => (one < other ? -1 : 1);

async function loadParticipantVotes(
  tx: Transaction,
  plans: readonly Plan[],
  offers: ReadonlyMap<bigint, Pair>,
  reading: "what_matters" | "all_votes",
): Promise<Pick<VotingFacts, "participantVotes" | "createdAt">> {
  const all = reading === "all_votes";
  const wanted = plans.map(({ participant, option, rules, compares }) => ({
    participantId: participant.id,
    optionIds:
      all || rules?.limitPerVoter !== undefined || rules?.type.unique === true
        ? undefined
        : [...new Set([option.id, ...((compares && offers.get(participant.id)) || [])])],
  }));
  const [votes, held, ballots] = await Promise.all([
    findVotes(tx, wanted),
    findHeldVotes(
      tx,
      participantsOf(plans.filter(({ participant }) => participant.confirmedAt === undefined)),
    ),
    findBallots(
      tx,
      all
        ? []
        : plans.map(({ participant, voteDate }) => ({ participantId: participant.id, voteDate })),
    ),
  ]);
  const [votesOf, heldOf] = [byParticipant(votes), byParticipant(held)];
  const participantVotes = new Map<bigint, ParticipantVotes>();
  for (const plan of plans) {
    const { participant } = plan;
    participantVotes.set(participant.id, {
      votes: listed(plan, votesOf.get(participant.id)),
      held: listed(plan, heldOf.get(participant.id)),
      unlisted: {
        limitUse: new Map(),
        ballots: ballots.get(participant.id) ?? new Set(),
        optionIds: new Set(),
      },
    });
  }
  const createdAt = new Map([...votes, ...held].map((vote) => [vote.publicId, vote.createdAt]));
  return { participantVotes, createdAt };
}

function byParticipant(votes: readonly FoundVote[]): ReadonlyMap<bigint, readonly FoundVote[]> {
  const groups = new Map<bigint, FoundVote[]>();
  for (const vote of votes) {
    const own = groups.get(vote.participantId);
    if (own === undefined) groups.set(vote.participantId, [vote]);
    else own.push(vote);
  }
  return groups;
}

/** A participant's votes, each with the survey step of its limits and whether it takes a place. */
const listed = (
  { poll, participant, now, placesAt }: VoteInQuestion,
  votes: readonly FoundVote[] = [],
): ListedVote[] =>
  votes.map(({ parentId, ...vote }) => ({
    ...vote,
    stepId: limitStepOf(poll, parentId),
    placeless: isPlaceless(vote, participant, placesAt ?? now),
  }));

const neverVotable = optionTypes.all.filter(({ votable }) => !votable).map(({ name }) => name);

const groups = [
  ...new Set(
    optionTypes.all.map(({ groupedAs }) => groupedAs).filter((name) => name !== undefined),
  ),
];

async function loadOptionFacts(
  tx: Transaction,
  plans: readonly Plan[],
  limited: readonly Plan[],
): Promise<VotingFacts["options"]> {
  const [places, ...facts] = await Promise.all([
    countPlaces(
      tx,
      limited.map(({ poll, option, voteDate, now, placesAt }) => ({
        ...{ option, voteDate },
        unpaidAt: hasVotingWallet(poll) ? (placesAt ?? now) : undefined,
      })),
    ),
    ...plans.map((one) => optionFacts(tx, one)),
  ]);
  const options = new Map<VoteInQuestion, OptionFacts>();
  plans.forEach((plan, index) => {
    const known = facts[index];
    if (known === undefined) throw new Error("an option has no facts");
    options.set(plan.question, { ...known, placesTaken: places[limited.indexOf(plan)] ?? 0 });
  });
  return options;
}

type LoadedFacts = Omit<OptionFacts, "placesTaken">;

/** Most votes need nothing from the database here, and so no promise. */
function optionFacts(tx: Transaction, plan: Plan): LoadedFacts | Promise<LoadedFacts> {
  const { facts, rules, option } = plan;
  const asksForFiles = option.inputType === "file" && optionTypes.get(option.type).isInput;
  return asksForFiles || rules?.type.unique === true
    ? loadFacts(tx, plan, asksForFiles)
    : { ...facts, votableOptions: undefined, fileIds: [] };
}

async function loadFacts(
  tx: Transaction,
  { facts, rules, poll, option, participant }: Plan,
  asksForFiles: boolean,
): Promise<LoadedFacts> {
  return {
    ...facts,
    votableOptions: rules?.type.unique
      ? await countVotable(tx, poll.id, rules.stepId, { never: neverVotable, groups })
      : undefined,
    fileIds: asksForFiles ? await ownChildren(tx, option.id, participant.ownerKey) : [],
  };
}
