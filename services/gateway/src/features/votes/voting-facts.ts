import {
  countPlaces,
  countVotable,
  lockOptions,
  ownChildren,
  readOptions,
} from "@polls/db/options";
import { findBranching } from "@polls/db/polls";
import type { Transaction } from "@polls/db/sql";
import {
  type DaysByParticipant,
  type FoundVote,
  findBallots,
  findHeldVotes,
  findPairOffers,
  findVotes,
} from "@polls/db/votes";
import type { AccessLevel, OwnerKey } from "@polls/domain/access";
import { groupBy } from "@polls/domain/grouping";
import { optionTypes } from "@polls/domain/option-types";
import { isOffered, optionVisibleToMember, type VotedOption } from "@polls/domain/options";
import type { Voter } from "@polls/domain/participants";
import { hasVotingWallet, type Poll } from "@polls/domain/polls";
import {
  type Branching,
  isPlaceless,
  type ListedVote,
  limitStepOf,
  nothingUnlisted,
  type OptionFacts,
  type Pair,
  type ParticipantVotes,
  type VotesBefore,
  type VotingRules,
  voteDateOf,
  votingRules,
} from "@polls/domain/votes";

/** A vote whose facts must be loaded before the decision. */
export interface VoteInQuestion {
  readonly poll: Poll;
  readonly participant: Voter;
  readonly option: VotedOption;
  /** The caller. It cannot vote on an option that is hidden from it. */
  readonly viewer: { readonly access: AccessLevel; readonly ownerKey: OwnerKey | undefined };
  /** When the vote is cast. */
  readonly now: Date;
  /** When places are counted. Undefined: when the vote is cast. */
  readonly placesAt?: Date;
}

export type VoteTimes = Pick<FoundVote, "createdAt" | "updatedAt">;

export interface VotingFacts extends VotesBefore {
  readonly options: ReadonlyMap<VoteInQuestion, OptionFacts>;
  /** When votes of the participants were cast and last changed, by public id. */
  readonly times: ReadonlyMap<string, VoteTimes>;
}

/**
 * Loads the facts for decisions while the participants are locked. Locks options with limited places.
 * Reads all votes of a participant only if a limit, unique values or branching need them, so that a vote
 * costs the same after a thousand others. Changes and withdrawals need all votes.
 */
export async function loadVotingFacts(
  tx: Transaction,
  cases: readonly VoteInQuestion[],
  reading: "what_matters" | "all_votes" = "what_matters",
): Promise<VotingFacts> {
  const plans = await planVotes(tx, cases);
  const offers = await findPairOffers(tx, participantsOf(plans.filter(compares)));
  const branching = await loadBranching(tx, plans);

  const limited = plans.filter(({ rules }) => rules?.places !== undefined);
  const [, { participantVotes, times }, options] = await Promise.all([
    lockOptions(tx, unique(limited.map(({ question }) => question.option.id)).sort(byId)),
    loadParticipantVotes(tx, plans, { offers, branching }, reading),
    loadOptionFacts(tx, plans, limited),
  ]);
  return { options, participantVotes, times, offers, branching };
}

