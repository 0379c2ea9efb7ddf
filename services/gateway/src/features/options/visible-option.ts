import type { OptionListScope } from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import { type OwnerKey, ownerKeyOf, type PollCaller } from "@polls/domain/access";
import {
  type Option,
  optionSettingsOf,
  optionVisible,
  optionVisibleToMember,
} from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import { findOption, loadLineage, type OptionRecord } from "./option-rows";

/** An option with its lineage: the option and its ancestors, with the top level last. */
export interface VisibleOption {
  readonly record: OptionRecord;
  readonly lineage: readonly [Option, ...Option[]];
}

export async function findWithLineage(
  queryable: PrismaQueryable,
  pollId: bigint,
  publicId: string,
): Promise<VisibleOption | undefined> {
  const record = await findOption(queryable, pollId, publicId);
  return record && { record, lineage: await loadLineage(queryable, record) };
}

/**
 * Finds an option that the caller sees. Otherwise throws 404
 * (docs/reference/access.md#hidden-is-absent).
 */
export async function findVisibleOption(
  queryable: PrismaQueryable,
  { poll, actor, access, now }: PollCaller,
  publicId: string,
): Promise<VisibleOption> {
  const found = await findWithLineage(queryable, poll.id, publicId);
  const viewing = { poll, access, ownerKey: ownerKeyOf(actor), now };
  if (found === undefined || !optionVisible({ ...viewing, lineage: found.lineage })) {
    throw new NotFound("Option");
  }
  return found;
}

/** The options of a parent, or of the top level, that the caller may list. */
export const scopeOf = (
  { poll, actor, access, now }: PollCaller,
  parentLineage: readonly Option[],
): OptionListScope => ({
  pollId: poll.id,
  parentId: parentLineage[0]?.id,
  reader:
    access === "admin"
      ? "admin"
      : {
          ownerKey: ownerKeyOf(actor),
          othersShown: membersSee(poll, parentLineage, ownerKeyOf(actor), now),
        },
});

/** Whether members see other members' public options below a parent. */
export const membersSee = (
  poll: Poll,
  parentLineage: readonly Option[],
  ownerKey: OwnerKey | undefined,
  now: Date,
): boolean => {
  const [parent] = parentLineage;
  const othersOption = {
    type: parent?.type ?? poll.settings.option_type,
    settings: optionSettingsOf({}),
    inputType: undefined,
    ownerKey: undefined,
    approvalState: "approved",
    archived: false,
    paid: undefined,
  } as const;
  const lineage = [othersOption, ...parentLineage] as const;
  return optionVisibleToMember({ poll, lineage, ownerKey, now });
};
