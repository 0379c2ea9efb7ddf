import type { Prisma } from "@polls/db/connection";
import { optionDates, setOptionDates } from "@polls/db/options";
import { findPollUse, findVotedCategories } from "@polls/db/polls";
import { pollFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { findStoredVotes, hasEqualRanks } from "@polls/db/votes";
import { schedulePhaseCheck } from "@polls/db/webhooks";
import { type Actor, ownsPoll } from "@polls/domain/access";
import { accepted, changesNothing } from "@polls/domain/input";
import { keepDates } from "@polls/domain/options";
import {
  changeSettings,
  neededPollVotes,
  noStoredVotes,
  type PaymentTerms,
  type Poll,
  type PollChange,
  readUpdatePoll,
  type StoredSettings,
  withCountingSettings,
} from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import type { MailSettings } from "../../stored-keys";
import { fillPlaces, isLimited } from "../places/places";
import { changeHashes, withFreeHash } from "../poll-hashes/poll-hashes";
import type { NewPoll } from "./create-poll";
import { requireCreatorConfirmation } from "./creator-address";
import { passwordColumn } from "./poll-passwords";

/**
 * Changes a poll under its exclusive lock, so that no vote or option is written between the checks
 * and the change. Returns `poll` itself if the body changes nothing.
 */
export async function updatePoll(
  tx: PrismaTransaction,
  request: Omit<NewPoll, "actor"> & { readonly poll: Poll },
  terms: PaymentTerms & MailSettings,
): Promise<Poll> {
  const { poll, body, passwordHash, mail, now } = request;
  const { amounts, signIn, keepClosedPollsDays } = terms;
  const use = await findPollUse(tx, poll.id);
  const { password, settings, votingCategories, ...change } = accepted(
    readUpdatePoll(body, poll, {
      ...use,
      ...(await votesOf(tx, request, use)),
      now,
      amounts,
      keepClosedPollsDays,
      ...(signIn !== undefined && { signIn }),
    }),
  );
  const stored = await tx.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } });
  const settingsAfter = withCountingSettings(
    changeSettings(stored.settings as StoredSettings, settings),
    poll.settings,
    { hasVotes: use.hasVotes, now, newSeed: newPublicId },
  );
  const columns: Prisma.PollUpdateInput = {
    ...change,
    ...(votingCategories !== undefined && {
      votingCategories: votingCategories as unknown as Prisma.InputJsonArray,
    }),
    ...closing(poll, change, now),
    ...(password !== undefined && {
      passwordHash: passwordColumn(password, passwordHash) ?? null,
    }),
    // Settings may be large, and most changes leave them as they are.
    ...(!changesNothing({ settings: settingsAfter }, stored) && {
      settings: settingsAfter as Prisma.InputJsonObject,
    }),
  };
  if (changesNothing(columns, stored)) return poll;
  const data = { ...columns, version: { increment: 1 }, updatedAt: now };
  const { memberHash = poll.memberHash } = change;
  const chosen = { hash: change.memberHash, owner: poll, pollId: poll.id, now };
  const row = await withFreeHash(tx, chosen, () =>
    tx.prisma.poll.update({ where: { id: poll.id }, data }),
  );
  if (memberHash !== poll.memberHash) {
    await changeHashes(tx, poll, { from: [poll.memberHash], to: [memberHash] }, now);
  }
  if (isLimited(poll) || isLimited(pollFromRow(row))) await fillPlaces(tx, pollFromRow(row), now);
  await keepDaysOfOptions(tx, poll, pollFromRow(row).settings.timezone);
  await noteEvent(tx, { type: "poll.updated", pollId: poll.id, now });
  await schedulePhaseCheck(tx, poll.id, now);
  const after = pollFromRow(row);
  const creator = { poll: after, before: poll.creatorEmail, mail, now };
  await requireCreatorConfirmation(tx, creator, terms);
  return after;
}

/** Only the owner schedules a deletion, which loses paid votes (docs/reference/polls.md#kept-polls). */
export function requireOwnerOfDays(actor: Actor, before: Poll, after: Poll): void {
  if (before.settings.delete_after_days === after.settings.delete_after_days) return;
  if (ownsPoll(actor, before)) return;
  throw new Invalid(
    { delete_after_days: ["Only the owner of the poll may do this"] },
    "owner_only",
  );
}

/** When the owner closed the poll. The grace period of held votes and payments starts then. */
function closing(poll: Poll, { status }: Pick<PollChange, "status">, now: Date) {
  if (status === undefined || status === poll.status) return {};
  return { closedAt: status === "closed" ? now : null };
}

/** Loads the facts about stored votes that the body needs. Each may read all votes of the poll. */
async function votesOf(
  tx: PrismaTransaction,
  { poll, body, now }: { readonly poll: Poll; readonly body: unknown; readonly now: Date },
  { hasVotes }: { readonly hasVotes: boolean },
) {
  const none = {
    storedVotes: noStoredVotes,
    categoriesWithVotes: new Set<number>(),
    hasEqualRanks: false,
  };
  if (!hasVotes) return none;
  const needed = neededPollVotes(body, poll, now);
  const scope = { pollId: poll.id, of: "poll" } as const;
  return {
    storedVotes: await findStoredVotes(tx, scope, needed),
    hasEqualRanks: needed.equalRanks && (await hasEqualRanks(tx, scope)),
    categoriesWithVotes: needed.categories
      ? await findVotedCategories(tx, poll.id)
      : none.categoriesWithVotes,
  };
}

/** Options keep their days in the new time zone (docs/reference/time.md#time-zone). */
async function keepDaysOfOptions(
  tx: PrismaTransaction,
  { id, settings: { timezone: from } }: Poll,
  to: string,
): Promise<void> {
  if (from === to) return;
  for await (const options of optionDates(tx, id)) {
    const moved = options.map((option) => keepDates(option, { from, to }));
    const changed = moved.filter(
      ({ startDate, endDate }, index) =>
        startDate?.getTime() !== options[index]?.startDate?.getTime() ||
        endDate?.getTime() !== options[index]?.endDate?.getTime(),
    );
    await setOptionDates(tx, id, changed);
  }
}
