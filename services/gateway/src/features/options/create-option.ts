import { Prisma } from "@polls/db/connection";
import { lastPosition, lockSiblings, shiftPositions } from "@polls/db/options";
import { optionFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type AccessLevel, ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { accepted } from "@polls/domain/input";
import { optionTypes } from "@polls/domain/option-types";
import {
  creatorsOf,
  mayCreateOption,
  type Option,
  type OptionDraft,
  parentOptionIdOf,
  planInsert,
  readCreateOption,
} from "@polls/domain/options";
import { submissionFeeOf } from "@polls/domain/payments";
import { noteEvents } from "@polls/jobs/outbox";
import type { Language } from "@polls/markup";
import type { TransactionDeps } from "../../deps";
import type { Upload } from "../../http/uploads/uploads";
import { openFee } from "../payments/open-fee";
import { requireReadyPayee } from "../payments/require-payments";
import { requireAllowed } from "./admit-files";
import { notifyNewOptions } from "./notify-new-options";
import { attachFile, checkFiles, requireStorage } from "./option-files";
import { findVisibleOption } from "./option-rows";
import { countOwn, lockOwner } from "./own-options";
import { earlierOptions, requireBranchesReferBack } from "./steps";

export interface CreateOptionRequest extends PollCaller {
  readonly body: unknown;
  readonly uploads: readonly Upload[];
  /** The language of the author, who may have to pay. Admins do not pay. */
  readonly language?: Language | undefined;
}

export type CreateOptionDeps = Pick<TransactionDeps, "config" | "storedKeys">;

/** What a transaction that creates several options for one caller has read. */
interface CreatedOptions {
  /** The locked parents with their last positions. The key of the top level is undefined. */
  readonly lastPositions: Map<bigint | undefined, number>;
  /** The created options with their ancestors, by public id. */
  readonly lineages: Map<string, readonly [Option, ...Option[]]>;
}

/** Creates an option and records its event. Returns the public id. Throws like `createOptionIn`. */
export function createOption(
  tx: PrismaTransaction,
  request: CreateOptionRequest,
  deps: CreateOptionDeps,
): Promise<string> {
  return withCreation(tx, request, deps, (create) => create(request));
}

/** Runs `work`, which creates options for one caller. Notes their events, and notifies once. */
export async function withCreation<Result>(
  tx: PrismaTransaction,
  { poll, now }: Pick<PollCaller, "poll" | "now">,
  deps: CreateOptionDeps,
  work: (create: (request: CreateOptionRequest) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const created: CreatedOptions = { lastPositions: new Map(), lineages: new Map() };
  const subjectIds: string[] = [];
  let access: AccessLevel | undefined;
  const result = await work(async (request) => {
    const { publicId, parentId } = await createOptionIn(tx, request, deps, created);
    subjectIds.push(publicId);
    if (parentId === undefined) access = request.access;
    return publicId;
  });
  if (access !== undefined) {
    const terms = { ...deps.config, storedKeys: deps.storedKeys };
    await notifyNewOptions(tx, { poll, access, now }, terms);
  }
  await noteEvents(tx, { type: "option.created", pollId: poll.id, subjectIds, now });
  return result;
}

/** Creates an option, or a group for several files (docs/reference/options.md#creation). */
async function createOptionIn(
  tx: PrismaTransaction,
  request: CreateOptionRequest,
  deps: CreateOptionDeps,
  created: CreatedOptions,
): Promise<Option> {
  const { poll, access, body, uploads, language, now } = request;
  const parentPublicId = parentOptionIdOf(body);
  const parentLineage =
    parentPublicId === undefined
      ? []
      : (created.lineages.get(parentPublicId) ??
        (await findVisibleOption(tx, request, parentPublicId)).lineage);
  const [parent] = parentLineage;
  const draft = accepted(
    readCreateOption(body, {
      poll,
      access,
      parent,
      parentDepth: parentLineage.length,
      uploads: uploads.length,
      earlierOptions: await earlierOptions(tx, poll, body, undefined),
    }),
  );
  await requireMayCreate(tx, request, parent);
  checkFiles(poll, draft.memberType ?? draft.type, uploads, deps);

  const option = await insert(tx, request, parent, draft, created.lastPositions);
  created.lineages.set(option.publicId, [option, ...parentLineage]);
  if (draft.memberType !== undefined) {
    await insertMembers(tx, request, option, draft.memberType);
  } else {
    for (const upload of uploads) {
      await attachFile(tx, { optionId: option.id }, optionTypes.get(option.type), upload, now);
    }
  }
  await requireStorage(tx, request, deps);
  const fee = access === "admin" ? undefined : submissionFeeOf(poll);
  if (fee?.kind === "submission_fee") await requireReadyPayee(tx, poll, deps.config);
  if (fee !== undefined) await openFee(tx, fee, { poll, option, language, now }, deps.config);
  if (draft.position !== undefined) await requireBranchesReferBack(tx, poll);
  return option;
}

/** Counts under a lock of the actor, so that limits also apply to concurrent requests. */
async function requireMayCreate(
  tx: PrismaTransaction,
  { poll, actor, access, now }: PollCaller,
  parent: Option | undefined,
): Promise<void> {
  const ownerKey = ownerKeyOf(actor);
  const createdBy = creatorsOf(poll, parent);
  const counts = createdBy === "every_actor_once" || poll.settings.option_limit !== undefined;
  if (counts && ownerKey !== undefined) await lockOwner(tx, poll.id, ownerKey);
  const own =
    counts && ownerKey !== undefined
      ? await countOwn(tx, poll, ownerKey, parent)
      : { options: 0, siblings: 0 };
  const decision = mayCreateOption({
    poll,
    now,
    access,
    ownerKey,
    createdBy,
    ownOptions: own.options,
    ownSiblings: own.siblings,
  });
  requireAllowed(decision);
}

async function insert(
  tx: PrismaTransaction,
  { poll, actor, now }: PollCaller,
  parent: Option | undefined,
  draft: OptionDraft,
  lastPositions: CreatedOptions["lastPositions"],
): Promise<Option> {
  const siblings = { pollId: poll.id, parentId: parent?.id };
  let last = lastPositions.get(parent?.id);
  if (last === undefined) {
    await lockSiblings(tx, siblings);
    last = await lastPosition(tx, siblings);
  }
  const { position, shift } = planInsert(last, draft.position);
  if (shift !== undefined) await shiftPositions(tx, siblings, shift);
  const { memberType: _, attachment: __, data, settings, paid, tags, ...columns } = draft;
  const row = await tx.prisma.option.create({
    data: {
      ...given(columns),
      type: draft.type,
      additionalAttributes: draft.additionalAttributes,
      publicId: newPublicId(),
      pollId: poll.id,
      parentId: parent?.id ?? null,
      ownerKey: ownerKeyOf(actor) ?? null,
      position,
      data: data === undefined ? Prisma.DbNull : (data as Prisma.InputJsonObject),
      settings: settings as Prisma.InputJsonObject,
      tags: [...tags],
      paid: paid ?? null,
      createdAt: now,
      updatedAt: now,
    },
  });
  lastPositions.set(parent?.id, last + 1);
  return optionFromRow(row);
}

const given = <Columns extends object>(columns: Columns) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Columns]?: Exclude<Columns[Name], undefined>;
  };

async function insertMembers(
  tx: PrismaTransaction,
  { poll, uploads, now }: CreateOptionRequest,
  group: Option,
  type: string,
): Promise<void> {
  for (const [index, upload] of uploads.entries()) {
    const row = await tx.prisma.option.create({
      data: {
        publicId: newPublicId(),
        pollId: poll.id,
        parentId: group.id,
        type,
        ownerKey: group.ownerKey ?? null,
        position: index + 1,
        createdAt: now,
        updatedAt: now,
      },
    });
    await attachFile(tx, { optionId: row.id }, optionTypes.get(type), upload, now);
  }
}
