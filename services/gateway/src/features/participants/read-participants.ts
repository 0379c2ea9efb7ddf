import type { BaseUrl } from "@polls/config";
import { invitedByMail, waitingPositions } from "@polls/db/participants";
import type { PrismaQueryable } from "@polls/db/sql";
import { type AccessLevel, type Actor, ownerKeyOf, owns } from "@polls/domain/access";
import { isPollOfDates } from "@polls/domain/decisions";
import {
  isAnonymous,
  type Participant,
  participantVisible,
  showParticipant,
} from "@polls/domain/participants";
import { participationFeeOf } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import type { z } from "zod";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import { mailStates } from "../opt-ins/opt-ins.repository";
import { paymentUrlsOfParticipants } from "../payments/payment-urls";
import {
  countParticipants,
  findParticipant,
  type ParticipantReader,
  pageOfParticipants,
} from "./participants.repository";
import type { ParticipantResponse } from "./participants.schema";
import { loadProgress } from "./participation-progress";

export interface ParticipantReading {
  readonly poll: Poll;
  readonly access: AccessLevel;
  readonly actor: Actor;
  readonly baseUrl: BaseUrl;
}

type ParticipantWire = z.input<typeof ParticipantResponse>;

/** Presents participants with the fields that the reader sees, and their progress. */
export async function presentParticipants(
  queryable: PrismaQueryable,
  { poll, access, actor, baseUrl }: ParticipantReading,
  participants: readonly Participant[],
): Promise<ParticipantWire[]> {
  const progress = await loadProgress(queryable, poll, participants);
  const mails =
    access === "admin" && poll.settings.double_opt_in
      ? await mailStates(queryable, participants)
      : new Map<bigint, string>();
  const ids = participants.map(({ id }) => id);
  const payable = participationFeeOf(poll) === undefined ? [] : ids;
  const paymentUrls = await paymentUrlsOfParticipants(queryable, payable, baseUrl);
  const waiting = participants.filter(({ place }) => place === "waiting").map(({ id }) => id);
  const positions = await waitingPositions(queryable, poll.id, waiting);
  const usesAddress = poll.settings.double_opt_in || isPollOfDates(poll);
  const own = usesAddress ? participants.filter((each) => owns(actor, each)) : [];
  const invited = await invitedByMail(
    queryable,
    own.map(({ id }) => id),
  );
  return participants.map((participant) =>
    showParticipant(
      participant,
      { poll, access, isOwner: owns(actor, participant) },
      {
        ...progress.of(participant),
        mailState: mails.get(participant.id),
        waitingPosition: positions.get(participant.id),
        paymentUrl: paymentUrls.get(participant.id),
        invitedByMail: invited.has(participant.id) || undefined,
      },
    ),
  ) as ParticipantWire[];
}

export async function readParticipant(
  queryable: PrismaQueryable,
  reading: ParticipantReading,
  publicId: string,
): Promise<ParticipantWire> {
  const { poll, access, actor } = reading;
  const participant = await findParticipant(queryable, poll.id, publicId);
  if (!participantVisible(participant, { poll, access, isOwner: owns(actor, participant) })) {
    throw new NotFound("Participant");
  }
  return presentParticipant(queryable, reading, participant);
}

export async function presentParticipant(
  queryable: PrismaQueryable,
  reading: ParticipantReading,
  participant: Participant,
): Promise<ParticipantWire> {
  const [shown] = await presentParticipants(queryable, reading, [participant]);
  if (shown === undefined) throw new Error("a participant was not shown");
  return shown;
}

/** Reads one page of the participants that the reader could read one by one, newest first. */
export async function readParticipants(
  queryable: PrismaQueryable,
  reading: ParticipantReading,
  page: ListPage,
): Promise<{ readonly participants: readonly ParticipantWire[]; readonly total: number }> {
  const { poll, access, actor } = reading;
  const reader: ParticipantReader =
    access === "admin"
      ? "admin"
      : { ownerKey: ownerKeyOf(actor), others: !poll.settings.hidden_participants };
  const total = await countParticipants(queryable, poll.id, reader);
  const anonymous = isAnonymous(poll, access);
  const window = { limit: page.perPage, offset: offsetOf(page), total, anonymous };
  const participants = await pageOfParticipants(queryable, poll.id, reader, window);
  return {
    total,
    participants: await presentParticipants(queryable, reading, participants),
  };
}
