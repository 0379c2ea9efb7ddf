import { z } from "zod";
import { COMMENTS_MAX } from "../comments/comment";
import { entry } from "../input/fields";
import { optionTypes } from "../option-types";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { hasVotingWallet } from "../polls/status";
import { allow, type Decision, refuse } from "../refusals/decision";
import type { Option } from "./option";
import { isPublic } from "./option-visibility";

export const mergeOptionBody = z
  .strictObject({ option_id: entry().describe("The option into which it is merged.") })
  .meta({ id: "MergeOption", description: "The target of a merge." });

export type MergeRefusal = "not_mergeable" | "option_merged" | "merge_final" | "option_decided";

type Merged = Pick<Option, "id" | "parentId" | "type" | "approvalState" | "archived" | "paid">;

export interface MergeFacts {
  readonly poll: Pick<Poll, "type" | "settings">;
  readonly option: Merged;
  readonly target: Merged;
  readonly isMerged: boolean;
  readonly decided: boolean;
  readonly hasOptions: boolean;
  readonly votes: number;
  readonly comments: number;
}

/** Moving more votes would stop voting in the poll for too long. */
const MERGED_VOTES_MAX = 100_000;

/** Whether an option may be merged into another one (docs/reference/options.md#merging). */
export function mayMergeOptions(facts: MergeFacts): Decision<MergeRefusal> {
  const { poll, option, target, isMerged, decided, hasOptions, votes, comments } = facts;
  if (isMerged) return refuse("option_merged");
  if (decided) return refuse("option_decided");
  const { hasSteps, offersPairs } = pollTypes.get(poll.type);
  const both = [option, target];
  const isAllowed =
    option.id !== target.id &&
    !hasSteps &&
    !offersPairs &&
    !hasVotingWallet(poll) &&
    both.every(({ type, parentId }) => parentId === undefined && takesPlainVotes(type)) &&
    isPublic(target) &&
    !option.archived &&
    !hasOptions &&
    votes <= MERGED_VOTES_MAX &&
    comments <= COMMENTS_MAX;
  return isAllowed ? allow : refuse("not_mergeable");
}

/** Answers to different questions have no common meaning. */
const takesPlainVotes = (name: string): boolean => {
  const { votable, isInput } = optionTypes.get(name);
  return votable && !isInput;
};

const UNDO_MS = 24 * 3_600_000;

/** Until when a merge can be undone. */
export const mergeUndoableUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + UNDO_MS);

/** Whether a merge can be undone. A merge of its target must be undone first. */
export const isUndoable = (
  merge: { readonly mergedAt: Date; readonly targetIsMerged: boolean },
  now: Date,
): boolean => !merge.targetIsMerged && now < mergeUndoableUntil(merge.mergedAt);
