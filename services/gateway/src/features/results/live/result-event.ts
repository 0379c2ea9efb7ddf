import { createHash } from "node:crypto";
import type { PrismaQueryable } from "@polls/db";
import { ownerKeyOf } from "@polls/domain/access";
import type { Deps } from "../../../deps";
import type { PollCaller } from "../../options/visible-option";
import { readResults } from "../read-results";

/** Results at one moment. The id is made of what they say, so that every gateway gives the same. */
export interface ResultEvent {
  readonly id: string;
  readonly data: string;
}

/** Results as an event; 404 where ratings are hidden from the visitor. */
export async function readResultEvent(
  caller: PollCaller,
  query: URLSearchParams,
  deps: Pick<Deps, "config" | "db" | "ratingSnapshots" | "keptDistributions">,
): Promise<ResultEvent> {
  const data = JSON.stringify((await readResults(caller, query, deps)).results);
  return { id: createHash("sha256").update(data).digest("base64url").slice(0, 22), data };
}

/**
 * Who shares a key sees the same results: all admins, and all members who have no option of their own
 * and are assigned nothing.
 */
export async function viewKeyOf(
  queryable: PrismaQueryable,
  { poll, access, actor }: PollCaller,
  query: URLSearchParams,
): Promise<string> {
  const ownerKey = access === "admin" ? undefined : ownerKeyOf(actor);
  const isOthers =
    ownerKey === undefined ||
    (poll.settings.target !== "best_distribution" &&
      (await queryable.prisma.option.findFirst({
        where: { pollId: poll.id, ownerKey },
        select: { id: true },
      })) === null);
  return JSON.stringify([access, isOthers ? null : ownerKey, query.toString()]);
}
