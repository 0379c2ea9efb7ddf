import type { BaseUrl } from "@polls/config";
import { countShownRoots, countUnreviewed } from "@polls/db/options";
import { hasOwnParticipant } from "@polls/db/participants";
import {
  type DecisionTime,
  findAnnouncements,
  findDecisionTimes,
  pollTallies,
} from "@polls/db/polls";
import type { PrismaQueryable } from "@polls/db/sql";
import { calendarSecret } from "@polls/db/tokens";
import {
  type AccessLevel,
  type Actor,
  hasManageScope,
  ownerKeyOf,
  ownsPoll,
  type PollCaller,
} from "@polls/domain/access";
import { isPollOfDates } from "@polls/domain/decisions";
import {
  configurationHints,
  isClosed,
  optionRequiredFields,
  type Poll,
  plannedDeletion,
  settingsWire,
  statusOf,
  translatePoll,
  voterRequiredFields,
} from "@polls/domain/polls";
import { languagesOf } from "@polls/domain/translations";
import type { z } from "zod";
import type { ReadDeps } from "../../deps";
import { pollUrls } from "../../pages/poll-urls";
import { coversOf } from "./covers";
import { creatorStatesOf } from "./creator-address";
import type { PollResponse } from "./polls.schema";

export type PollWire = z.input<typeof PollResponse>;

export interface PollReader {
  readonly actor: Actor;
  readonly accessOf: (poll: Poll) => AccessLevel;
  readonly textLanguage?: PollCaller["textLanguage"];
  readonly now: Date;
  readonly participates: boolean;
}

const idsOf = (polls: readonly Poll[]) => polls.map(({ id }) => id);

const calendarUrl = (baseUrl: BaseUrl, key: string, { id }: Pick<Poll, "id">): string =>
  baseUrl.url(`/api/v1/polls/${calendarSecret(key, id)}/calendar.ics`);

/** Loads the facts about polls together. The result presents each with the fields that the reader sees. */
export async function presentPolls(
  queryable: PrismaQueryable,
  polls: readonly Poll[],
  { actor, accessOf, textLanguage, now, participates }: PollReader,
  deps: Pick<ReadDeps, "config" | "ownUrl">,
): Promise<(poll: Poll) => PollWire> {
  const { baseUrl, keys, signIn, keepClosedPollsDays } = deps.config;
  const own = polls.filter((poll) => accessOf(poll) === "admin");
  const closed = own.filter((poll) => isClosed(poll, now));
  const rootCounts = await countShownRoots(queryable, idsOf(polls));
  const tallies = await pollTallies(queryable, idsOf(polls));
  const unreviewed = await countUnreviewed(
    queryable,
    polls
      .filter((poll) => ownsPoll(actor, poll))
      .map(({ id, settings }) => ({
        id,
        withComments: settings.allow_comments && settings.require_approval,
      })),
  );
  const creatorStates = await creatorStatesOf(queryable, own);
  const announcements = await findAnnouncements(queryable, idsOf(closed));
  const decisionTimes = await findDecisionTimes(queryable, idsOf(polls.filter(isPollOfDates)));
  const covers = await coversOf(queryable, polls, deps);
  return (stored) => {
    const admin = accessOf(stored) === "admin";
    const poll = admin ? stored : translatePoll(stored, textLanguage);
    const creatorState = creatorStates.get(poll.id);
    const decision = decisionTimes.get(poll.id);
    const cover = covers.get(poll.id);
    const urls = pollUrls(baseUrl, poll);
    const announcement = announcements.get(poll.id);
    const deletion = admin && plannedDeletion(poll, { keepClosedPollsDays, announcement, now });
    return {
      public_url: urls.public,
      member_hash: poll.memberHash,
      title: poll.title,
      type: poll.type,
      status: statusOf(poll, now),
      ...(admin && hasManageScope(actor) && { admin_url: urls.admin }),
      ...(ownsPoll(actor, poll) && hasManageScope(actor) && { admin_hash: poll.adminHash }),
      ...(poll.description !== undefined && { description: poll.description }),
      ...(poll.location !== undefined && { location: poll.location }),
      ...(cover !== undefined && { cover }),
      options_count: rootCounts.get(poll.id) ?? 0,
      voters_count: tallies.get(poll.id)?.participants ?? 0,
      ...(ownsPoll(actor, poll) && { waiting_count: unreviewed.get(poll.id) ?? 0 }),
      ...(decision && decisionWire(decision)),
      ...(deletion && { deletes_at: deletion.deletesAt.toISOString() }),
      ...(isPollOfDates(poll) &&
        (admin || participates) && {
          calendar_url: calendarUrl(baseUrl, keys.mailLinks.signing, poll),
        }),
      created_at: poll.createdAt.toISOString(),
      updated_at: poll.updatedAt.toISOString(),
      url: urls.api,
      ...(admin && poll.creatorName !== undefined && { creator_name: poll.creatorName }),
      ...(admin && poll.creatorEmail !== undefined && { creator_email: poll.creatorEmail }),
      ...(creatorState !== undefined && { creator_email_state: creatorState }),
      settings: settingsWire(poll, languagesOf(stored.settings)) as PollWire["settings"],
      ...(admin && {
        configuration_hints: configurationHints(
          poll.type,
          poll.settings,
          signIn.providers,
        ) as PollWire["configuration_hints"],
      }),
      voter_required_fields: voterRequiredFields(
        poll.settings,
      ) as PollWire["voter_required_fields"],
      option_required_fields: optionRequiredFields(
        poll.settings,
      ) as PollWire["option_required_fields"],
    };
  };
}

const decisionWire = (time: DecisionTime) =>
  "decidedAt" in time
    ? { decided_at: time.decidedAt.toISOString() }
    : { called_off_at: time.calledOffAt.toISOString() };

export async function showPoll(
  queryable: PrismaQueryable,
  {
    poll,
    access,
    ...caller
  }: Omit<PollReader, "accessOf" | "participates"> & Pick<PollCaller, "poll" | "access">,
  deps: Pick<ReadDeps, "config" | "ownUrl">,
): Promise<PollWire> {
  const participates = access === "member" && (await takesPart(queryable, poll, caller.actor));
  const reader = { ...caller, accessOf: () => access, participates };
  return (await presentPolls(queryable, [poll], reader, deps))(poll);
}

/** Whether the actor takes part in a poll of dates. Of other polls nothing depends on it. */
async function takesPart(queryable: PrismaQueryable, poll: Poll, actor: Actor): Promise<boolean> {
  const ownerKey = isPollOfDates(poll) ? ownerKeyOf(actor) : undefined;
  return ownerKey !== undefined && (await hasOwnParticipant(queryable, poll.id, ownerKey));
}
