import { subtreeIds } from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import { ownerKeyOf, owns, type PollCaller } from "@polls/domain/access";
import { categoryType, optionTypes } from "@polls/domain/option-types";
import {
  mayCreateOption,
  mayUpdateOption,
  type OptionCreationRefusal,
  type OptionUpdateRefusal,
  optionRefusals,
  submittedFilesMax,
} from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import { type Decision, Invalid } from "@polls/domain/refusals";
import type { FileRule } from "../../http/uploads/file-rule";
import { findVisibleOption, type VisibleOption } from "./option-rows";
import { fixedByVotes } from "./option-use";
import { countOwn } from "./own-options";

/** Classes whose children members may create even without `allow_new_options`. */
const answerable = optionTypes.all
  .filter(({ isInput, isStep }) => isInput || isStep)
  .map(({ name }) => name);

/** Refuses files before they are stored, if the caller may not create any option in the poll. */
export async function admitNewOption(
  queryable: PrismaQueryable,
  caller: PollCaller,
): Promise<KnownFiles> {
  const { poll, access, actor, now } = caller;
  const mayAnswer = async () =>
    (await queryable.prisma.option.count({
      where: { pollId: poll.id, type: { in: answerable } },
    })) > 0;
  if (access === "admin") return ruleOfNewOption(caller, { mayAnswer: await mayAnswer() });
  const ownerKey = ownerKeyOf(actor);
  const own = ownerKey && (await countOwn(queryable, poll, ownerKey, undefined));
  const decide = (createdBy: "as_top_level" | "every_actor_once") =>
    mayCreateOption({
      poll,
      now,
      access,
      ownerKey,
      createdBy,
      ownOptions: own?.options ?? 0,
      ownSiblings: 0,
    });
  const decision = decide("as_top_level");
  const answers = await mayAnswer();
  if (!decision.allowed) requireAllowed(answers ? decide("every_actor_once") : decision);
  return ruleOfNewOption(caller, { mayAnswer: answers });
}

/** Refuses files before they are stored, if the caller may not update the option. */
export async function admitOptionChange(
  queryable: PrismaQueryable,
  caller: PollCaller,
  publicId: string,
): Promise<KnownFiles> {
  const seen = await findVisibleOption(queryable, caller, publicId);
  await requireMayUpdate(queryable, caller, seen);
  return ruleOfOption(caller.poll, seen.record.option.type);
}

/** Throws 422 if the caller may not update the option. */
export async function requireMayUpdate(
  queryable: PrismaQueryable,
  caller: PollCaller,
  { record: { option } }: VisibleOption,
): Promise<void> {
  const { poll, access, now } = caller;
  requireAllowed(
    mayUpdateOption({
      poll,
      now,
      access,
      isOwn: owns(caller.actor, option),
      hasVotes: await fixedByVotes(queryable, poll, await subtreeIds(queryable, option)),
    }),
  );
}

export function requireAllowed(
  decision: Decision<OptionCreationRefusal | OptionUpdateRefusal>,
): void {
  if (decision.allowed) return;
  throw new Invalid({ base: [optionRefusals[decision.because]] }, decision.because);
}

/** The rules for files that follow from the poll and the option, without the storage quota. */
type KnownFiles = Omit<FileRule, "bytesLeft">;

const everyKind = [...new Set(optionTypes.all.flatMap(({ fileKinds }) => fileKinds))];

/** Incomplete before the fields of the option are read, because the parent decides its class. */
function ruleOfNewOption(
  { poll, access }: PollCaller,
  { mayAnswer }: { readonly mayAnswer: boolean },
): KnownFiles {
  const { settings } = poll;
  const family = optionTypes.get(settings.option_type);
  const files = { hasFile: true, hasYoutubeId: false, hasVimeoId: false };
  const topLevel = optionTypes.get(family.variantFor(files) ?? family.name);
  const category =
    access === "admin" && pollTypes.get(poll.type).hasCategories
      ? optionTypes.get(categoryType).fileKinds
      : [];
  const kinds = mayAnswer ? everyKind : [...new Set([...topLevel.fileKinds, ...category])];
  return { ...limitsOf(poll), kinds, maxFiles: submittedFilesMax(settings) };
}

const ruleOfOption = (poll: PollCaller["poll"], optionType: string): KnownFiles => ({
  ...limitsOf(poll),
  kinds: optionTypes.get(optionType).fileKinds,
  maxFiles: 1,
});

const limitsOf = ({ settings }: PollCaller["poll"]) => ({
  maxMegabytes: settings.file_size_max_mb,
  filesKey: "option_attachments" as const,
});
