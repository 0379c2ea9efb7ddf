import { createHash } from "node:crypto";
import { inSnapshot, type PrismaQueryable } from "@polls/db";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import type { Deps } from "../../../deps";
import { readResults } from "../read-results";
import type { ResultEvent } from "./stream-response";

/** The results as an event. Throws 404 when the caller does not see ratings. */
export async function readResultEvent(
  caller: PollCaller,
  query: URLSearchParams,
  deps: Pick<Deps, "config" | "db" | "ratingSnapshots" | "voteCountCache">,
): Promise<ResultEvent> {
  const data = await inSnapshot(deps.db, async (db) =>
    JSON.stringify((await readResults(caller, query, { ...deps, db })).results),
  );
  return { id: createHash("sha256").update(data).digest("base64url").slice(0, 22), data };
}

/** Callers with the same key see the same results: all admins, and all members without own options or assignments. */
export async function viewKeyOf(
  queryable: PrismaQueryable,
  { poll, access, actor }: PollCaller,
  query: URLSearchParams,
): Promise<string> {
  const ownerKey = access === "admin" ? undefined : ownerKeyOf(actor);
  const hasNothingOwn =
    ownerKey === undefined ||
    (poll.settings.target !== "best_distribution" &&
      (await queryable.prisma.option.findFirst({
        where: { pollId: poll.id, ownerKey },
        select: { id: true },
      })) === null);
  return JSON.stringify([access, hasNothingOwn ? null : ownerKey, query.toString()]);
}