async function loadBranching(
  tx: Transaction,
  plans: readonly Plan[],
): Promise<VotingFacts["branching"]> {
  const polls = unique(plans.map(({ question }) => question.poll));
  const found = await findBranching(tx, polls);
  const branching = new Map<bigint, Branching>();
  if (found.size === 0) return branching;
  for (const { question } of plans) {
    const ofPoll = found.get(question.poll.id);
    if (ofPoll !== undefined) branching.set(question.participant.id, ofPoll);
  }
  return branching;
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** A vote with its rules, which define the facts to load. */
interface Plan {
  readonly question: VoteInQuestion;
  readonly parent: VotedOption | undefined;
  readonly rules: VotingRules | undefined;
  readonly voteDate: string | undefined;
}

/** Computes the rules of an option once for all votes on it. */
async function planVotes(tx: Transaction, cases: readonly VoteInQuestion[]): Promise<Plan[]> {
  const parentIds = cases.map(({ option }) => option.parentId).filter((id) => id !== undefined);
  const parents = await readOptions(tx, unique(parentIds));
  const known = new Map<VotedOption, Pick<Plan, "parent" | "rules">>();
  return cases.map((question) => {
    const { poll, option, now } = question;
    const { parent, rules } = known.get(option) ?? optionPlan(poll, option, parents);
    known.set(option, { parent, rules });
    return { question, parent, rules, voteDate: voteDateOf(poll, now) };
  });
}

function optionPlan(
  poll: Poll,
  option: VotedOption,
  parents: ReadonlyMap<bigint, VotedOption>,
): Pick<Plan, "parent" | "rules"> {
  const parent = option.parentId === undefined ? undefined : parents.get(option.parentId);
  return { parent, rules: votingRules(poll, { option, parent }) };
}

const unloaded = { votableOptions: undefined, fileIds: [] } as const;

const compares = ({ rules }: Plan): boolean => rules?.type.compares === true;

const participantsOf = (plans: readonly Plan[]): bigint[] =>
  unique(plans.map(({ question }) => question.participant.id));

const byId = (one: bigint, other: bigint): number => (one < other ? -1 : 1);

async function loadParticipantVotes(
  tx: Transaction,
  plans: readonly Plan[],
  { offers, branching }: Pick<VotingFacts, "offers" | "branching">,
  reading: "what_matters" | "all_votes",
): Promise<Pick<VotingFacts, "participantVotes" | "times">> {
  const needsAll = ({ question }: Plan): boolean =>
    reading === "all_votes" || branching.has(question.participant.id);
  const wanted = plans.map((plan) => ({
    participantId: plan.question.participant.id,
    optionIds: needsAll(plan) ? undefined : optionsThatMatter(plan, offers),
  }));
  const unconfirmed = plans.filter(
    ({ question }) => question.participant.confirmedAt === undefined,
  );
  const [votes, held, ballots] = await Promise.all([
    findVotes(tx, wanted),
    findHeldVotes(tx, participantsOf(unconfirmed)),
    findBallots(tx, daysOf(plans.filter((plan) => !needsAll(plan)))),
  ]);
  const votesOf = groupBy(votes, ({ participantId }) => participantId);
  const heldOf = groupBy(held, ({ participantId }) => participantId);
  const participantVotes = new Map<bigint, ParticipantVotes>();
  for (const { question } of plans) {
    const { id } = question.participant;
    if (participantVotes.has(id)) continue;
    participantVotes.set(id, {
      votes: listed(question, votesOf.get(id)),
      held: listed(question, heldOf.get(id)),
      unlisted: {
        ...nothingUnlisted,
        countingDays: ballots.get(id) ?? nothingUnlisted.countingDays,
      },
    });
  }
  const times = new Map([...votes, ...held].map((vote) => [vote.publicId, vote]));
  return { participantVotes, times };
}

/** Undefined: votes on all options. */
function optionsThatMatter(
  { question: { participant, option }, rules }: Plan,
  offers: ReadonlyMap<bigint, Pair>,
): readonly bigint[] | undefined {
  if (rules?.limitPerVoter !== undefined || rules?.type.unique === true) return undefined;
  const pair = rules?.type.compares === true ? offers.get(participant.id) : undefined;
  return pair === undefined ? [option.id] : unique([option.id, ...pair]);
}

function daysOf(plans: readonly Plan[]): DaysByParticipant {
  const days = new Map<bigint, Set<string | undefined>>();
  for (const { question, voteDate } of plans) {
    const { id } = question.participant;
    const known = days.get(id);
    if (known === undefined) days.set(id, new Set([voteDate]));
    else known.add(voteDate);
  }
  return days;
}

/** A participant's votes. Each has the survey step of its limits, and whether it takes a place. */
const listed = (
  { poll, participant, now, placesAt }: VoteInQuestion,
  votes: readonly FoundVote[] = [],
): ListedVote[] =>
  votes.map(({ parentId, ...vote }) => ({
    stepId: limitStepOf(poll, parentId),
    placeless: isPlaceless(vote, participant, placesAt ?? now),
    // Last, because properties after a spread are slow (docs/performance.md#spreads).
    ...vote,
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
  const asking = plans.filter((plan) => asksForFiles(plan) || takesRanks(plan));
  const [places, loaded] = await Promise.all([
    countPlaces(
      tx,
      limited.map(({ question: { poll, option, now, placesAt }, voteDate }) => ({
        option,
        voteDate,
        unpaidAt: hasVotingWallet(poll) ? (placesAt ?? now) : undefined,
      })),
    ),
    Promise.all(asking.map((plan) => loadFacts(tx, plan))),
  ]);
  const placesOf = new Map(limited.map((plan, index) => [plan, places[index] ?? 0]));
  const loadedOf = new Map(asking.map((plan, index) => [plan, loaded[index] ?? unloaded]));
  const options = new Map<VoteInQuestion, OptionFacts>();
  for (const plan of plans) {
    const { votableOptions, fileIds } = loadedOf.get(plan) ?? unloaded;
    options.set(plan.question, {
      option: plan.question.option,
      parent: plan.parent,
      visible: isVisible(plan),
      offered: isOffered(lineageOf(plan), plan.question.participant.ownerKey),
      placesTaken: placesOf.get(plan),
      votableOptions,
      fileIds,
    });
  }
  return options;
}

const lineageOf = ({ question: { option }, parent }: Pick<Plan, "question" | "parent">) =>
  parent === undefined ? ([option] as const) : ([option, parent] as const);

function isVisible(plan: Plan): boolean {
  const { poll, viewer, now } = plan.question;
  if (viewer.access === "admin") return true;
  const { ownerKey } = viewer;
  return optionVisibleToMember({ poll, lineage: lineageOf(plan), ownerKey, now });
}

const asksForFiles = ({ question: { option } }: Plan): boolean =>
  option.inputType === "file" && optionTypes.get(option.type).isInput;

const takesRanks = ({ rules }: Plan): boolean => rules?.type.ratedBy === "ranks";

async function loadFacts(
  tx: Transaction,
  plan: Plan,
): Promise<Pick<OptionFacts, "votableOptions" | "fileIds">> {
  const { poll, option, participant } = plan.question;
  return {
    votableOptions: takesRanks(plan)
      ? await countVotable(tx, poll.id, plan.rules?.stepId, { never: neverVotable, groups })
      : undefined,
    fileIds: asksForFiles(plan) ? await ownChildren(tx, option.id, participant.ownerKey) : [],
  };
}
