import { findOptionOwners } from "@polls/db/options";
import { findVoters } from "@polls/db/participants";
import { findPoll } from "@polls/db/polls";
import type { PrismaQueryable } from "@polls/db/sql";
import {
  type Actor,
  admit,
  hasManageScope,
  type OwnParticipation,
  ownerKeyOf,
  type PollCaller,
  restrictsView,
} from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { dependsOnOwnVote, ratingVisibility } from "@polls/domain/ratings";
import { Refusal } from "@polls/domain/refusals";
import type { Deps } from "../../../deps";
import { Problem } from "../../../http/replies/problem";
import type { Authenticator } from "../../../http/routing/authenticate";
import { readContentRule } from "../../../http/routing/poll-rules";
import type { Subscriber } from "./stream-response";

/** Whether the client is refused, which ends its stream. Other errors are errors of the service. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof Problem && error.status < 500);

/** Authenticates subscribers again. Subscribers without an entry in the result are refused. */
export async function authenticateReaders<Reader extends Subscriber>(
  readers: readonly Reader[],
  authenticator: Authenticator,
): Promise<ReadonlyMap<Reader, Actor>> {
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
  const polls = new Map<string, FoundPoll>();
  for (const hash of hashes) {
    const found = await findPoll(queryable, hash);
    if (found !== undefined) {
      polls.set(hash, { poll: found.poll, now: momentOf(found.moment) });
    }
  }
  const participations = await participationsOf(queryable, polls, actors);
  const admitted = new Map<Reader, Omit<PollCaller, "hasVoted">>();
  for (const [reader, actor] of actors) {
    const found = polls.get(reader.request.pollHash);
    if (found === undefined) continue;
    const { poll, now } = found;
    const own = participations.get(ownerKeyOf(actor) ?? "") ?? [];
    const admission = admit(readContentRule, {
      ...reader.request,
      actor,
      poll,
      participations: own,
    });
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

interface FoundPoll {
  readonly poll: Poll;
  /** The time of the read, by the clock of the database. */
  readonly now: Date;
}

/** The participants of subscribers to whom a restricted view applies, by owner key. */
async function participationsOf(
  queryable: PrismaQueryable,
  polls: ReadonlyMap<string, FoundPoll>,
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
  const found = new Map<string, OwnParticipation[]>();
  if (keys.size === 0) return found;
  const rows = await queryable.prisma.participant.findMany({
    where: { pollId: { in: [...pollIds] }, ownerKey: { in: [...keys] } },
    select: { ownerKey: true, jury: true, invitation: { select: { id: true } } },
  });
  for (const { ownerKey, jury, invitation } of rows) {
    const known = found.get(ownerKey) ?? [];
    found.set(ownerKey, [...known, { jury, invited: invitation !== null }]);
  }
  return found;
}

/**
 * Groups subscribers who see the same results, largest first: all admins, and all members of one
 * language without own options or assignments.
 */
export async function groupByView<Reader extends Subscriber>(
  queryable: PrismaQueryable,
  callers: ReadonlyMap<Reader, PollCaller>,
): Promise<readonly (readonly [Reader, ...Reader[]])[]> {
  const members = [...callers.values()].filter(({ access }) => access !== "admin");
  const keys = new Set(members.flatMap(({ actor }) => ownerKeyOf(actor) ?? []));
  const pollId = members[0]?.poll.id;
  const owners =
    pollId === undefined || keys.size === 0
      ? new Set<string>()
      : await findOptionOwners(queryable, pollId, [...keys]);
  const groups = new Map<string, [Reader, ...Reader[]]>();
  for (const [reader, { poll, access, actor, textLanguage }] of callers) {
    const ownerKey = access === "admin" ? undefined : ownerKeyOf(actor);
    const hasOwn =
      ownerKey !== undefined &&
      (poll.settings.target === "best_distribution" || owners.has(ownerKey));
    const view = JSON.stringify([
      ...[access, hasManageScope(actor), hasOwn ? ownerKey : null, reader.query, textLanguage],
    ]);
    const group = groups.get(view);
    if (group === undefined) groups.set(view, [reader]);
    else group.push(reader);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}
