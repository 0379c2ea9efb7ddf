import type { Prisma } from "@polls/db/connection";
import { applyParticipant } from "@polls/db/options";
import { touchPollTally } from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { hasManageScope, owns, type PollCaller } from "@polls/domain/access";
import { accepted, changesNothing } from "@polls/domain/input";
import {
  hasOnlyAdminFlags,
  isVoterRepresentation,
  mayUpdateParticipant,
  type Participant,
  type ParticipantChange,
  participantRefusals,
  participantVisible,
  readUpdateParticipant,
} from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { participantCounts } from "@polls/domain/votes";
import { scopeMissing } from "../../http/routing/authenticate";
import { lockParticipant } from "./participants.repository";
import { loadHeldAnswers, loadProgress } from "./participation-progress";
import { type ParticipantReading, presentParticipants } from "./read-participants";

export interface UpdateParticipant extends ParticipantReading, PollCaller {
  readonly publicId: string;
  readonly body: unknown;
}

/** The votes of a fraudulent participant are removed from the tallies. */
export async function updateParticipant(
  tx: PrismaTransaction,
  command: UpdateParticipant,
): Promise<{ readonly participant: Participant; readonly unchanged: boolean }> {
  const { poll, access, actor, now } = command;
  const participant = await lockParticipant(tx, poll.id, command.publicId);
  const isOwn = owns(actor, participant);
  if (!participantVisible(participant, { poll, access, isOwner: isOwn })) {
    throw new NotFound("Participant");
  }
  if (!isOwn && access !== "admin") throw new NotFound("Participant");
  const isShown = isVoterRepresentation(command.body);
  const [shown = {}] = isShown ? await presentParticipants(tx, command, [participant]) : [];
  const change = accepted(readUpdateParticipant(command.body, poll, access, participant, shown));
  const setsFlags = change.fraudulent !== undefined || change.jury !== undefined;
  if (setsFlags && !hasManageScope(actor)) throw scopeMissing("manage");
  const isUnchanged = isShown && Object.keys(change).length === 0;
  const decision = mayUpdateParticipant({
    poll,
    now,
    access,
    isOwn,
    onlyAdminFlags: isUnchanged || hasOnlyAdminFlags(change),
    reopens: participant.complete && change.complete === false,
  });
  if (!decision.allowed) {
    if (decision.because === "not_yours") throw new NotFound("Participant");
    const [attribute, sentence] = participantRefusals[decision.because];
    throw new Invalid({ [attribute]: [sentence] }, decision.because);
  }
  if (change.complete === true) await requireAnswers(tx, poll, participant);
  if (changesNothing(change, participant)) return { participant, unchanged: true };

  const row = await tx.prisma.participant.update({
    where: { id: participant.id },
    // A change that only admins see must not change `updated_at`, which others see.
    data: { ...columnsOf(change), ...(!hasOnlyAdminFlags(change) && { updatedAt: now }) },
  });
  const changed = participantFromRow(row);
  await moveVotes(tx, participant, changed);
  // The results count the jury.
  if (changed.jury !== participant.jury) await touchPollTally(tx, poll.id);
  return { participant: changed, unchanged: false };
}

const columnsOf = ({ additionalAttributes, ...columns }: ParticipantChange) =>
  ({
    ...columns,
    ...(additionalAttributes !== undefined && {
      additionalAttributes: { ...additionalAttributes },
    }),
  }) satisfies Prisma.ParticipantUpdateInput;

/** A survey cannot be complete while mandatory answers are missing, or votes that must be cast. */
async function requireAnswers(
  tx: PrismaTransaction,
  poll: Poll,
  participant: Participant,
): Promise<void> {
  const progress = await loadProgress(tx, poll, [participant]);
  const held = await loadHeldAnswers(tx, participant);
  if (progress.lacksAnswers(participant, held)) {
    throw new Invalid({ complete: ["is not possible while mandatory answers are missing"] });
  }
  const left = progress.votesLeft(participant, held);
  if (left === 0) return;
  const what = poll.settings.require_all_dots ? "unspent dots are left" : "votes are missing";
  throw new Invalid({ complete: [`is not possible while ${what}: ${left}`] });
}

async function moveVotes(
  tx: PrismaTransaction,
  before: Participant,
  after: Participant,
): Promise<void> {
  const change = Number(participantCounts(after)) - Number(participantCounts(before));
  if (change === 0) return;
  const { pollId, id: participantId } = after;
  await applyParticipant(tx, { pollId, participantId }, change > 0 ? 1 : -1);
}
