import { createHmac } from "node:crypto";
import type { Prisma } from "@polls/db/connection";
import { hasOwnParticipant, lockOpenInvitation } from "@polls/db/participants";
import { addToPollTally } from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import { inInserts, lockByName, type PrismaTransaction } from "@polls/db/sql";
import { linkDigest, newPublicId } from "@polls/db/tokens";
import {
  type Actor,
  isVisitor,
  ownerKeyOf,
  type PollCaller,
  provenBy,
  providerOfPoll,
} from "@polls/domain/access";
import { accepted } from "@polls/domain/input";
import {
  eventSubject,
  isOnce,
  mayTakePart,
  type Participant,
  type ParticipantDraft,
  type ParticipantPlace,
  type PersonalSubject,
  participantRefusals,
  readCreateParticipant,
  readOptInAddress,
  type TakePartRefusal,
} from "@polls/domain/participants";
import { participationFeeOf } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { placeKeptFrom } from "@polls/domain/votes";
import { noteEvent, noteEvents } from "@polls/jobs/outbox";
import type { Config } from "../../config";
import type { MailRequest } from "../../http/limits/mail-request";
import { networkOf } from "../../http/request/client-address";
import type { MailSettings } from "../../stored-keys";
import { requestOptIn } from "../opt-ins/request-opt-in";
import { openFee } from "../payments/open-fee";
import { requireReadyPayee } from "../payments/require-payments";
import { placesOfNew } from "../places/places";
import { countFromAddress, newestOwnParticipant } from "./participants.repository";

export interface CreateParticipant extends PollCaller {
  readonly body: unknown;
  readonly clientAddress: string;
  readonly mail: MailRequest;
}

type Terms = MailSettings & Pick<Config, "payments" | "signIn">;

/** What a transaction knows of its caller, for whom it may create several participants. */
interface Creations {
  readonly placeOfNew: () => Promise<ParticipantPlace>;
  /** Read with the first participant, under locks, and kept up to date. */
  own: { takesPart: boolean; fromSameAddress: number } | undefined;
  /** Rows that are written together. */
  readonly rows: Prisma.ParticipantCreateManyInput[];
}

const startCreations = (tx: PrismaTransaction, { poll, now }: PollCaller): Creations => ({
  placeOfNew: placesOfNew(tx, poll, now),
  own: undefined,
  rows: [],
});

/** Throws 422 with all problems (docs/reference/participants.md#creation). */
export async function createParticipant(
  tx: PrismaTransaction,
  command: CreateParticipant,
  terms: Terms,
): Promise<Participant> {
  const { poll, now } = command;
  const planned = await planParticipant(tx, command, terms, startCreations(tx, command));
  const { fee, invitationId } = planned;
  const row = await tx.prisma.participant.create({ data: planned.row });
  if (fee !== undefined) await openFee(tx, fee, { poll, participantId: row.id, now }, terms);
  if (invitationId !== undefined) {
    const data = { participantId: row.id, usedAt: now };
    await tx.prisma.invitation.update({ where: { id: invitationId }, data });
  }
  await noteEvent(tx, {
    type: "participant.created",
    pollId: poll.id,
    now,
    ...eventSubject(poll, row),
  });
  if (row.confirmedAt !== null) await addToPollTally(tx, poll.id, { participants: 1 });
  else if (row.optinEmail !== null) {
    const optIn = { poll, participant: row, email: row.optinEmail, mail: command.mail, now };
    await requestOptIn(tx, optIn, terms);
  }
  return participantFromRow(row);
}

/**
 * Runs `work`, which creates participants for one caller, by their bodies, and gets their public ids. They use no invitation,
 * and have nothing to confirm or pay. They are written together, because a statement for each would take seconds.
 */
