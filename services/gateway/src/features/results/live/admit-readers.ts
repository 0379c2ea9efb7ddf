import { findVoters } from "@polls/db/participants";
import { findPoll } from "@polls/db/polls";
import { inSnapshot, type PrismaQueryable } from "@polls/db/sql";
import {
  type Actor,
  admit,
  type OwnParticipation,
  ownerKeyOf,
  type PollCaller,
  restrictsView,
} from "@polls/domain/access";
import { groupBy } from "@polls/domain/grouping";
import { dependsOnOwnVote, ratingVisibility } from "@polls/domain/ratings";
import { Refusal } from "@polls/domain/refusals";
import type { Deps } from "../../../deps";
import { Problem } from "../../../http/replies/problem";
import { readContentRule } from "../../../http/routing/poll-rules";
import type { Subscriber } from "./stream-response";

export type AdmissionNeeds = Pick<Deps, "authenticator" | "momentOf" | "db" | "serviceState">;

/** The subscribers of a poll who may not read its results any more. */
export async function findRefused<Reader extends Subscriber>(
  readers: readonly Reader[],
  deps: AdmissionNeeds,
): Promise<readonly Reader[]> {
  const actors = await authenticateReaders(readers, deps);
  const callers = await inSnapshot(deps.db, (db) => admitReaders(db, actors, deps.momentOf), {
    large: true,
  });
  return readers.filter((reader) => !callers.has(reader));
}

/** Whether the client is refused, which ends its stream. Other errors are errors of the service. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof Problem && error.status < 500);

/** Authenticates subscribers again. Subscribers without an entry in the result are refused. */
export async function authenticateReaders<Reader extends Subscriber>(
  readers: readonly Reader[],
  { authenticator, serviceState }: Pick<Deps, "authenticator" | "serviceState">,
): Promise<ReadonlyMap<Reader, Actor>> {
  await serviceState.follow();
  const actors = new Map<Reader, Actor>();
  await Promise.all(
    readers.map(async (reader) => {
      try {
        actors.set(reader, await authenticator.authenticate(reader.credentials, "read"));
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    }),
  );
  return actors;
}

/**
 * Admits subscribers of one poll like new requests. Those without an entry in the result are refused.
 * The number of statements does not depend on the number of subscribers.
 */
export async function admitReaders<Reader extends Subscriber>(
  queryable: PrismaQueryable,
  actors: ReadonlyMap<Reader, Actor>,
  momentOf: Deps["momentOf"],
): Promise<ReadonlyMap<Reader, PollCaller>> {
  const hashes = new Set([...actors.keys()].map(({ request }) => request.pollHash));
  const polls = new Map<string, Pick<PollCaller, "poll" | "now">>();
  for (const hash of hashes) {
    const found = await findPoll(queryable, hash);
    if (found !== undefined) polls.set(hash, { poll: found.poll, now: momentOf(found.moment) });
  }
  const participations = await participationsOf(queryable, polls, actors);
  const admitted = new Map<Reader, Omit<PollCaller, "hasVoted">>();
  for (const [reader, actor] of actors) {
    const found = polls.get(reader.request.pollHash);
    if (found === undefined) continue;
    const { poll, now } = found;
    const own = participations.get(ownerKeyOf(actor) ?? "") ?? [];
    const request = { ...reader.request, actor };
    const admission = admit(readContentRule, request, { poll, participations: own });
    if (admission.kind !== "admitted") continue;
    const { access, textLanguage } = admission;
    admitted.set(reader, { actor, now, poll: admission.poll, access, textLanguage });
  }
  const voters = await votersAmong(queryable, [...admitted.values()]);
  return new Map(
    [...admitted].flatMap(([reader, found]) => {
      const caller = { ...found, hasVoted: voters.has(ownerKeyOf(found.actor) ?? "") };
      return ratingVisibility(caller).ratings ? [[reader, caller] as const] : [];
    }),
  );
}

/** The owner keys of callers with a vote, if visibility depends on it. All callers read the same poll. */
async function votersAmong(
  queryable: PrismaQueryable,
  callers: readonly Pick<PollCaller, "poll" | "access" | "actor">[],
): Promise<ReadonlySet<string>> {
  const dependent = callers.filter(dependsOnOwnVote);
  const [first] = dependent;
  if (first === undefined) return new Set();
  const keys = new Set(dependent.flatMap(({ actor }) => ownerKeyOf(actor) ?? []));
  return findVoters(queryable, first.poll.id, [...keys]);
}

/** The participants of subscribers to whom a restricted view applies, by owner key. */
async function participationsOf(
  queryable: PrismaQueryable,
  polls: ReadonlyMap<string, Pick<PollCaller, "poll" | "now">>,
  actors: ReadonlyMap<Subscriber, Actor>,
): Promise<ReadonlyMap<string, readonly OwnParticipation[]>> {
  const keys = new Set<string>();
  const pollIds = new Set<bigint>();
  for (const [{ request }, actor] of actors) {
    const poll = polls.get(request.pollHash)?.poll;
    const key = ownerKeyOf(actor);
    if (poll === undefined || key === undefined) continue;
    if (!restrictsView(readContentRule, { ...request, actor }, poll)) continue;
    keys.add(key);
    pollIds.add(poll.id);
  }
  if (keys.size === 0) return new Map();
  const rows = await queryable.prisma.participant.findMany({
    where: { pollId: { in: [...pollIds] }, ownerKey: { in: [...keys] } },
    select: { ownerKey: true, jury: true, invitation: { select: { id: true } } },
  });
  return groupBy(
    rows.map(({ invitation, ...row }) => ({ ...row, invited: invitation !== null })),
    ({ ownerKey }) => ownerKey,
  );
}
