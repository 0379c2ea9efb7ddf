import { Prisma } from "@polls/db/connection";
import { lastPosition, lockSiblings, shiftPositions } from "@polls/db/options";
import { optionFromRow } from "@polls/db/rows";
import { inInserts, type PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type AccessLevel, type OwnerKey, ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { accepted, givenOf } from "@polls/domain/input";
import { optionTypes } from "@polls/domain/option-types";
import {
  creatorsOf,
  mayCreateOption,
  type Option,
  type OptionDraft,
  parentOptionIdOf,
  planInsert,
  readCreateOption,
  siblingsMax,
} from "@polls/domain/options";
import { submissionFeeOf } from "@polls/domain/payments";
import { Invalid } from "@polls/domain/refusals";
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
  /** The created options and the parents that were read, with their ancestors, by public id. */
  readonly lineages: Map<string, readonly [Option, ...Option[]]>;
  /** Rows that are written together. */
  readonly rows: Prisma.OptionCreateManyInput[];
  /** The caller's options, with those of `rows`, as counted for the parent. */
  own?: { readonly parentId: bigint | undefined; options: number; siblings: number };
}

type Create = (request: CreateOptionRequest) => Promise<string>;

/** Creates an option and records its event. Returns the public id. Throws like `createOptionIn`. */
export function createOption(
  tx: PrismaTransaction,
  request: CreateOptionRequest,
  deps: CreateOptionDeps,
): Promise<string> {
  return withCreation(tx, request, deps, (create) => create(request));
}

/**
 * Runs `work`, which creates options for one caller. Notes their events, and notifies once. `createLater` is for options
 * without files and places: if they cost no fee, they are written together, because a statement for each would take
 * seconds.
 */
export async function withCreation<Result>(
  tx: PrismaTransaction,
  { poll, now }: Pick<PollCaller, "poll" | "now">,
  deps: CreateOptionDeps,
  work: (create: Create, createLater: Create) => Promise<Result>,
): Promise<Result> {
  const created: CreatedOptions = { lastPositions: new Map(), lineages: new Map(), rows: [] };
  const subjectIds: string[] = [];
  let access: AccessLevel | undefined;
  const create: Create = async (request) => {
    const { publicId, parentId } = await createOptionIn(tx, request, deps, created);
    subjectIds.push(publicId);
    if (parentId === undefined) access = request.access;
    return publicId;
  };
  const createLater: Create = async (request) => {
    if (feeOf(request) !== undefined) return create(request);
    const { row } = await planOption(tx, request, deps, created);
    created.rows.push(row);
    subjectIds.push(row.publicId);
    if (row.parentId === null) access = request.access;
    return row.publicId;
  };
  const result = await work(create, createLater);
  await writeRows(tx, created);
  if (access !== undefined) {
    const terms = { ...deps.config, storedKeys: deps.storedKeys };
    await notifyNewOptions(tx, { poll, access, now }, terms);
  }
  await noteEvents(tx, { type: "option.created", pollId: poll.id, subjectIds, now });
  return result;
}

const feeOf = ({ poll, access }: Pick<PollCaller, "poll" | "access">) =>
  access === "admin" ? undefined : submissionFeeOf(poll);

async function writeRows(tx: PrismaTransaction, { rows }: CreatedOptions): Promise<void> {
  for (const data of inInserts(rows.splice(0))) {
    await tx.prisma.option.createMany({ data });
  }
}

/** The row of an option that may be created, and what was read for it. Throws the refusals of a creation. */
async function planOption(
  tx: PrismaTransaction,
  request: CreateOptionRequest,
  deps: CreateOptionDeps,
  created: CreatedOptions,
) {
  const { poll, access, body, uploads } = request;
  const parentLineage = await lineageOf(tx, request, parentOptionIdOf(body), created);
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
  await requireMayCreate(tx, request, parent, created);
  checkFiles(poll, draft.memberType ?? draft.type, uploads, deps);
  const row = await placedRow(tx, request, parent, draft, created.lastPositions);
  if (created.own !== undefined) {
    created.own.options++;
    created.own.siblings++;
  }
  return { row, draft, parentLineage };
}