export async function withParticipants<Result>(
  tx: PrismaTransaction,
  caller: Omit<CreateParticipant, "body">,
  terms: Terms,
  work: (create: (body: unknown) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const { poll, now } = caller;
  const creations = startCreations(tx, caller);
  const subjectIds: PersonalSubject[] = [];
  const result = await work(async (body) => {
    const { row } = await planParticipant(tx, { ...caller, body }, terms, creations);
    creations.rows.push(row);
    subjectIds.push(eventSubject(poll, row).subjectId);
    return row.publicId;
  });
  await writeRows(tx, creations);
  await noteEvents(tx, { type: "participant.created", pollId: poll.id, subjectIds, now });
  await addToPollTally(tx, poll.id, { participants: subjectIds.length });
  return result;
}

async function writeRows(tx: PrismaTransaction, { rows }: Creations): Promise<void> {
  for (const data of inInserts(rows.splice(0))) {
    await tx.prisma.participant.createMany({ data });
  }
}

/** The row of a participant that may be created. Otherwise throws 422. */
async function planParticipant(
  tx: PrismaTransaction,
  command: CreateParticipant,
  terms: Terms,
  creations: Creations,
) {
  const { poll, access, actor, now } = command;

  const draft = accepted(readCreateParticipant(command.body, poll));
  const ownerKey = ownerKeyOf(actor);
  const addressKey =
    poll.settings.participant_limitation_type === "check_ip"
      ? addressKeyOf(poll, command.clientAddress, terms.storedKeys.clientAddresses)
      : undefined;

  const visits = isVisitor(actor);
  const proof = proofOf(poll, actor, terms);
  if (creations.own === undefined) {
    if (isOnce(poll, visits) || proof === "given" || addressKey !== undefined)
      await lockLimits(tx, poll, [ownerKey, addressKey]);
    creations.own = {
      takesPart: ownerKey !== undefined && (await hasOwnParticipant(tx, poll.id, ownerKey)),
      fromSameAddress:
        addressKey === undefined ? 0 : await countFromAddress(tx, poll.id, addressKey),
    };
  }
  const { own } = creations;
  const invitation =
    draft.invitation === undefined
      ? undefined
      : await lockOpenInvitation(tx, poll.id, linkDigest(draft.invitation));
  const decision = mayTakePart({
    poll,
    now,
    access,
    ownerKey,
    isVisitor: visits,
    proof,
    ...own,
    invitation:
      draft.invitation === undefined ? undefined : invitation === undefined ? "bad" : "good",
  });
  if (!decision.allowed) {
    await writeRows(tx, creations);
    const newest = ownerKey && (await newestOwnParticipant(tx, poll.id, ownerKey));
    throw refusalFor(decision.because, newest);
  }
  if (ownerKey === undefined) throw new Error("an anonymous reader was allowed to participate");
  const invited = invitation?.email ?? undefined;
  const optinEmail = accepted(readOptInAddress(draft.optinEmail, invited, poll));

  const fee = participationFeeOf(poll);
  const owes = fee?.kind === "voting_fee";
  if (owes) await requireReadyPayee(tx, poll, terms);
  const row = {
    ...columnsOf({ ...draft, optinEmail }),
    publicId: newPublicId(),
    pollId: poll.id,
    ownerKey,
    confirmedAt: poll.settings.double_opt_in ? null : now,
    addressKey: addressKey ?? null,
    jury: invitation?.jury ?? false,
    paid: owes ? false : null,
    placeUntil: owes ? placeKeptFrom(now) : null,
    place: await creations.placeOfNew(),
    createdAt: now,
    updatedAt: now,
  };
  own.takesPart = true;
  own.fromSameAddress += addressKey === undefined ? 0 : 1;
  return { row, fee, invitationId: invitation?.id };
}

const columnsOf = (draft: ParticipantDraft) => ({
  userName: draft.userName ?? null,
  optinEmail: draft.optinEmail ?? null,
  termsAccepted: draft.termsAccepted ?? null,
  privacyPolicyAccepted: draft.privacyPolicyAccepted ?? null,
  additionalAttributes: { ...draft.additionalAttributes },
});

/** Whether the actor proved to be one person. Undefined: the poll asks for no proof. */
function proofOf({ settings }: Poll, actor: Actor, { signIn }: Pick<Config, "signIn">) {
  const wanted = providerOfPoll(settings, signIn.providers);
  if (wanted === undefined) return undefined;
  return provenBy(actor) === wanted ? "given" : "missing";
}

/** Stored only if the poll limits client addresses. It differs in each poll. */
const addressKeyOf = (poll: Poll, address: string, key: string): string =>
  createHmac("sha256", key)
    .update(`${poll.id}:${networkOf(address)}`)
    .digest("base64url");

/** Serializes creations by one owner or address, so that each counts the previous ones. */
async function lockLimits(
  tx: PrismaTransaction,
  poll: Poll,
  keys: readonly (string | undefined)[],
): Promise<void> {
  for (const key of keys.filter((one) => one !== undefined).sort()) {
    await lockByName(tx, `participant of ${poll.id}: ${key}`);
  }
}

function refusalFor(because: TakePartRefusal, mine: Participant | undefined): Invalid {
  const [attribute, sentence] = participantRefusals[because];
  const extra =
    because === "already_participating" && mine !== undefined ? { voter_id: mine.publicId } : {};
  return new Invalid({ [attribute]: [sentence] }, because, extra);
}
