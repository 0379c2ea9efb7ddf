import type { BaseUrl } from "@polls/config";
import { findDecision } from "@polls/db/polls";
import type { PrismaQueryable } from "@polls/db/sql";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { eventsOfDates, heldDates } from "@polls/domain/decisions";
import { optionVisible } from "@polls/domain/options";
import { NotFound } from "@polls/domain/refusals";
import { writeCalendar } from "@polls/markup";
import type { Response } from "express";
import { reply } from "../../http/replies/reply";
import { pollUrls } from "../../pages/poll-urls";
import { attachmentDisposition } from "../files/content-disposition";

/**
 * The final dates that the caller sees, as a calendar file (docs/reference/decisions.md#files). Throws 404 if there is
 * none.
 */
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
  return writeCalendar({ events: eventsOfDates(dates, decision, { poll, url }) });
}

/** A response with a calendar file. */
export const calendarReply = (name: string, text: string) =>
  reply(
    200,
    (response: Response) => {
      response.end(text);
    },
    {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": attachmentDisposition(`${name}.ics`, "calendar.ics"),
    },
  );
