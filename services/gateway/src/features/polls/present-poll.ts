import type { BaseUrl } from "@polls/config";
import { calendarSecret } from "@polls/db/tokens";
import {
  type AccessLevel,
  type Actor,
  hasManageScope,
  ownsPoll,
  type PollCaller,
} from "@polls/domain/access";
import { isPollOfDates } from "@polls/domain/decisions";
import type { CreatorState } from "@polls/domain/mails";
import {
  configurationHints,
  type DeletionFacts,
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
import type { Config } from "../../config";
import { pollUrls } from "../../pages/poll-urls";
import type { CoverWire } from "./covers";
import type { PollCounts } from "./polls.repository";
import type { PollResponse } from "./polls.schema";

/** The input of the poll's response schema. */
type PollWire = z.input<typeof PollResponse>;

/** The reader of a poll, and the time of the read. */
export interface PollViewer {
  readonly actor: Actor;
  readonly access: AccessLevel;
  readonly textLanguage: PollCaller["textLanguage"];
  readonly now: Date;
  readonly baseUrl: BaseUrl;
  readonly signIn: Config["signIn"];
  /** For polls that the reader is an admin of. */
  readonly creatorStates: ReadonlyMap<bigint, CreatorState>;
  /** For polls that the reader is an admin of: what their owners were told about their deletion. */
  readonly announcements: ReadonlyMap<bigint, DeletionFacts["announcement"]>;
  readonly keepClosedPollsDays: Config["keepClosedPollsDays"];
  /** When the dates of polls were decided. */
  readonly decisionTimes: ReadonlyMap<bigint, Date>;
  /** The covers of polls. */
  readonly covers: ReadonlyMap<bigint, CoverWire>;
  /** The key of the links of calendars. */
  readonly calendarKey: string;
  /** Whether the reader takes part. */
  readonly participates: boolean;
}

const calendarUrl = (baseUrl: BaseUrl, key: string, { id }: Pick<Poll, "id">): string =>
  baseUrl.url(`/api/v1/polls/${calendarSecret(key, id)}/calendar.ics`);

/** Presents a poll with the fields that the reader sees. */
export function presentPoll(
  stored: Poll,
  counts: PollCounts,
  {
    actor,
    access,
    textLanguage,
    now,
    baseUrl,
    signIn,
    creatorStates,
    announcements,
    keepClosedPollsDays,
    decisionTimes,
    covers,
    calendarKey,
    participates,
  }: PollViewer,
): PollWire {
  const admin = access === "admin";
  const poll = admin ? stored : translatePoll(stored, textLanguage);
  const creatorState = creatorStates.get(poll.id);
  const decidedAt = decisionTimes.get(poll.id);
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
    options_count: counts.options,
    voters_count: counts.voters,
    ...(decidedAt !== undefined && { decided_at: decidedAt.toISOString() }),
    ...(deletion && { deletes_at: deletion.deletesAt.toISOString() }),
    ...(isPollOfDates(poll) &&
      (admin || participates) && { calendar_url: calendarUrl(baseUrl, calendarKey, poll) }),
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
    voter_required_fields: voterRequiredFields(poll.settings) as PollWire["voter_required_fields"],
    option_required_fields: optionRequiredFields(
      poll.settings,
    ) as PollWire["option_required_fields"],
  };
}
