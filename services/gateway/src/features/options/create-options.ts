import { lockSiblings } from "@polls/db/options";
import { optionFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { accepted, errorsAt, mergeErrors } from "@polls/domain/input";
import {
  type CreateSeries,
  dateKey,
  type NewOption,
  type NewOptions,
  optionVisible,
  readSeries,
  renameInBranching,
  type SeriesDate,
} from "@polls/domain/options";
import { type FieldErrors, Invalid } from "@polls/domain/refusals";
import type { Language } from "@polls/markup";
import { type Limits, limitCreatedOptions } from "../../http/limits/rate-limit";
import { createPauses } from "../ratings/in-slices";
import { type CreateOptionDeps, type CreateOptionRequest, withCreation } from "./create-option";
import type { CreatedOption } from "./options.schema";
import { lockOwner } from "./own-options";

/**
 * Creates options as an admin would. Throws 422 with the problems of all by path, and with `errors`.
 * Below a refused option only the form is checked.
 */
export async function createOptions(
  tx: PrismaTransaction,
  caller: Omit<PollCaller, "access" | "hasVoted" | "textLanguage">,
  { options, errors }: Pick<NewOptions, "options" | "errors">,
  deps: CreateOptionDeps,
): Promise<readonly CreatedOption[]> {
  const problems: FieldErrors[] = [];
  const ids = new Map<string, string>();
  const createAll = async (
    create: (request: CreateOptionRequest) => Promise<string>,
    list: readonly NewOption[],
    parentId?: string,
  ): Promise<CreatedOption[]> => {
    const created: CreatedOption[] = [];
    for (const { path, body, children } of list) {
      const named = {
        ...body,
        option: withIds(body.option, ids),
        ...(parentId !== undefined && { parent_option_id: parentId }),
      };
      try {
        const request = {
          ...caller,
          access: "admin",
          hasVoted: false,
          textLanguage: undefined,
          body: named,
          uploads: [],
        } as const;
        const id = await create(request);
        ids.set(path, id);
        const under = await createAll(create, children, id);
        created.push({ id, ...(under.length > 0 && { children: under }) });
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        // Of a refusal with its own code, only the sentence is reported.
        problems.push(errorsIn(path, error.errors as FieldErrors));
      }
    }
    return created;
  };
  const created = await withCreation(tx, caller, deps, (create) => createAll(create, options));
  // A field with a problem of form has no second problem, such as a missing value.
  const all = mergeErrors({ ...mergeErrors(...problems), ...errors });
  if (Object.keys(all).length > 0) throw new Invalid(all);
  return created;
}

/** Branching refers to options of the same body by their paths. */
const withIds = (option: NewOption["body"]["option"], ids: ReadonlyMap<string, string>) =>
  option.data === undefined ? option : { ...option, data: renameInBranching(option.data, ids) };

/** The errors of an option in a body. Those of its parent are reported at the parent, which the body contains too. */
function errorsIn(path: string, { parent_option_id: ofParent, ...own }: FieldErrors): FieldErrors {
  const parentPath = path.replace(/\.children\.\d+$/, "");
  return mergeErrors(errorsAt(path, own), ofParent === undefined ? {} : { [parentPath]: ofParent });
}

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
  return withCreation(tx, caller, deps, async (_create, createLater) => {
    const ids: string[] = [];
    const pauses = createPauses();
    for (const { fields } of dates) {
      if (pauses.isDue()) await pauses.take();
      const single = { ...beside, option: { ...option, ...fields } };
      ids.push(await createLater({ ...caller, body: single, uploads: [] }));
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
