import {
  deleteOptions,
  lockSiblings,
  paidForOptions,
  shiftPositions,
  subtreeIds,
} from "@polls/db/options";
import type { PrismaTransaction } from "@polls/db/sql";
import { owns, type PollCaller } from "@polls/domain/access";
import { mayDeleteOption, optionRefusals } from "@polls/domain/options";
import { Undeletable } from "@polls/domain/refusals";
import { endPayablePayments, noteEvent } from "@polls/jobs/outbox";
import { areDecided } from "./option-facts";
import { deleteFiles } from "./option-files";
import { findVisibleOption } from "./option-rows";
import { fixedByVotes } from "./option-use";
import { isUsedInBranching } from "./steps";

/** The transaction holds the exclusive lock of the poll (docs/reference/options.md#deletion). */
export async function deleteOption(
  tx: PrismaTransaction,
  caller: PollCaller,
  publicId: string,
): Promise<void> {
  const { poll, access, now } = caller;
  const {
    record: { option },
  } = await findVisibleOption(tx, caller, publicId);
  const ids = await subtreeIds(tx, option);
  const decision = mayDeleteOption({
    poll,
    now,
    access,
    isOwn: owns(caller.actor, option),
    hasVotes: await fixedByVotes(tx, poll, ids),
    decided: await areDecided(tx, poll, ids),
    usedInBranching: await isUsedInBranching(tx, poll, new Set(ids)),
    ...(await paidForOptions(tx, poll.id, ids)),
  });
  if (!decision.allowed) throw new Undeletable(optionRefusals[decision.because], decision.because);

  await endPayablePayments(tx, { optionId: { in: [...ids] } }, now);
  const attachmentIds = await deleteOptions(tx, poll.id, ids);
  await lockSiblings(tx, option);
  await shiftPositions(tx, option, { from: option.position + 1, by: -1 });
  await deleteFiles(tx, attachmentIds);
  const subjectId = option.publicId;
  await noteEvent(tx, { type: "option.deleted", pollId: poll.id, subjectId, now });
}
