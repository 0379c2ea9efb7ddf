import type { Db, Prisma } from "@polls/db/connection";
import { optionFromRow } from "@polls/db/rows";
import { newPublicId } from "@polls/db/tokens";
import type { OwnerKey } from "@polls/domain/access";
import type { ApprovalState, Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

export interface NewOption {
  /** The default is the `option_type` of the poll. */
  readonly type?: string;
  readonly parent?: Pick<Option, "id">;
  readonly ownerKey?: OwnerKey;
  readonly content?: string;
  readonly subtitle?: string;
  readonly description?: string;
  readonly authorName?: string;
  readonly infoLink?: string;
  readonly infoLinkTitle?: string;
  readonly tags?: string[];
  readonly youtubeId?: string;
  readonly vimeoId?: string;
  /** The default is the last position. */
  readonly position?: number;
  readonly state?: string;
  readonly stateChangeMessage?: string;
  readonly approvalState?: ApprovalState;
  readonly approvalStateUpdatedAt?: Date;
  readonly archived?: boolean;
  readonly picked?: boolean;
  readonly paid?: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Settings in stored form: given values by wire name. */
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
