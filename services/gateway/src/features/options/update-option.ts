import { isDeepStrictEqual } from "node:util";
import { Prisma } from "@polls/db/connection";
import { lastPosition, lockSiblings, shiftPositions } from "@polls/db/options";
import { noteStateNotice } from "@polls/db/polls";
import type { PrismaTransaction } from "@polls/db/sql";
import type { PollCaller } from "@polls/domain/access";
import { branchRules } from "@polls/domain/branching";
import { accepted, changesNothing, isObject } from "@polls/domain/input";
import { optionTypes } from "@polls/domain/option-types";
import {
  isOptionRepresentation,
  type Option,
  type OptionChange,
  optionRefusals,
  planMove,
  readUpdateOption,
} from "@polls/domain/options";
import { Invalid } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import type { Upload } from "../../http/uploads/uploads";
import { requireMayUpdate } from "./admit-files";
import { requireNotMerged } from "./merge-options";
import { areDecided } from "./option-facts";
import { attachFile, checkFiles, detachFiles, requireStorage, rerender } from "./option-files";
import { findVisibleOption } from "./option-rows";
import { optionUse } from "./option-use";
import { showSeen } from "./show-option";
import { earlierOptions, followChangedRules, requireBranchesReferBack } from "./steps";

export interface UpdateOptionRequest extends PollCaller {
  readonly publicId: string;
  readonly body: unknown;
  readonly uploads: readonly Upload[];
}

/** Under the poll's exclusive lock, so that no vote is cast (docs/reference/options.md#update). */
export async function updateOption(
  tx: PrismaTransaction,
  request: UpdateOptionRequest,
  deps: Pick<Deps, "config" | "ownUrl" | "ratingSnapshots">,
): Promise<{ readonly unchanged: boolean }> {
  const { poll, access, body, uploads, now, publicId } = request;
  const seen = await findVisibleOption(tx, request, publicId);
  const { option, parent } = seen.record;
  const wanted = accepted(
    readUpdateOption(body, {
      poll,
      access,
      option,
      parentPublicId: parent?.publicId,
      uploads: uploads.length,
      earlierOptions: await earlierOptions(tx, poll, body, option.position),
      use: await optionUse(tx, option, body),
      ...(isOptionRepresentation(body) && { shown: await showSeen(tx, request, seen, deps) }),
      now,
    }),
  );
  await requireMayUpdate(tx, request, seen);
  checkFiles(poll, option.type, uploads, deps);

  if (leavesDecision(option, wanted) && (await areDecided(tx, poll, [option.id]))) {
    throw new Invalid({ base: [optionRefusals.option_decided] }, "option_decided");
  }

  const changesFile = uploads.length > 0 || clearsFile(body);
  const isWritten = await write(tx, option, wanted, now);
  if (!isWritten && !changesFile) return { unchanged: true };
  await requireNotMerged(tx, option);
  if (poll.settings.notify_state_changes && changesState(option, wanted)) {
    await noteStateNotice(tx, option, now);
  }
  if (changesRules(option, wanted)) await followChangedRules(tx, poll);
  if (wanted.position !== undefined) {
    await move(tx, option, wanted.position);
    await requireBranchesReferBack(tx, poll);
  }
  await changeFile(tx, option, wanted, request);
  await requireStorage(tx, request, deps);
  const subjectId = option.publicId;
  await noteEvent(tx, { type: "option.updated", pollId: poll.id, subjectId, now });
  return { unchanged: false };
}

/** Whether the date of an option changes, or members see the option no longer. */
const leavesDecision = (
  option: Option,
  { startDate, endDate, archived, approvalState }: OptionChange,
): boolean =>
  isMoved(startDate, option.startDate) ||
  isMoved(endDate, option.endDate) ||
  (archived ?? option.archived) !== option.archived ||
  (approvalState ?? option.approvalState) !== option.approvalState;

const isMoved = (after: Date | null | undefined, before: Date | undefined): boolean =>
  after !== undefined && after?.getTime() !== before?.getTime();

const changesState = ({ state: before }: Option, { state: after }: OptionChange): boolean =>
  after !== undefined && after !== null && after !== before;

const changesRules = ({ data: before }: Option, { data: after }: OptionChange): boolean =>
  after !== undefined && !isDeepStrictEqual(branchRules(before), branchRules(after));

/** Writes the changed columns, all but the position. Returns false if the change has no new value. */
async function write(
  tx: PrismaTransaction,
  { id }: Option,
  change: OptionChange,
  now: Date,
): Promise<boolean> {
  const {
    settings,
    attachment: _,
    position,
    data,
    additionalAttributes,
    tags,
    ...columns
  } = change;
  const stored = await tx.prisma.option.findUniqueOrThrow({ where: { id } });
  const kept = Object.entries((stored.settings ?? {}) as Record<string, unknown>).filter(
    ([name]) => !settings.cleared.some((cleared) => cleared === name),
  );
  const settingsAfter = { ...Object.fromEntries(kept), ...settings.set } as Prisma.InputJsonObject;
  const after = { ...columns, tags, position, data, additionalAttributes, settings: settingsAfter };
  if (changesNothing(after, stored)) return false;
  await tx.prisma.option.update({
    where: { id },
    data: {
      ...columns,
      ...(tags !== undefined && { tags: [...tags] }),
      ...(data !== undefined && {
        data: data === null ? Prisma.DbNull : (data as Prisma.InputJsonObject),
      }),
      ...(additionalAttributes !== undefined && { additionalAttributes }),
      settings: settingsAfter,
      ...(!isHiddenFromMembers(change) && { updatedAt: now }),
    },
  });
  return true;
}

/** Whether members may see no part of the change. Then `updated_at` must not reveal it either. */
const isHiddenFromMembers = ({ settings, ...change }: OptionChange): boolean =>
  Object.keys(change).length > 0 &&
  Object.keys(change).every((name) => name === "picked" || name === "stateChangeMessage") &&
  Object.keys(settings.set).length + settings.cleared.length === 0;

async function move(tx: PrismaTransaction, option: Option, wanted: number): Promise<void> {
  await lockSiblings(tx, option);
  const count = await lastPosition(tx, option);
  const { position, shift } = planMove(count, option.position, wanted);
  if (shift !== undefined) await shiftPositions(tx, option, shift);
  await tx.prisma.option.update({ where: { id: option.id }, data: { position } });
}

async function changeFile(
  tx: PrismaTransaction,
  option: Option,
  { rotation }: OptionChange,
  { body, uploads, now }: UpdateOptionRequest,
): Promise<void> {
  const type = optionTypes.get(option.type);
  const [upload] = uploads;
  if (upload !== undefined) {
    await detachFiles(tx, { optionId: option.id });
    await attachFile(tx, { optionId: option.id }, type, upload, now);
  } else if (clearsFile(body)) {
    await detachFiles(tx, { optionId: option.id });
  } else if (rotation !== undefined && (rotation ?? 0) !== (option.rotation ?? 0)) {
    await rerender(tx, option);
  }
}

/** Null removes the file. Whether a file is required was checked before. */
const clearsFile = (body: unknown): boolean =>
  isObject(body) && isObject(body.option) && body.option.attachment === null;
