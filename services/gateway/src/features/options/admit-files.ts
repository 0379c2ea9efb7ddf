import { subtreeIds } from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import { ownerKeyOf, owns, type PollCaller } from "@polls/domain/access";
import { optionTypes } from "@polls/domain/option-types";
import {
  mayCreateOption,
  mayUpdateOption,
  type OptionCreationRefusal,
  type OptionUpdateRefusal,
  optionRefusals,
} from "@polls/domain/options";
import { type Decision, Invalid } from "@polls/domain/refusals";
import { type KnownFiles, ruleOfNewOption, ruleOfOption } from "./file-rule";
import { fixedByVotes } from "./option-use";
import { countOwn } from "./own-options";
import { findVisibleOption, type VisibleOption } from "./visible-option";

/**
 * Classes whose children members may create even without `allow_new_options`: answers and drawings.
 */
const answerable = optionTypes.all
  .filter(({ isInput, isStep }) => isInput || isStep)
  .map(({ name }) => name);

/**
 * Refuses files before they are stored, if the caller may not create any option in the poll.
 * Returns the rule for files of a new option. The body is checked later.
 */
export async function admitNewOption(
  queryable: PrismaQueryable,
  caller: PollCaller,
): Promise<KnownFiles> {
  const { poll, access, actor, now } = caller;
  const mayAnswer = async () =>
    (await queryable.prisma.option.count({
      where: { pollId: poll.id, type: { in: answerable } },
    })) > 0;
  if (access === "admin") return ruleOfNewOption(caller, { mayAnswer: await mayAnswer() });
  const ownerKey = ownerKeyOf(actor);
  const own = ownerKey && (await countOwn(queryable, poll, ownerKey, undefined));
  const decide = (createdBy: "as_top_level" | "every_actor_once") =>
    mayCreateOption({
      poll,
      now,
      access,
      ownerKey,
      createdBy,
      ownOptions: own?.options ?? 0,
      ownSiblings: 0,
    });
  const decision = decide("as_top_level");
  const answers = await mayAnswer();
  if (!decision.allowed) requireAllowed(answers ? decide("every_actor_once") : decision);
  return ruleOfNewOption(caller, { mayAnswer: answers });
}

/**
 * Refuses files before they are stored, if the caller may not update the option. Returns the rule
 * for its files.
 */
export async function admitOptionChange(
  queryable: PrismaQueryable,
  caller: PollCaller,
  publicId: string,
): Promise<KnownFiles> {
  const seen = await findVisibleOption(queryable, caller, publicId);
  await requireMayUpdate(queryable, caller, seen);
  return ruleOfOption(caller.poll, seen.record.option.type);
}

/** Throws 422 if the caller may not update the option. */
export async function requireMayUpdate(
  queryable: PrismaQueryable,
  caller: PollCaller,
  { record: { option } }: VisibleOption,
): Promise<void> {
  const { poll, access, now } = caller;
  requireAllowed(
    mayUpdateOption({
      poll,
      now,
      access,
      isOwn: owns(caller.actor, option),
      hasVotes: await fixedByVotes(queryable, poll, await subtreeIds(queryable, option)),
    }),
  );
}

/** Throws the refusal of a decision, if it is one. */
export function requireAllowed(
  decision: Decision<OptionCreationRefusal | OptionUpdateRefusal>,
): void {
  if (decision.allowed) return;
  throw new Invalid({ base: [optionRefusals[decision.because]] }, decision.because);
}
