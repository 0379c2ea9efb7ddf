import { lockSiblings } from "@polls/db/options";
import { optionFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { accepted } from "@polls/domain/input";
import {
  type CreateSeries,
  dateKey,
  optionVisible,
  readSeries,
  type SeriesDate,
} from "@polls/domain/options";
import { Invalid } from "@polls/domain/refusals";
import type { Language } from "@polls/markup";
import { type Limits, limitCreatedOptions } from "../../http/limits/rate-limit";
import { type CreateOptionDeps, withCreation } from "./create-option";
import { lockOwner } from "./own-options";

interface CreateSeriesRequest extends PollCaller {
  readonly clientAddress: string;
  readonly body: CreateSeries;
  readonly language: Language;
}

/** Creates the dates of a series that the caller does not see yet. 422 if none is new. */
export async function createSeries(
  tx: PrismaTransaction,
  { body, ...caller }: CreateSeriesRequest,
  deps: CreateOptionDeps & Limits,
): Promise<readonly string[]> {
  const { series, option, ...beside } = body;
  const wanted = accepted(readSeries(series, caller.poll));
  const taken = await shownDates(tx, caller, wanted);
  const dates = wanted.filter((date) => !taken.has(dateKey(date)));
  if (dates.length === 0) throw new Invalid({ days: ["has only dates that are options already"] });
  limitCreatedOptions(caller, dates.length, deps);
  return withCreation(tx, caller, deps, async (create) => {
    const ids: string[] = [];
    for (const { fields } of dates) {
      const single = { ...beside, option: { ...option, ...fields } };
      ids.push(await create({ ...caller, body: single, uploads: [] }));
    }
    return ids;
  });
}

/** The dates among `dates` that the caller sees. The locks are those of each creation, in its order. */
async function shownDates(
  tx: PrismaTransaction,
  { poll, actor, access, now }: PollCaller,
  dates: readonly SeriesDate[],
): Promise<ReadonlySet<string>> {
  const ownerKey = ownerKeyOf(actor);
  if (ownerKey !== undefined) await lockOwner(tx, poll.id, ownerKey);
  await lockSiblings(tx, { pollId: poll.id, parentId: undefined });
  const rows = await tx.prisma.option.findMany({
    where: {
      pollId: poll.id,
      parentId: null,
      archived: false,
      startDate: { in: dates.map(({ startDate }) => startDate) },
    },
  });
  const shown = rows
    .map(optionFromRow)
    .filter((one) => optionVisible({ poll, access, ownerKey, now, lineage: [one] }));
  return new Set(shown.map(dateKey));
}