/** Creates an option, or a group for several files (docs/reference/options.md#creation). */
async function createOptionIn(
  tx: PrismaTransaction,
  request: CreateOptionRequest,
  deps: CreateOptionDeps,
  created: CreatedOptions,
): Promise<Option> {
  const { poll, uploads, language, now } = request;
  const { row, draft, parentLineage } = await planOption(tx, request, deps, created);
  const option = optionFromRow(await tx.prisma.option.create({ data: row }));
  created.lineages.set(option.publicId, [option, ...parentLineage]);
  if (draft.memberType !== undefined) {
    await insertMembers(tx, request, option, draft.memberType);
  } else {
    for (const upload of uploads) {
      await attachFile(tx, { optionId: option.id }, optionTypes.get(option.type), upload, now);
    }
  }
  await requireStorage(tx, request, deps);
  const fee = feeOf(request);
  if (fee?.kind === "submission_fee") await requireReadyPayee(tx, poll, deps.config);
  if (fee !== undefined) await openFee(tx, fee, { poll, option, language, now }, deps.config);
  if (draft.position !== undefined) await requireBranchesReferBack(tx, poll);
  return option;
}

/** The parent with its ancestors. Empty: none. Of many options below one parent, the first one reads it. */
async function lineageOf(
  tx: PrismaTransaction,
  request: CreateOptionRequest,
  parentPublicId: string | undefined,
  { lineages }: CreatedOptions,
): Promise<readonly Option[]> {
  if (parentPublicId === undefined) return [];
  const known = lineages.get(parentPublicId);
  if (known !== undefined) return known;
  const { lineage } = await findVisibleOption(tx, request, parentPublicId);
  lineages.set(parentPublicId, lineage);
  return lineage;
}

/** Counts under a lock of the actor, so that limits also apply to concurrent requests. */
async function requireMayCreate(
  tx: PrismaTransaction,
  { poll, actor, access, now }: PollCaller,
  parent: Option | undefined,
  created: CreatedOptions,
): Promise<void> {
  const ownerKey = ownerKeyOf(actor);
  const createdBy = creatorsOf(poll, parent);
  const isLimited = access !== "admin" && poll.settings.option_limit !== undefined;
  const counts = createdBy === "every_actor_once" || isLimited;
  const own =
    counts && ownerKey !== undefined
      ? await countedOwn(tx, poll, ownerKey, parent, created)
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

/** Counts once for the options of one parent. */
async function countedOwn(
  tx: PrismaTransaction,
  poll: PollCaller["poll"],
  ownerKey: OwnerKey,
  parent: Option | undefined,
  created: CreatedOptions,
) {
  if (created.own === undefined || created.own.parentId !== parent?.id) {
    await writeRows(tx, created);
    await lockOwner(tx, poll.id, ownerKey);
    created.own = { parentId: parent?.id, ...(await countOwn(tx, poll, ownerKey, parent)) };
  }
  return created.own;
}

/** The row of an option at its place among its siblings, which are locked and shifted for it. */
async function placedRow(
  tx: PrismaTransaction,
  { poll, actor, now }: PollCaller,
  parent: Option | undefined,
  draft: OptionDraft,
  lastPositions: CreatedOptions["lastPositions"],
) {
  const siblings = { pollId: poll.id, parentId: parent?.id };
  let last = lastPositions.get(parent?.id);
  if (last === undefined) {
    await lockSiblings(tx, siblings);
    last = await lastPosition(tx, siblings);
  }
  const max = siblingsMax(poll, parent, draft.type);
  if (last >= max) throw new Invalid({ parent_option_id: [`must have at most ${max} entries`] });
  const { position, shift } = planInsert(last, draft.position);
  if (shift !== undefined) await shiftPositions(tx, siblings, shift);
  const { memberType: _, attachment: __, data, settings, paid, tags, ...columns } = draft;
  lastPositions.set(parent?.id, last + 1);
  return {
    ...givenOf(columns),
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
  };
}

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
