import { type Db, hasStoredReply, type Shelves } from "@polls/db";
import type { IdempotentRequest } from "../../http/routing/idempotency";

/** The shelf for a new poll. A repeated request gets the shelf of the poll that it created before. */
export function shelfOfNewPoll(
  shelves: Shelves,
  request: Pick<IdempotentRequest, "scope"> | undefined,
): Db | Promise<Db> {
  if (shelves.all().length === 1 || request === undefined) return shelves.forNewPoll(undefined);
  return shelfOfReply(shelves, request.scope);
}

/** Looks on all shelves, because a shelf that was open for the first request may be closed now. */
async function shelfOfReply(shelves: Shelves, scope: Buffer): Promise<Db> {
  const replied = await Promise.all(shelves.all().map((db) => hasStoredReply(db, scope)));
  const found = shelves.all()[replied.indexOf(true)];
  return found ?? shelves.forNewPoll(scope);
}
