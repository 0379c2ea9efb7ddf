import { optionsHaveVotes, type PrismaQueryable, subtreeIds } from "@polls/db";
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
import { countOwn } from "./own-options";
import { findVisibleOption, type VisibleOption } from "./visible-option";

/** Classes whose children members may create also without `allow_new_options`: answers and drawings. */
const answerable = optionTypes.all
  .filter(({ isInput, isStep }) => isInput || isStep)
  .map(({ name }) => name);

/**
 * Refuses files, before they are stored, of a caller who may create no option anywhere in the poll. The body is
 * checked later.
 */
export async function admitNewOption(
  queryable: PrismaQueryable,
  caller: PollCaller,
): Promise<void> {
  const { poll, access, actor, now } = caller;
  if (access === "admin") return;
  const ownerKey = ownerKeyOf(actor);
  const own = ownerKey && (await countOwn(queryable, poll, ownerKey, undefined));
  const decide = (createdBy: "as_top_level" | "every_actor_once") =>
    mayCreateOption({
      ...{ poll, now, access, ownerKey, createdBy },
      ownOptions: own?.options ?? 0,
      ownSiblings: 0,
    });
  const decision = decide("as_top_level");
  if (decision.allowed) return;
  const answerables = await queryable.prisma.option.count({
    where: { pollId: poll.id, type: { in: answerable } },
  });
  refuse(answerables === 0 ? decision : decide("every_actor_once"));
}

/** Refuses files, before they are stored, for an option that the caller may not update. */
export const admitOptionChange = async (
  queryable: PrismaQueryable,
  caller: PollCaller,
  publicId: string,
): Promise<void> =>
  requireMayUpdate(queryable, caller, await findVisibleOption(queryable, caller, publicId));

/** Throws 422 when the caller may not update the option. */
export async function requireMayUpdate(
  queryable: PrismaQueryable,
  caller: PollCaller,
  { record: { option } }: VisibleOption,
): Promise<void> {
  const { poll, access, now } = caller;
  refuse(
    mayUpdateOption({
      ...{ poll, now, access, isOwn: owns(caller.actor, option) },
      hasVotes: await optionsHaveVotes(queryable, poll.id, await subtreeIds(queryable, option)),
    }),
  );
}

function refuse(decision: Decision<OptionCreationRefusal | OptionUpdateRefusal>): void {
  if (decision.allowed) return;
  throw new Invalid({ base: [optionRefusals[decision.because]] }, decision.because);
}
