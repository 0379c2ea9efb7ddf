import type { Db, Prisma } from "@polls/db/connection";
import { optionFromRow } from "@polls/db/rows";
import { newPublicId } from "@polls/db/tokens";
import type { ApprovalState, Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

type OptionColumns = Omit<
  Prisma.OptionCreateManyInput,
  "id" | "publicId" | "pollId" | "parentId" | "data" | "settings"
>;

/** By default its type is the `option_type` of the poll, and its position the last one. */
export interface NewOption extends Partial<OptionColumns> {
  readonly parent?: Pick<Option, "id">;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Settings in stored form: given values by wire name. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Creates an option of a poll. Tests pass only the fields that matter. */
export async function buildOption(
  db: Db,
  poll: Pick<Poll, "id" | "settings">,
  facts: NewOption = {},
): Promise<Option> {
  const [option] = await buildOptions(db, poll, 1, facts);
  if (option === undefined) throw new Error("no option was made");
  return option;
}

/** Creates a number of options with the same fields, in one statement. */
export async function buildOptions(
  db: Db,
  poll: Pick<Poll, "id" | "settings">,
  count: number,
  facts: NewOption = {},
): Promise<Option[]> {
  const { parent, data, settings = {}, additionalAttributes = {}, ...columns } = facts;
  const siblings = { pollId: poll.id, parentId: parent?.id ?? null };
  const first = facts.position ?? (await db.prisma.option.count({ where: siblings })) + 1;
  const rows = await db.prisma.option.createManyAndReturn({
    data: Array.from({ length: count }, (_, at) => ({
      publicId: newPublicId(),
      type: poll.settings.option_type,
      content: `Option ${first + at}`,
      ...columns,
      ...siblings,
      position: first + at,
      settings: settings as Prisma.InputJsonObject,
      additionalAttributes,
      ...(data === undefined ? {} : { data: data as Prisma.InputJsonObject }),
    })),
  });
  return rows.map(optionFromRow);
}

export interface CommentFacts {
  readonly content?: string;
  readonly parentId?: bigint;
  readonly hidden?: boolean;
  readonly approvalState?: ApprovalState;
}

/** Creates a comment of a participant on an option. */
export const buildComment = (
  { prisma }: Db,
  { pollId, id: optionId }: { readonly pollId: bigint; readonly id: bigint },
  participant: { readonly id: bigint },
  facts: CommentFacts = {},
): Promise<{ readonly id: bigint; readonly publicId: string }> =>
  prisma.comment.create({
    data: {
      publicId: newPublicId(),
      pollId,
      optionId,
      participantId: participant.id,
      content: "I like it.",
      ...facts,
    },
    select: { id: true, publicId: true },
  });
