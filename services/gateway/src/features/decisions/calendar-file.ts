import type { BaseUrl } from "@polls/config";
import { findDecision, findExistingPoll } from "@polls/db/polls";
import { optionFromRow } from "@polls/db/rows";
import { shardOfId } from "@polls/db/shards";
import { inSnapshot, type PrismaQueryable } from "@polls/db/sql";
import { pollOfCalendar } from "@polls/db/tokens";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { canBeDecided, eventOfDate, eventsOfDates, heldDates } from "@polls/domain/decisions";
import { type Option, optionVisible, translateOption } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import { writeCalendar } from "@polls/markup";
import type { Response } from "express";
import type { Deps } from "../../deps";
import { reply } from "../../http/replies/reply";
import { pollUrls } from "../../pages/poll-urls";
import { attachmentDisposition, titleInFileName } from "../files/content-disposition";

/** As the caller sees them; 404 without any (docs/reference/decisions.md#files). */
export async function writeDecision(
  queryable: PrismaQueryable,
  { poll, actor, access, now }: PollCaller,
  baseUrl: BaseUrl,
): Promise<string> {
  const decision = await findDecision(queryable, poll.id);
  const viewing = { poll, access, ownerKey: ownerKeyOf(actor), now };
  const dates =
    decision === undefined
      ? []
      : heldDates(decision).filter(({ option }) =>
          optionVisible({ ...viewing, lineage: [option] }),
        );
  if (decision === undefined || dates.length === 0) throw new NotFound("Decision");
  const { public: url } = pollUrls(baseUrl, poll);
  const shown = dates.map(({ option, ...date }) => ({
    ...date,
    option: translateOption(option, poll.settings.language),
  }));
  return writeCalendar({ events: eventsOfDates(shown, decision, { poll, url }) });
}

const DATES_MAX = 500;

/** The calendar to which a secret link leads (docs/reference/decisions.md#calendar). Throws 404 for an unknown link. */
export async function readPollCalendar(
  secret: string,
  now: Date,
  { config, shards }: Pick<Deps, "config" | "shards">,
): Promise<{ readonly title: string; readonly text: string }> {
  const pollId = pollOfCalendar(config.keys.mailLinks.all, secret);
  if (pollId === undefined) throw new NotFound("Calendar");
  return inSnapshot(await shards.at(shardOfId(pollId)), async (db) => {
    const poll = await findExistingPoll(db, pollId);
    if (poll === undefined) throw new NotFound("Calendar");
    return { title: poll.title, text: await writePollCalendar(db, { poll, now }, config.baseUrl) };
  });
}

/** The final dates, or until they are decided the proposed dates that all members see. */
async function writePollCalendar(
  queryable: PrismaQueryable,
  { poll, now }: { readonly poll: Poll; readonly now: Date },
  baseUrl: BaseUrl,
): Promise<string> {
  const { public: url } = pollUrls(baseUrl, poll);
  const decision = await findDecision(queryable, poll.id);
  const events =
    decision?.decidedAt === undefined
      ? (await findProposed(queryable, poll, now)).map((option) => ({
          uid: option.publicId,
          sequence: 0,
          changedAt: option.updatedAt,
          status: "TENTATIVE" as const,
          ...eventOfDate(option, { poll, url }),
        }))
      : eventsOfDates(heldDates(decision), decision, { poll, url });
  return writeCalendar({ name: poll.title, events });
}

async function findProposed(
  { prisma }: PrismaQueryable,
  poll: Poll,
  now: Date,
): Promise<readonly Option[]> {
  const rows = await prisma.option.findMany({
    where: { pollId: poll.id, parentId: null, archived: false, startDate: { not: null } },
    orderBy: [{ startDate: "asc" }, { id: "asc" }],
    take: DATES_MAX,
  });
  const viewing = { poll, access: "member", ownerKey: undefined, now } as const;
  return rows
    .map(optionFromRow)
    .filter((option) => canBeDecided(option) && optionVisible({ ...viewing, lineage: [option] }));
}

export const calendarReply = (title: string, text: string) =>
  reply(
    200,
    (response: Response) => {
      response.end(text);
    },
    {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": attachmentDisposition(
        `${titleInFileName(title) ?? "calendar"}.ics`,
        "calendar.ics",
      ),
    },
  );
