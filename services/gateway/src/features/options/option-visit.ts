import type { PrismaQueryable } from "@polls/db";
import { type AccessLevel, type Actor, type OwnerKey, ownerKeyOf } from "@polls/domain/access";
import { type Option, optionSettingsOf, optionVisibleToMember } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import type { SiblingScope } from "../ratings/readable-siblings";
import { findOption, loadAncestry, type OptionRecord } from "./option-rows";

/** Who asks for options of which poll, and when. */
export interface OptionVisit {
  readonly poll: Poll;
  readonly actor: Actor;
  readonly access: AccessLevel;
  readonly now: Date;
}

/** An option that the visitor sees, with what it stands under, the top level last. */
export interface SeenOption {
  readonly record: OptionRecord;
  readonly line: readonly [Option, ...Option[]];
}

/** An option with its ancestors, whoever sees it. */
export async function findWithLine(
  queryable: PrismaQueryable,
  pollId: bigint,
  publicId: string,
): Promise<SeenOption | undefined> {
  const record = await findOption(queryable, pollId, publicId);
  return record && { record, line: await loadAncestry(queryable, record) };
}

/** Finds an option for its visitor; one that is hidden from him is as absent as none (decisions 1). */
export async function seeOption(
  queryable: PrismaQueryable,
  visit: OptionVisit,
  publicId: string,
): Promise<SeenOption> {
  const found = await findWithLine(queryable, visit.poll.id, publicId);
  if (found === undefined || !sees(visit, found.line)) throw new NotFound("Option");
  return found;
}

const sees = ({ poll, actor, access, now }: OptionVisit, line: SeenOption["line"]): boolean =>
  access === "admin" || optionVisibleToMember({ poll, line, ownerKey: ownerKeyOf(actor), now });

export const isOwn = ({ actor }: Pick<OptionVisit, "actor">, { ownerKey }: Option): boolean =>
  ownerKey !== undefined && ownerKey === ownerKeyOf(actor);

/** Whose children the visitor lists, and which of them he sees. */
export const scopeOf = (
  { poll, actor, access, now }: OptionVisit,
  parentLine: readonly Option[],
): SiblingScope => ({
  pollId: poll.id,
  parentId: parentLine[0]?.id,
  reader:
    access === "admin"
      ? "admin"
      : {
          ownerKey: ownerKeyOf(actor),
          othersShown: membersSee(poll, parentLine, ownerKeyOf(actor), now),
        },
});

/** Whether a member sees what others put there, once it is approved, unarchived and paid. */
export const membersSee = (
  poll: Poll,
  parentLine: readonly Option[],
  ownerKey: OwnerKey | undefined,
  now: Date,
): boolean => {
  const [parent] = parentLine;
  const anothers = {
    type: parent?.type ?? poll.settings.option_type,
    settings: optionSettingsOf({}),
    inputType: undefined,
    ownerKey: undefined,
    approvalState: "approved",
    archived: false,
    paid: undefined,
  } as const;
  return optionVisibleToMember({ poll, line: [anothers, ...parentLine], ownerKey, now });
};
