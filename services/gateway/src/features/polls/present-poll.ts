import type { BaseUrl } from "@polls/config";
import { calendarSecret } from "@polls/db/tokens";
import { type AccessLevel, type Actor, hasManageScope, ownsPoll } from "@polls/domain/access";
import { isPollOfDates } from "@polls/domain/decisions";
import type { CreatorState } from "@polls/domain/mails";
import {
  configurationHints,
  optionRequiredFields,
  type Poll,
  settingsWire,
  statusOf,
  voterRequiredFields,
} from "@polls/domain/polls";
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
  readonly now: Date;
  readonly baseUrl: BaseUrl;
  readonly signIn: Config["signIn"];
  /** For polls that the reader is an admin of. */
  readonly creatorStates: ReadonlyMap<bigint, CreatorState>;
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
  poll: Poll,
  counts: PollCounts,
  {
    actor,
    access,
    now,
    baseUrl,
    signIn,
    creatorStates,
    decisionTimes,
    covers,
    calendarKey,
    participates,
  }: PollViewer,
): PollWire {
  const creatorState = creatorStates.get(poll.id);
  const decidedAt = decisionTimes.get(poll.id);
  const cover = covers.get(poll.id);
  const urls = pollUrls(baseUrl, poll);
  const admin = access === "admin";
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
    ...(isPollOfDates(poll) &&
      (admin || participates) && { calendar_url: calendarUrl(baseUrl, calendarKey, poll) }),
    created_at: poll.createdAt.toISOString(),
    updated_at: poll.updatedAt.toISOString(),
    url: urls.api,
    ...(admin && poll.creatorName !== undefined && { creator_name: poll.creatorName }),
    ...(admin && poll.creatorEmail !== undefined && { creator_email: poll.creatorEmail }),
    ...(creatorState !== undefined && { creator_email_state: creatorState }),
    settings: settingsWire(poll) as PollWire["settings"],
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
