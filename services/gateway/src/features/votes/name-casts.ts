import type { CastRowNames, LockedRows } from "@polls/db/votes";
import {
  type AccessLevel,
  type AdmissionRule,
  admit,
  ownerKeyOf,
  type PollRequest,
} from "@polls/domain/access";
import type { Reading } from "@polls/domain/input";
import type { Voter } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import type { Cast } from "@polls/domain/votes";
import type { Unwritten } from "../../http/routing/batches";
import type { CastBody } from "./vote-bodies.schema";
import type { VoteInQuestion } from "./voting-facts";

export interface CastRequest {
  readonly rule: AdmissionRule;
  readonly call: PollRequest;
  /** Problems of a body are reported after those of the poll. */
  readonly bodies: readonly Reading<CastBody>[];
}

/** What requests to cast votes name: polls, participants and options. */
export function namesOf(requests: readonly CastRequest[]): CastRowNames {
  const pollHashes = new Set<string>();
  const participantIds = new Set<string>();
  const optionIds = new Set<string>();
  for (const { call, bodies } of requests) {
    pollHashes.add(call.pollHash);
    for (const body of bodies) {
      if (!body.ok) continue;
      participantIds.add(body.value.participantId);
      optionIds.add(body.value.optionId);
    }
  }
  return {
    pollHashes: [...pollHashes],
    participantIds: [...participantIds],
    optionIds: [...optionIds],
  };
}

/** An admitted cast with the rows that its body names. */
export interface NamedCast extends Pick<PollRequest, "actor"> {
  readonly kind: "named";
  readonly access: AccessLevel;
  readonly now: Date;
  readonly poll: Poll;
  readonly cast: Cast;
  readonly participant: Voter | undefined;
  /** Undefined: the poll has no such participant or option. */
  readonly question: VoteInQuestion | undefined;
}

/** Admits a request once for all its votes. */
export function nameCasts(
  request: CastRequest,
  rows: LockedRows,
  now: Date | undefined,
): readonly (NamedCast | Unwritten)[] {
  const { rule, call, bodies } = request;
  const found = rows.polls.get(call.pollHash);
  const admission = admit(rule, call, { poll: found, participations: [] });
  if (admission.kind === "refused") return bodies.map(() => ({ ...admission, unadmitted: true }));
  if (admission.kind !== "admitted") return bodies.map(() => admission);
  if (now === undefined) throw new Error("the time of the locked poll is missing");
  const { actor } = call;
  const { poll, access } = admission;
  if (access !== "admin" && nameSeveralParticipants(bodies)) {
    return bodies.map(() => ({
      kind: "refused",
      refusal: severalParticipants(),
      unadmitted: true,
    }));
  }
  const viewer = { access, ownerKey: ownerKeyOf(actor) };
  return bodies.map((body) => {
    if (!body.ok) return { kind: "refused", refusal: new Invalid(body.errors) };
    const { participantId, optionId, cast } = body.value;
    const participant = inPoll(rows.participants.get(participantId), poll);
    const option = inPoll(rows.options.get(optionId), poll);
    const question = participant && option && { poll, participant, option, viewer, now };
    return { kind: "named", poll, actor, access, now, cast, participant, question };
  });
}

const nameSeveralParticipants = ([first, ...others]: CastRequest["bodies"]): boolean =>
  others.length > 0 &&
  new Set([first, ...others].flatMap((body) => (body?.ok ? [body.value.participantId] : []))).size >
    1;

const severalParticipants = () =>
  new Invalid({ votes: ["must belong to one participant, unless an admin casts them"] });

const inPoll = <Row extends { readonly pollId: bigint }>(
  row: Row | undefined,
  poll: Poll,
): Row | undefined => (row?.pollId === poll.id ? row : undefined);
