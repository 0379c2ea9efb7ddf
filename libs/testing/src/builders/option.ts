import { type Db, newPublicId, optionFromRow, type Prisma } from "@polls/db";
import type { OwnerKey } from "@polls/domain/access";
import type { ApprovalState, Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

export interface NewOption {
  /** Without one the option is what the poll's options are. */
  readonly type?: string;
  readonly parent?: Pick<Option, "id">;
  readonly ownerKey?: OwnerKey;
  readonly content?: string;
  readonly subtitle?: string;
  readonly description?: string;
  readonly authorName?: string;
  readonly infoLink?: string;
  readonly infoLinkTitle?: string;
  readonly youtubeId?: string;
  readonly vimeoId?: string;
  /** Without one: the last. */
  readonly position?: number;
  readonly state?: string;
  readonly stateChangeMessage?: string;
  readonly approvalState?: ApprovalState;
  readonly approvalStateUpdatedAt?: Date;
  readonly archived?: boolean;
  readonly picked?: boolean;
  readonly paid?: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  /** As the database keeps it: what was given, by wire name. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly drawingType?: string;
  readonly inputType?: string;
  readonly locationType?: string;
  readonly rotation?: number;
  readonly startDate?: Date;
  readonly endDate?: Date;
  readonly additionalAttributes?: Readonly<Record<string, string>>;
  readonly createdAt?: Date;
}

/** An option of a poll; a test names only what matters to it. */
export async function buildOption(
  db: Db,
  poll: Pick<Poll, "id" | "settings">,
  facts: NewOption = {},
): Promise<Option> {
  const { parent, data, settings = {}, additionalAttributes = {}, ...columns } = facts;
  const siblings = { pollId: poll.id, parentId: parent?.id ?? null };
  const position = facts.position ?? (await db.prisma.option.count({ where: siblings })) + 1;
  const row = await db.prisma.option.create({
    data: {
      publicId: newPublicId(),
      type: poll.settings.option_type,
      content: `Option ${position}`,
      ...columns,
      ...siblings,
      position,
      settings: settings as Prisma.InputJsonObject,
      additionalAttributes,
      ...(data === undefined ? {} : { data: data as Prisma.InputJsonObject }),
    },
  });
  return optionFromRow(row);
}
